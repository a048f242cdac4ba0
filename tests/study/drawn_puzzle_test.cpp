// Of which game a puzzle is, and why there is none.
#include "study/drawn_puzzle.hpp"

#include <gmock/gmock.h>

#include "catalog/registry.hpp"
#include "study/shelf.hpp"

namespace duello {
namespace {

using testing::HasSubstr;
using testing::SizeIs;
using testing::UnorderedElementsAreArray;
using Cause = NoPuzzle::Cause;

GameChoice choice_of(std::string id, std::vector<std::string> settings = {}, std::string variant = {}) {
  return {.id = std::move(id), .variant = std::move(variant), .settings = std::move(settings), .table = {}};
}

// Notes what it is asked for; knows nothing of games once it is told so.
class NotingSource final : public GameSource {
 public:
  std::expected<std::shared_ptr<ChosenGame>, Complaint> game(const GameChoice& choice) override {
    asked.push_back(cat(choice.id, ' ', choice.variant));
    return GameSource::game(choice);
  }
  std::expected<Knowledge, NotKnown> known_of(ChosenGame& chosen) override {
    if (not_known) return std::unexpected(*not_known);
    return chosen.knowledge(go_on);
  }

  bool goes_on(std::uint64_t done, std::uint64_t /*total*/) override { return done < most_lines; }

  std::uint64_t most_lines = std::numeric_limits<std::uint64_t>::max();  // until the search is stopped
  std::vector<std::string> asked;                                        // games and variants
  std::optional<NotKnown> not_known;
};

// The book's and the variants', as the source notes them.
std::vector<std::string> all_rules_of(std::string_view id) {
  std::vector<std::string> rules{cat(id, ' ')};
  for (const Variant& variant : (*find_game(id))->facts->variants) rules.push_back(cat(id, ' ', variant.name));
  return rules;
}

TEST(DrawnPuzzle, IsOfTheGameUnderTheRulesThatAreGiven) {
  NotingSource source;
  const auto drawn = draw_puzzle(choice_of("color-bridge", {"length=9"}), 7, std::nullopt, source);
  ASSERT_TRUE(drawn) << drawn.error().why.why;
  EXPECT_EQ(full_name(drawn->chosen->game()), "color-bridge length=9 run=3 reach=2");
  EXPECT_THAT(source.asked, SizeIs(1));
  const auto variant = draw_puzzle(choice_of("color-bridge", {}, "steady"), 7, std::nullopt, source);
  ASSERT_TRUE(variant) << variant.error().why.why;
  EXPECT_EQ(full_name(variant->chosen->game()),
            full_name(ChosenGame::from(choice_of("color-bridge", {}, "steady"))->game()));
}

// A puzzle of a day is the same for everybody.
TEST(DrawnPuzzle, OfADayIsTheSameOnEveryMachine) {
  NotingSource source;
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
  NotingSource source;
  const auto drawn = draw_puzzle(choice_of("energy-capture"), 7, std::nullopt, source);
  ASSERT_FALSE(drawn);
  EXPECT_EQ(drawn.error().cause, Cause::choice);
  EXPECT_EQ(drawn.error().why.why,
            "Energy Capture has no puzzles: where moves are hidden, no move wins for certain; there are puzzles of "
            "color-capture, color-bridge, capture-the-flag and color-clash");
}

TEST(DrawnPuzzle, IsNotOfGamesThatThereAreNot) {
  NotingSource source;
  const auto unknown = draw_puzzle(choice_of("frob"), 7, std::nullopt, source);
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().cause, Cause::choice);
  EXPECT_THAT(unknown.error().why.why, HasSubstr("'frob'"));
  const auto wrong = draw_puzzle(choice_of("color-bridge", {"length=99"}), 7, std::nullopt, source);
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().cause, Cause::choice);
}

TEST(DrawnPuzzle, IsLookedForElsewhereWhereNothingIsKnownButNotOnceItWasStopped) {
  NotingSource source;
  source.not_known = NotKnown{{"Too large"}, false};
  const auto unknown = draw_puzzle(choice_of("color-bridge"), 7, std::nullopt, source);
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().cause, Cause::knowledge);
  EXPECT_EQ(unknown.error().why.why, "Too large");
  EXPECT_EQ(source.asked.front(), "color-bridge ") << "by the book";
  EXPECT_THAT(source.asked, UnorderedElementsAreArray(all_rules_of("color-bridge")));
  source.asked.clear();
  source.not_known = NotKnown{{"Stopped"}, true};
  const auto stopped = draw_puzzle(choice_of("color-bridge"), 7, std::nullopt, source);
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().cause, Cause::stopped);
  EXPECT_THAT(source.asked, SizeIs(1));
}

TEST(DrawnPuzzle, IsLookedForUntilTheSourceStopsIt) {
  NotingSource source;
  source.most_lines = 3;  // there is no such level, so all lines would be looked at
  const auto stopped = draw_puzzle(choice_of("capture-the-flag", {"flag=2"}), 7, 5, source);
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().cause, Cause::stopped);
  EXPECT_EQ(stopped.error().why.why, "The search for a puzzle was stopped");
}

TEST(DrawnPuzzle, WithoutAGameIsOfAnyOpenOneInAnOrderThatTheSeedDecides) {
  std::vector<std::string> all;
  for (const std::string_view id : {"color-capture", "color-bridge", "capture-the-flag", "color-clash"})
    std::ranges::copy(all_rules_of(id), std::back_inserter(all));
  const auto asked = [](std::uint64_t seed) {
    NotingSource source;
    source.not_known = NotKnown{{"Too large"}, false};
    EXPECT_FALSE(draw_puzzle(choice_of(""), seed, std::nullopt, source));
    return source.asked;
  };
  EXPECT_THAT(asked(7), UnorderedElementsAreArray(all));
  EXPECT_EQ(asked(7), asked(7));
  EXPECT_NE(asked(7), asked(8));
  std::set<std::string> first;
  for (std::uint64_t seed = 0; seed < 200; ++seed) first.insert(asked(seed).front());
  EXPECT_THAT(first, SizeIs(all.size())) << "any of them can be the first";
}

TEST(DrawnPuzzle, SaysWhichLevelsThereAre) {
  NotingSource source;
  const auto why_not = [&](const GameChoice& choice, int level) {
    const auto none = draw_puzzle(choice, 7, level, source);
    EXPECT_FALSE(none);
    EXPECT_EQ(none.error().cause, Cause::luck);
    return none.error().why.why;
  };
  EXPECT_EQ(
      why_not(choice_of("capture-the-flag", {"flag=2"}), 5),
      "No puzzle of level 5 was found in Capture the Flag under these rules; there are puzzles of levels 1 and 2");
  EXPECT_EQ(why_not(choice_of("capture-the-flag", {"flag=1"}), 5),
            "No puzzle of level 5 was found in Capture the Flag under these rules; there are puzzles of level 1");
  EXPECT_EQ(why_not(choice_of("color-capture", {"tokens=1", "colors=1"}), 1),
            "No puzzle was found: under these rules a position with a single winning move is rare in Color Capture");
}

}  // namespace
}  // namespace duello
