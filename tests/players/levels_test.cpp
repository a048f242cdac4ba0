// The levels are a ladder: each beats the one below. Whoever sits in which seat changes after every game, so that a
// game's first-move advantage gives nobody anything.
#include <gtest/gtest.h>

#include <array>

#include "players/level_player.hpp"
#include "tests/players/testing.hpp"

namespace duello {
namespace {

constexpr std::array<std::string_view, 7> kLadder{"random",  "level:1", "level:2", "level:3",
                                                  "level:4", "level:5", "perfect"};

// Whether each scores more than `share` against the one below, as far as so many games can tell with 95 % certainty.
void expect_ladder(KnownGame& known, double share, int games) {
  for (std::size_t i = 1; i < kLadder.size(); ++i) {
    const Score score = score_of(known, kLadder[i], kLadder[i - 1], games);
    EXPECT_GT(score.at_least(), share) << kLadder[i] << " against " << kLadder[i - 1] << ": " << score;
  }
}

TEST(Levels, EachScoreMoreThanFiftyFivePercentAgainstTheOneBelowInColorBridge) {
  KnownGame book("color-bridge");
  expect_ladder(book, 0.55, 4'000);
  KnownGame endless("color-bridge", {"length=9", "reach=1"});
  expect_ladder(endless, 0.55, 4'000);
}

TEST(Levels, EachScoreMoreThanFiftyFivePercentAgainstTheOneBelowInColorClash) {
  KnownGame roomy("color-clash", {"disks=3", "positions=12"});
  expect_ladder(roomy, 0.55, 6'000);
}

TEST(Levels, EachScoreMoreThanFiftyFivePercentAgainstTheOneBelowInCaptureTheFlag) {
  KnownGame long_path("capture-the-flag", {"flag=10", "stride=5"});
  expect_ladder(long_path, 0.55, 6'000);
}

// One careless allocation in six costs little: the steps are of about 55 %, some of them less.
TEST(Levels, EachScoreMoreThanHalfAgainstTheOneBelowInEnergyCapture) {
  KnownGame book("energy-capture");
  expect_ladder(book, 0.52, 10'000);
}

TEST(Levels, AddUpToALongWay) {
  KnownGame roomy("color-clash", {"disks=3", "positions=12"});
  const Score score = score_of(roomy, "level:5", "random", 2'000);
  EXPECT_GT(score.at_least(), 0.9) << score;
}

TEST(Levels, ArePlayersThatTheRosterKnows) {
  KnownGame known("color-clash");
  for (int level = 1; level <= LevelPlayer::kHighest; ++level)
    EXPECT_TRUE(make_player(cat("level:", level), Random(0), known)) << level;
  for (const std::string_view who : {"level:0", "level:6", "level:", "level:one", "level:-1", "level:1.5", "level"})
    EXPECT_FALSE(make_player(who, Random(0), known)) << who;
}

}  // namespace
}  // namespace duello
