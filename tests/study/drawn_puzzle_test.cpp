// Of which game a puzzle is, and why there is none.
#include "study/drawn_puzzle.hpp"

#include <gmock/gmock.h>

#include "catalog/registry.hpp"
#include "study/shelf.hpp"

namespace duello {
namespace {

using testing::HasSubstr;
using Cause = NoPuzzle::Cause;

GameChoice choice_of(std::string id, std::vector<std::string> settings = {}, std::string variant = {}) {
  return {.id = std::move(id), .variant = std::move(variant), .settings = std::move(settings), .table = {}};
}

// Counts what it is asked for; knows nothing of games once it is told so.
class CountingSource final : public GameSource {
 public:
  std::expected<std::shared_ptr<ChosenGame>, Complaint> game(const GameChoice& choice) override {
    ++asked;
    return GameSource::game(choice);
  }
  std::expected<Knowledge, NotKnown> known_of(ChosenGame& chosen) override {
    if (not_known) return std::unexpected(*not_known);
    return chosen.knowledge(go_on);
  }

  int asked = 0;
  std::optional<NotKnown> not_known;
};

TEST(DrawnPuzzle, IsOfTheGameUnderTheRulesThatAreGiven) {
  CountingSource source;
  const auto drawn = draw_puzzle(choice_of("color-bridge", {"length=9"}), 7, std::nullopt, source);
  ASSERT_TRUE(drawn) << drawn.error().why.why;
  EXPECT_EQ(full_name(drawn->chosen->game()), "color-bridge length=9 run=3 reach=2");
  EXPECT_EQ(source.asked, 1);
  const auto variant = draw_puzzle(choice_of("color-bridge", {}, "steady"), 7, std::nullopt, source);
  ASSERT_TRUE(variant) << variant.error().why.why;
  EXPECT_EQ(full_name(variant->chosen->game()),
            full_name(ChosenGame::from(choice_of("color-bridge", {}, "steady"))->game()));
}

// A puzzle of a day is the same for everybody.
TEST(DrawnPuzzle, OfADayIsTheSameOnEveryMachine) {
  CountingSource source;
  std::string drawn;
  for (const std::string_view date : {"2026.11.15", "2026.11.16", "2026.11.17", "2026.11.18", "2026.11.19"}) {
    const auto puzzle = draw_puzzle(choice_of(""), seed_of_date(date), std::nullopt, source);
    ASSERT_TRUE(puzzle) << date;
    drawn += cat(full_name(puzzle->chosen->game()), " | ", puzzle->chosen->game().write(puzzle->puzzle.solution), " | ",
                 puzzle->puzzle.level, '\n');
  }
  EXPECT_EQ(drawn,
            "capture-the-flag flag=5 stride=3 | 3 | 3\n"
            "capture-the-flag flag=12 stride=3 | 2 | 2\n"
            "capture-the-flag flag=12 stride=3 | 3 | 5\n"
            "color-bridge length=11 run=3 reach=1 | 10 | 4\n"
            "color-capture tokens=15 colors=3 majority=first | 9 | 3\n");
}

TEST(DrawnPuzzle, HasASeedForEveryDate) {
  EXPECT_EQ(seed_of_date("2026.11.15"), 20261115U);
  EXPECT_EQ(seed_of_date("0001.02.03"), 10203U);
}

TEST(DrawnPuzzle, IsNotOfHiddenGames) {
  CountingSource source;
  const auto drawn = draw_puzzle(choice_of("energy-capture"), 7, std::nullopt, source);
  ASSERT_FALSE(drawn);
  EXPECT_EQ(drawn.error().cause, Cause::choice);
  EXPECT_EQ(drawn.error().why.why,
            "Energy Capture has no puzzles: where moves are hidden, no move wins for certain; there are puzzles of "
            "color-capture, color-bridge, capture-the-flag and color-clash");
}

TEST(DrawnPuzzle, IsNotOfGamesThatThereAreNot) {
  CountingSource source;
  const auto unknown = draw_puzzle(choice_of("frob"), 7, std::nullopt, source);
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().cause, Cause::choice);
  EXPECT_THAT(unknown.error().why.why, HasSubstr("'frob'"));
  const auto wrong = draw_puzzle(choice_of("color-bridge", {"length=99"}), 7, std::nullopt, source);
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().cause, Cause::choice);
}

TEST(DrawnPuzzle, IsLookedForElsewhereWhereNothingIsKnownButNotOnceItWasStopped) {
  CountingSource source;
  source.not_known = NotKnown{{"Too large"}, false};
  const auto unknown = draw_puzzle(choice_of("color-bridge"), 7, std::nullopt, source);
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().cause, Cause::knowledge);
  EXPECT_EQ(unknown.error().why.why, "Too large");
  const auto variants = (*find_game("color-bridge"))->facts->variants.size();
  EXPECT_EQ(source.asked, 1 + static_cast<int>(variants)) << "by the book, and all variants";
  source.asked = 0;
  source.not_known = NotKnown{{"Stopped"}, true};
  const auto stopped = draw_puzzle(choice_of("color-bridge"), 7, std::nullopt, source);
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().cause, Cause::stopped);
  EXPECT_EQ(source.asked, 1);
}

TEST(DrawnPuzzle, SaysWhichLevelsThereAre) {
  CountingSource source;
  const auto none = draw_puzzle(choice_of("capture-the-flag", {"flag=2"}), 7, 5, source);
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().cause, Cause::luck);
  EXPECT_THAT(
      none.error().why.why,
      HasSubstr("No puzzle of level 5 was found in Capture the Flag under these rules; there are puzzles of level"));
}

}  // namespace
}  // namespace duello
