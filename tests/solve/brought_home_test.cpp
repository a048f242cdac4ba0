#include "solve/brought_home.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

namespace duello {
namespace {

using Number = BroughtHome<const int>;

TEST(BroughtHome, IsBroughtOnce) {
  Number home;
  EXPECT_EQ(home.get(), nullptr);
  EXPECT_TRUE(home.bring([] { return std::make_unique<const int>(7); }));
  EXPECT_TRUE(home.bring([] { return std::make_unique<const int>(8); }));
  EXPECT_EQ(*home.get(), 7);
}

TEST(BroughtHome, CanBeTriedAgainWhereThereWasNoRoom) {
  Number home;
  EXPECT_FALSE(home.bring([] { return std::unique_ptr<const int>(); }));
  EXPECT_EQ(home.get(), nullptr);
  EXPECT_TRUE(home.bring([] { return std::make_unique<const int>(7); }));
}

TEST(BroughtHome, IsBroughtByOneThreadWhileOthersWait) {
  Number home;
  std::atomic<int> brought = 0;
  std::atomic<bool> tries = false;
  std::jthread other;
  home.bring([&] {
    other = std::jthread([&home, &brought, &tries] {
      tries = true;
      tries.notify_one();
      EXPECT_TRUE(home.bring([&] {
        ++brought;
        return std::make_unique<const int>(8);
      }));
      EXPECT_EQ(*home.get(), 7);
    });
    tries.wait(false);
    // If it did not wait it would have time to bring its own.
    for (int i = 0; i < 1000 && brought == 0; ++i) std::this_thread::yield();
    EXPECT_EQ(home.get(), nullptr);
    ++brought;
    return std::make_unique<const int>(7);
  });
  other.join();
  EXPECT_EQ(brought, 1);
}

}  // namespace
}  // namespace duello
