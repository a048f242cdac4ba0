#include "games/capture_the_flag.hpp"

#include <gtest/gtest.h>

#include "tests/games/testing.hpp"

namespace duello {
namespace {

using FlagTable = Table<CaptureTheFlag>;

TEST(CaptureTheFlag, BothTokensStartOnTheirOwnFlags) {
  EXPECT_EQ(FlagTable().opening(),
            "Player 1 is at position -5.\n"
            "Player 2 is at position +5.\n");
}

TEST(CaptureTheFlag, AMoveIsOneTwoOrThreeSpacesInAscendingOrder) { EXPECT_EQ(FlagTable().legal(), "1 2 3"); }

TEST(CaptureTheFlag, Player1RunsUpAndPlayer2RunsDown) {
  FlagTable game;
  EXPECT_EQ(game.enter("2"), "Player 1 moves to position -3.\n");
  EXPECT_EQ(game.enter("1"), "Player 2 moves to position +4.\n");
}

TEST(CaptureTheFlag, EitherSeatMayStartOnItsOwnSide) {
  FlagTable game(Seat::two);
  EXPECT_EQ(game.enter("2"), "Player 2 moves to position +3.\n");
  EXPECT_EQ(game.enter("1"), "Player 1 moves to position -4.\n");
}

TEST(CaptureTheFlag, NobodyRunsBeyondTheFlag) {
  EXPECT_EQ(FlagTable().play("3 3 3 3 1 1").legal(), "1 2 3") << "three places before it";
  EXPECT_EQ(FlagTable().play("3 3 3 3 2 1").legal(), "1 2") << "two places before it";
  EXPECT_EQ(FlagTable().play("3 3 3 3 3 1").legal(), "1") << "one place before it";
}

TEST(CaptureTheFlag, LandingOnTheFlagWins) {
  const FlagTable game = FlagTable().play("3 3 3 3 3 1 1");
  EXPECT_EQ(game.outcome(), (Outcome{Seat::one, CaptureTheFlag::kFlag}));
  EXPECT_EQ(game.legal(), "");
  EXPECT_EQ(game.reason(), "captured the flag at +5");
  EXPECT_EQ(game.verdict(), "Player 1 has captured Player 2's flag! Player 1 wins!");
  EXPECT_EQ(FlagTable(Seat::two).play("3 3 3 3 3 1 1").reason(), "captured the flag at -5");
}

TEST(CaptureTheFlag, LandingOnTheTokenWinsAtOnce) {
  const FlagTable game = FlagTable().play("3 3 2 2");
  EXPECT_EQ(game.outcome(), (Outcome{Seat::two, CaptureTheFlag::kToken}));
  EXPECT_EQ(game.legal(), "");
  EXPECT_EQ(game.reason(), "landed on the other token at 0");
  EXPECT_EQ(game.verdict(), "Player 2 has landed on Player 1's token and captured the flag! Player 2 wins!");
}

TEST(CaptureTheFlag, PlacesHaveTheirSigns) {
  EXPECT_EQ(FlagTable().play("3 3 1 3").reason(), "landed on the other token at -1");
  EXPECT_EQ(FlagTable().play("3 3 3 1").reason(), "landed on the other token at +1");
}

TEST(CaptureTheFlag, RunningPastTheTokenHasNoEffect) {
  const FlagTable game = FlagTable().play("3 3 2 3");
  EXPECT_EQ(game.winner(), std::nullopt);
  EXPECT_EQ(game.legal(), "1 2 3");
}

TEST(CaptureTheFlag, ATokenStillOnItsFlagIsCapturedWithTheFlag) {
  const FlagTable game = FlagTable({"flag=1", "stride=2"}).play("2");
  EXPECT_EQ(game.outcome(), (Outcome{Seat::one, CaptureTheFlag::kFlag}));
}

TEST(CaptureTheFlag, AStrideLongerThanThePathEndsAtTheFlag) {
  EXPECT_EQ(FlagTable({"flag=1", "stride=60"}).legal(), "1 2");
  EXPECT_EQ(FlagTable({"flag=1", "stride=60"}).complaint("3"), "That is beyond the flag");
}

TEST(CaptureTheFlag, TheLongestPathIsWalkedToItsEnd) {
  FlagTable game({"flag=60", "stride=60"});
  game.play("60 2 59 1");
  EXPECT_EQ(game.legal(), "1");
  EXPECT_EQ(game.play("1").reason(), "captured the flag at +60");
}

TEST(CaptureTheFlag, ReadsANumberOfSpaces) {
  for (const std::string_view text : {"3", " 3 ", "+3", "03", "3\r\n"}) EXPECT_EQ(FlagTable().read(text), "3") << text;
}

TEST(CaptureTheFlag, ComplainsAboutGoingBackward) {
  EXPECT_EQ(FlagTable().complaint("-1"), "You cannot move backward");
}

TEST(CaptureTheFlag, ComplainsAboutStandingStill) {
  EXPECT_EQ(FlagTable().complaint("0"), "You cannot stand still");
  EXPECT_EQ(FlagTable().complaint("-0"), "You cannot stand still");
}

TEST(CaptureTheFlag, ComplainsAboutTooLongAMove) {
  EXPECT_EQ(FlagTable().complaint("4"), "A token moves at most 3 spaces");
  EXPECT_EQ(FlagTable({"stride=1"}).complaint("2"), "A token moves at most 1 space");
  EXPECT_EQ(FlagTable().complaint("2147483647"), "A token moves at most 3 spaces");
}

TEST(CaptureTheFlag, ComplainsAboutRunningBeyondTheFlag) {
  EXPECT_EQ(FlagTable().play("3 3 3 3 2 1").complaint("3"), "That is beyond the flag");
  EXPECT_EQ(FlagTable().play("3 3 3 3 3 1").complaint("2"), "That is beyond the flag");
}

TEST(CaptureTheFlag, ComplainsAboutWhatIsNoNumber) {
  EXPECT_EQ(FlagTable().complaint("three"), "'three' is not a whole number");
  EXPECT_EQ(FlagTable().complaint("1 2"), "'1 2' is not a whole number");
  EXPECT_EQ(FlagTable().complaint("1.5"), "'1.5' is not a whole number");
  EXPECT_EQ(FlagTable().complaint("2147483648"), "'2147483648' is far out of range");
}

TEST(CaptureTheFlag, AsksWithinTheRangeThatIsLegalNow) {
  EXPECT_EQ(FlagTable().ask(), "Enter your move (1-3 spaces forward): ");
  EXPECT_EQ(FlagTable().play("3 3 3 3 2 1").ask(), "Enter your move (1-2 spaces forward): ");
  EXPECT_EQ(FlagTable().play("3 3 3 3 3 1").ask(), "Enter your move (1 space forward): ");
  EXPECT_EQ(FlagTable({"stride=7"}).ask(), "Enter your move (1-7 spaces forward): ");
}

TEST(CaptureTheFlag, HintsAtTheSameRange) {
  EXPECT_EQ(FlagTable().hint(), "move 1-3 spaces forward");
  EXPECT_EQ(FlagTable().play("3 3 3 3 3 1").hint(), "move 1 space forward");
}

TEST(CaptureTheFlag, DrawsThePathWithTokensAndFlags) {
  EXPECT_EQ(FlagTable().turn(),
            " P1>   .    .    .    .    .    .    .    .    .   <P2\n"
            " -5   -4   -3   -2   -1    0   +1   +2   +3   +4   +5\n"
            "\n"
            "Player 1's turn.\n");
  EXPECT_EQ(FlagTable().play("3 3 3").turn(),
            " F1    .    .    .    .    .   P1>  <P2   .    .   F2\n"
            " -5   -4   -3   -2   -1    0   +1   +2   +3   +4   +5\n"
            "\n"
            "Player 2's turn.\n");
}

TEST(CaptureTheFlag, TheBoardNamesThePlacesToo) {
  EXPECT_EQ(FlagTable({"flag=1"}).board(),
            "Player 1 is at position -1.\n"
            "Player 2 is at position +1.\n"
            "\n"
            " P1>   .   <P2\n"
            " -1    0   +1\n");
}

TEST(CaptureTheFlag, ALongPathTakesSeveralLines) {
  const std::vector<std::string> lines = lines_of(FlagTable({"flag=60"}).summary());
  EXPECT_EQ(lines.size(), 2U * 9) << "121 places, fifteen to a line";
  for (const std::string& line : lines) EXPECT_LE(line.size(), 78U);
}

// The winner has landed, so it is the winner's token that stands there.
TEST(CaptureTheFlag, ThePictureOfTheEndShowsTheWinnersToken) {
  EXPECT_EQ(FlagTable({"flag=1", "stride=1"}).play("1 1").summary(),
            " F1   <P2  F2\n"
            " -1    0   +1\n");
}

TEST(CaptureTheFlagBook, TheExampleGameIsPlayedWithItsCorrection) {
  FlagTable game;
  EXPECT_EQ(game.enter("3"), "Player 1 moves to position -2.\n");
  EXPECT_EQ(game.enter("3"), "Player 2 moves to position +2.\n");
  EXPECT_EQ(game.enter("2"), "Player 1 moves to position 0.\n");
  EXPECT_EQ(game.enter("3"), "Player 2 moves to position -1.\n");
  EXPECT_EQ(game.enter("2"), "Player 1 moves to position +2.\n");
  EXPECT_EQ(game.complaint("4"), "A token moves at most 3 spaces") << "from -1 to -5";
  EXPECT_EQ(game.legal(), "1 2 3") << "to -2, -3 or -4";
  EXPECT_EQ(game.enter("3"), "Player 2 moves to position -4.\n");
  EXPECT_EQ(game.enter("3"), "Player 1 moves to position +5.\n");
  EXPECT_EQ(game.verdict(), "Player 1 has captured Player 2's flag! Player 1 wins!");
  EXPECT_EQ(game.complaint("1"), "The game is over");
}

TEST(CaptureTheFlagBook, TheInteractionExampleHasItsPrompts) {
  FlagTable game;
  for (const std::string_view move : {"3", "3", "2", "3", "3", "1"}) {
    EXPECT_EQ(game.ask(), "Enter your move (1-3 spaces forward): ");
    game.enter(move);
  }
  EXPECT_EQ(game.ask(), "Enter your move (1-2 spaces forward): ");
  EXPECT_EQ(game.enter("2"), "Player 1 moves to position +5.\n");
  EXPECT_EQ(game.verdict(), "Player 1 has captured Player 2's flag! Player 1 wins!");
}

// "If both tokens are on position 0": they never are, for whoever came second has won by coming.
TEST(CaptureTheFlagBook, TheMeetingOfItsExampleEndsTheGame) {
  EXPECT_EQ(FlagTable(Seat::two).play("3 3 2 2").reason(), "landed on the other token at 0");
  EXPECT_EQ(FlagTable(Seat::two).play("3 3 2 2").winner(), Seat::one);
}

}  // namespace
}  // namespace duello
