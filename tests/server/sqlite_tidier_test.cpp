#include "server/sqlite_tidier.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <thread>

#include "server/sqlite_store.hpp"
#include "tests/patience.hpp"
#include "tests/server/store_testing.hpp"

namespace duello {
namespace {

class SqliteTidierTest : public testing::Test {
 protected:
  std::string file() const { return folder_.in("tables"); }

  StoreFolder folder_;
};

// A commit writes beside the file; what is there goes to where it belongs when nobody waits, and when it is much.
TEST_F(SqliteTidierTest, ManyPagesAreBroughtHomeWhenItIsTidied) {
  constexpr std::uint32_t kSize = 100;  // of a batch
  const auto store = *SqliteStore::open(file());
  ASSERT_TRUE(store->add(stored_table("a")));
  const auto size = [this] { return std::filesystem::file_size(file()); };
  const auto before = size();
  std::vector<StoredInput> inputs;
  for (std::uint32_t i = 1; i <= kSize; ++i) inputs.push_back(stored_input("a", i, std::string(5'000, 'x')));
  for (std::uint32_t batch = 0; batch < 12; ++batch) {
    ASSERT_TRUE(store->append(inputs));
    for (StoredInput& input : inputs) input.number += kSize;
    if (batch == 0) {
      ASSERT_TRUE(store->tidy());
    }
    ASSERT_EQ(size(), before);
  }
  ASSERT_TRUE(store->tidy());
  const auto until = std::chrono::steady_clock::now() + kTestPatience;
  while (size() <= before + 5'000'000 && std::chrono::steady_clock::now() < until)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  EXPECT_GT(size(), before + 5'000'000);
}

// However much is written without a pause.
TEST_F(SqliteTidierTest, WhatIsBesideTheFileDoesNotGrowForEver) {
  constexpr std::uint32_t kSize = 50;  // of a batch
  const auto store = *SqliteStore::open(file());
  ASSERT_TRUE(store->add(stored_table("a")));
  std::vector<StoredInput> inputs;
  for (std::uint32_t i = 1; i <= kSize; ++i) inputs.push_back(stored_input("a", i, std::string(10'000, 'x')));
  std::uintmax_t written = 0;
  for (std::uint32_t batch = 0; batch < 200; ++batch) {
    ASSERT_TRUE(store->append(inputs));
    ASSERT_TRUE(store->tidy());
    for (StoredInput& input : inputs) {
      input.number += kSize;
      written += input.text.size();
    }
  }
  EXPECT_EQ(written, 100'000'000U);
  EXPECT_LT(std::filesystem::file_size(file() + "-wal"), written / 2);
}

}  // namespace
}  // namespace duello
