#include "study/shelf.hpp"

#include <gmock/gmock.h>

#include <string>
#include <vector>

namespace duello {
namespace {

bool stop(std::uint64_t /*done*/, std::uint64_t /*total*/) { return false; }

GameChoice bridge_with(std::vector<std::string> settings) {
  return {.id = "color-bridge", .variant = {}, .settings = std::move(settings), .table = {}};
}

std::shared_ptr<ChosenGame> take(Shelf& shelf, std::vector<std::string> settings) {
  return shelf.game(bridge_with(std::move(settings))).value();
}

// Games of which nothing is known, each under rules of its own.
constexpr std::size_t kMostUnknown = 300;
std::shared_ptr<ChosenGame> take_unknown(Shelf& shelf, std::size_t i) {
  return take(shelf, {cat("length=", 20 + i % 10), cat("run=", 2 + i / 10 % 15), cat("reach=", 1 + i / 150)});
}

std::string name_of(const ChosenGame& chosen) { return full_name(chosen.game()); }

// How many of the games are still there.
std::ptrdiff_t held(const Shelf& shelf, const std::vector<std::string>& names) {
  return std::ranges::count_if(names, [&](const std::string& name) { return shelf.holds(name); });
}

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
  Shelf shelf(go_on);
  std::vector<std::string> names;
  for (std::size_t i = 0; i < kMostUnknown; ++i) {
    names.push_back(name_of(*take_unknown(shelf, i)));
    EXPECT_TRUE(shelf.find(names.front())) << "which is asked for all the time";
  }
  EXPECT_FALSE(shelf.holds(names[1]));
  EXPECT_EQ(held(shelf, names), static_cast<int>(Shelf::kRoom / 1e6));
  EXPECT_TRUE(shelf.holds(names.back()));
}

TEST(Shelf, GivesAKnownGameTheRoomOfItsTable) {
  Shelf shelf(go_on);
  const auto known = take(shelf, {"length=14"});
  ASSERT_TRUE(shelf.knowledge(*known));
  ASSERT_GT(Shelf::bytes_for(*known), 2e6);
  EXPECT_EQ(Shelf::bytes_for(*known), known->table_bytes());
  std::vector<std::string> names;
  for (std::size_t i = 0; i < kMostUnknown; ++i) {
    names.push_back(name_of(*take_unknown(shelf, i)));
    EXPECT_TRUE(shelf.find(name_of(*known)));
  }
  EXPECT_EQ(held(shelf, names), static_cast<int>((Shelf::kRoom - Shelf::bytes_for(*known)) / 1e6));
}

TEST(Shelf, CountsAGameWithoutATableToo) {
  const auto energy = ChosenGame::from({.id = "energy-capture", .variant = {}, .settings = {}, .table = {}});
  ASSERT_TRUE(energy);
  EXPECT_EQ(energy->table_bytes(), 0);
  EXPECT_EQ(Shelf::bytes_for(*energy), 1e6);
}

TEST(Shelf, KeepsAGameFromElsewhereInPlaceOfTheSameOne) {
  Shelf shelf(go_on);
  const auto other = take(shelf, {"length=10"});
  take(shelf, {});
  const auto bridge = std::make_shared<ChosenGame>(ChosenGame::from(bridge_with({})).value());
  shelf.keep(bridge);
  EXPECT_EQ(shelf.find(name_of(*bridge)), bridge);
  EXPECT_EQ(take(shelf, {}), bridge);
  EXPECT_EQ(shelf.find(name_of(*other)), other);
}

TEST(Shelf, MakesRoomForAGameFromElsewhere) {
  const auto known = std::make_shared<ChosenGame>(ChosenGame::from(bridge_with({"length=14"})).value());
  ASSERT_TRUE(known->knowledge(go_on));
  Shelf shelf(go_on);
  std::vector<std::string> names;
  for (std::size_t i = 0; i < kMostUnknown; ++i) names.push_back(name_of(*take_unknown(shelf, i)));
  shelf.keep(known);
  EXPECT_EQ(shelf.find(name_of(*known)), known);
  EXPECT_EQ(held(shelf, names), static_cast<int>((Shelf::kRoom - Shelf::bytes_for(*known)) / 1e6));
  EXPECT_TRUE(shelf.holds(names.back()));
}

TEST(Shelf, ComplainsOfRulesThatThereAreNot) {
  Shelf shelf(go_on);
  EXPECT_FALSE(shelf.game(bridge_with({"length=99"})));
}

TEST(Shelf, LeavesALargeTableTheRoomOfTheOthers) {
  Shelf shelf(stop);
  const auto small = take(shelf, {"length=6"});
  const auto large = take(shelf, {"length=18"});
  ASSERT_GT(large->table_bytes(), Shelf::kRoom);
  EXPECT_TRUE(shelf.holds(name_of(*small))) << "before anybody wants to know anything of it";
  EXPECT_FALSE(shelf.knowledge(*large)) << "it was stopped";
  EXPECT_TRUE(shelf.known_of(*large).error().stopped);
  EXPECT_FALSE(shelf.holds(name_of(*small)));
  EXPECT_EQ(shelf.find(name_of(*large)), large);
}

}  // namespace
}  // namespace duello
