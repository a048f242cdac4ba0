#include "cli/streak.hpp"

#include <gtest/gtest.h>

namespace duello {
namespace {

using Row = PuzzleNews::Row;

TEST(Streak, GrowsWithEveryPuzzleSolvedAtOnce) {
  Streak streak;
  for (int i = 0; i < 3; ++i) streak = after(streak, {.tried = 1, .solved = 1, .row = Row::longer});
  EXPECT_EQ(streak_text(streak), R"({"tried":3,"solved":3,"streak":3,"best":3,"daily":""})"
                                 "\n");
}

TEST(Streak, EndsAndItsBestIsRemembered) {
  Streak streak{.tried = 9, .solved = 8, .now = 4, .best = 6};
  streak = after(streak, {.tried = 1, .row = Row::ended});
  streak = after(streak, {.solved = 1});
  EXPECT_EQ(streak_text(streak), R"({"tried":10,"solved":9,"streak":0,"best":6,"daily":""})"
                                 "\n");
}

TEST(Streak, RemembersTheLastDailyPuzzle) {
  Streak streak = after({}, {.tried = 1, .solved = 1, .row = Row::longer, .daily = "2026.11.15"});
  streak = after(streak, {.tried = 1, .solved = 1, .row = Row::longer});
  EXPECT_EQ(streak.daily, "2026.11.15");
}

TEST(Streak, CountsADailyPuzzleOnce) {
  const PuzzleNews news{.tried = 1, .solved = 1, .row = Row::longer, .daily = "2026.11.15"};
  EXPECT_EQ(after(after({}, news), news).tried, 1);
}

TEST(Streak, ReadsBackAsItWasWritten) {
  const Streak streak{.tried = 12, .solved = 11, .now = 3, .best = 7, .daily = "2026.11.15"};
  const auto again = read_streak(streak_text(streak));
  ASSERT_TRUE(again);
  EXPECT_EQ(streak_text(*again), streak_text(streak));
}

TEST(Streak, IsNotReadFromAnythingElse) {
  for (const char* text : {"", "1", "{", "[1]", "{}", R"({"tried":1,"solved":1,"streak":1,"best":1})",
                           R"({"tried":-1,"solved":1,"streak":1,"best":1,"daily":""})",
                           R"({"tried":1.5,"solved":1,"streak":1,"best":1,"daily":""})",
                           R"({"tried":1,"solved":1,"streak":1,"best":1,"daily":7})"})
    EXPECT_FALSE(read_streak(text)) << text;
}

TEST(Streak, DoesNotOverflow) {
  const auto huge = read_streak(R"({"tried":18446744073709551615,"solved":1,"streak":1,"best":1,"daily":""})");
  ASSERT_TRUE(huge);
  EXPECT_GT(after(*huge, {.tried = 1}).tried, 0);
}

}  // namespace
}  // namespace duello
