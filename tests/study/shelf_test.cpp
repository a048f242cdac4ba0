#include "study/shelf.hpp"

#include <gmock/gmock.h>

#include <string>
#include <vector>

namespace duello {
namespace {

bool stop(std::uint64_t /*done*/, std::uint64_t /*total*/) { return false; }

std::shared_ptr<ChosenGame> take(Shelf& shelf, std::vector<std::string> settings) {
  return shelf.game({.id = "color-bridge", .variant = {}, .settings = std::move(settings), .table = {}}).value();
}

std::string name_of(const ChosenGame& chosen) { return full_name(chosen.game()); }

TEST(Shelf, FindsTheSameGameUnderTheSameRulesAgain) {
  Shelf shelf(go_on);
  const auto bridge = take(shelf, {});
  EXPECT_EQ(take(shelf, {"length=11"}), bridge);
  EXPECT_EQ(shelf.find(name_of(*bridge)), bridge);
  EXPECT_NE(take(shelf, {"length=10"}), bridge);
  EXPECT_EQ(shelf.find("frob"), nullptr);
  ASSERT_TRUE(shelf.knowledge(*bridge));
  EXPECT_TRUE(take(shelf, {})->is_known());
}

TEST(Shelf, ForgetsWhatWasNotAskedForTheLongest) {
  constexpr std::size_t kAll = 300;
  Shelf shelf(go_on);
  std::vector<std::string> names;
  for (std::size_t i = 0; i < kAll; ++i) {
    names.push_back(
        name_of(*take(shelf, {cat("length=", 20 + i % 10), cat("run=", 2 + i / 10 % 15), cat("reach=", 1 + i / 150)})));
    EXPECT_TRUE(shelf.find(names.front())) << "which is asked for all the time";
  }
  EXPECT_FALSE(shelf.holds(names[1]));
  const auto kept = std::ranges::count_if(names, [&](const std::string& name) { return shelf.holds(name); });
  EXPECT_EQ(kept, static_cast<int>(Shelf::kRoom / 1e6));
  EXPECT_TRUE(shelf.holds(names.back()));
}

TEST(Shelf, LeavesALargeTableTheRoomOfTheOthers) {
  Shelf shelf(stop);
  const auto small = take(shelf, {"length=6"});
  const auto large = take(shelf, {"length=18"});
  ASSERT_GT(large->table_bytes(), Shelf::kRoom);
  EXPECT_TRUE(shelf.holds(name_of(*small))) << "before anybody wants to know anything of it";
  EXPECT_FALSE(shelf.knowledge(*large)) << "it was stopped";
  EXPECT_FALSE(shelf.holds(name_of(*small)));
  EXPECT_EQ(shelf.find(name_of(*large)), large);
}

}  // namespace
}  // namespace duello
