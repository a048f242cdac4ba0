#include "games/color_capture.hpp"

#include <gtest/gtest.h>

#include "tests/games/testing.hpp"

namespace duello {
namespace {

using CaptureTable = Table<ColorCapture>;

TEST(ColorCapture, OffersTheTwoEndsLeftThenRight) {
  EXPECT_EQ(CaptureTable().legal(), "1 15");
  EXPECT_EQ(CaptureTable(Seat::two).legal(), "1 15");
}

TEST(ColorCapture, NumbersTheTokensAfreshAfterEveryPick) {
  EXPECT_EQ(CaptureTable().play("1").legal(), "1 14");
  EXPECT_EQ(CaptureTable().play("15").legal(), "1 14");
  EXPECT_EQ(CaptureTable().play("1 14 1").legal(), "1 12");
}

TEST(ColorCapture, RepeatsTheColorsAlongTheRow) {
  EXPECT_EQ(CaptureTable().turn(),
            "Remaining Tokens:\n"
            "Position: 1   2   3   4   5   6   7   8   9   10  11  12  13  14  15\n"
            "Token:    R   B   G   R   B   G   R   B   G   R   B   G   R   B   G\n"
            "\n"
            "Player 1's Turn:\n");
}

TEST(ColorCapture, HasSixColorsInTheirOrder) {
  EXPECT_EQ(CaptureTable({"tokens=7", "colors=6"}).turn(),
            "Remaining Tokens:\n"
            "Position: 1   2   3   4   5   6   7\n"
            "Token:    R   B   G   Y   P   O   R\n"
            "\n"
            "Player 1's Turn:\n");
}

TEST(ColorCapture, TurnsAlternateFromEitherSeat) {
  EXPECT_EQ(CaptureTable(Seat::one).play("1").mover(), Seat::two);
  EXPECT_EQ(CaptureTable(Seat::two).mover(), Seat::two);
  EXPECT_EQ(CaptureTable(Seat::two).play("1").mover(), Seat::one);
}

TEST(ColorCapture, TheThirdTokenOfAColorWinsAtOnce) {
  const CaptureTable game = CaptureTable().play("1 1 1 12 1 10 9");
  EXPECT_EQ(game.winner(), Seat::one);
  EXPECT_EQ(game.outcome()->why, ColorCapture::kMajority);
  EXPECT_EQ(game.reason(), "a majority of Red tokens");
  EXPECT_EQ(game.legal(), "") << "though eight tokens remain";
}

TEST(ColorCapture, TwoTokensOfEveryColorWinNothing) {
  EXPECT_EQ(CaptureTable().play("15 1 1 12 11 1 1 8 1").winner(), std::nullopt);
}

TEST(ColorCapture, TheWinnerIsTheSeatThatPickedWhoeverStarted) {
  EXPECT_EQ(CaptureTable(Seat::one).play("15 1 1 12 11 1 1 8 1 1").winner(), Seat::two);
  EXPECT_EQ(CaptureTable(Seat::two).play("15 1 1 12 11 1 1 8 1 1").winner(), Seat::one);
}

TEST(ColorCapture, MajorityAtTheEndDrawsAllTokens) {
  CaptureTable game({"majority=end"});
  game.play("15 1 1 12 11 1 1 8 1 1");
  EXPECT_EQ(game.winner(), std::nullopt) << "three green tokens are no end";
  game.play("1 1 1 1 1");
  EXPECT_EQ(game.legal(), "");
  EXPECT_EQ(game.reason(), "majorities in more colors");
}

TEST(ColorCapture, MajorityAtTheEndGoesToMoreMajorities) {
  const CaptureTable game = CaptureTable({"tokens=3", "colors=3", "majority=end"}).play("1 1 1");
  EXPECT_EQ(game.outcome(), (Outcome{Seat::one, ColorCapture::kMajorities}));
  EXPECT_EQ(game.verdict(), "Winner: Player 1 wins by collecting majorities in more colors!");
}

TEST(ColorCapture, EqualMajoritiesGoToMoreTokens) {
  const CaptureTable game = CaptureTable({"tokens=3", "colors=2", "majority=end"}).play("1 1 1");
  EXPECT_EQ(game.outcome(), (Outcome{Seat::one, ColorCapture::kTokens}));
  EXPECT_EQ(game.reason(), "more tokens");
  EXPECT_EQ(game.verdict(), "Winner: Player 1 wins by collecting more tokens!");
}

TEST(ColorCapture, EqualTokensGoToTheHigherCounts) {
  const std::initializer_list<std::string> rules{"tokens=10", "colors=4", "majority=end"};
  const CaptureTable one = CaptureTable(rules).play("1 1 8 1 6 1 1 3 1 1");
  EXPECT_EQ(one.outcome(), (Outcome{Seat::one, ColorCapture::kCounts}));
  const CaptureTable two = CaptureTable(rules).play("1 1 1 7 1 5 4 1 2 1");
  EXPECT_EQ(two.outcome(), (Outcome{Seat::two, ColorCapture::kCounts}));
  EXPECT_EQ(two.reason(), "more tokens of one color");
  EXPECT_EQ(two.verdict(), "Winner: Player 2 wins by collecting more tokens of one color!");
}

TEST(ColorCapture, AllEqualGoesToWhoeverMovedSecond) {
  for (const Seat first : kSeats) {
    const CaptureTable game = CaptureTable({"tokens=4", "colors=2"}, first).play("1 1 2 1");
    EXPECT_EQ(game.outcome(), (Outcome{other(first), ColorCapture::kMovedSecond}));
    EXPECT_EQ(game.reason(), "all equal, moved second");
  }
  EXPECT_EQ(CaptureTable({"tokens=2", "colors=1"}).play("1 1").verdict(),
            "Winner: Player 2 wins by having moved second, all else being equal!");
}

TEST(ColorCapture, HalfOfAColorIsNoMajority) {
  EXPECT_EQ(CaptureTable({"tokens=4", "colors=1"}).play("1 1 1").winner(), std::nullopt) << "two of four";
  EXPECT_EQ(CaptureTable({"tokens=5", "colors=1"}).play("1 1 1 1 1").winner(), Seat::one) << "three of five";
}

TEST(ColorCapture, TheLastTokenIsOneMove) {
  const CaptureTable game = CaptureTable({"tokens=3", "colors=3", "majority=end"}).play("1 1");
  EXPECT_EQ(game.legal(), "1");
  EXPECT_EQ(game.read("left"), "1");
  EXPECT_EQ(game.read("right"), "1");
}

TEST(ColorCapture, ReadsPositionsAndTheNamesOfTheEnds) {
  const CaptureTable game;
  for (const std::string_view left : {"1", "left", "l", "L", "LEFT", " left ", "\t1\n", "+1", "01"})
    EXPECT_EQ(game.read(left), "1") << left;
  for (const std::string_view right : {"15", "right", "r", "R", "Right", "  15"})
    EXPECT_EQ(game.read(right), "15") << right;
}

TEST(ColorCapture, ComplainsAboutATokenInside) {
  EXPECT_EQ(CaptureTable().complaint("2"), "Position 2 is not at an end of the row");
  EXPECT_EQ(CaptureTable().complaint("14"), "Position 14 is not at an end of the row");
  EXPECT_EQ(CaptureTable().play("1").complaint("13"), "Position 13 is not at an end of the row");
}

TEST(ColorCapture, ComplainsAboutAPositionThatIsNotThere) {
  EXPECT_EQ(CaptureTable().complaint("0"), "There is no position 0");
  EXPECT_EQ(CaptureTable().complaint("16"), "There is no position 16");
  EXPECT_EQ(CaptureTable().complaint("-1"), "There is no position -1");
  EXPECT_EQ(CaptureTable().play("1").complaint("15"), "There is no position 15");
}

TEST(ColorCapture, ComplainsAboutWhatIsNoNumber) {
  EXPECT_EQ(CaptureTable().complaint("middle"), "'middle' is not a whole number");
  EXPECT_EQ(CaptureTable().complaint("1 15"), "'1 15' is not a whole number");
  EXPECT_EQ(CaptureTable().complaint("leftright"), "'leftright' is not a whole number");
  EXPECT_EQ(CaptureTable().complaint("1.0"), "'1.0' is not a whole number");
  EXPECT_EQ(CaptureTable().complaint("4294967297"), "'4294967297' is far out of range");
}

TEST(ColorCapture, AsksForOneOfTheEnds) {
  CaptureTable game({"tokens=3", "colors=3", "majority=end"});
  EXPECT_EQ(game.ask(), "Choose a token from Position 1 (R) or Position 3 (G): ");
  EXPECT_EQ(game.hint(), "choose 1 (left) or 3 (right)");
  game.play("1 2");
  EXPECT_EQ(game.ask(), "Choose the last token from Position 1 (B): ");
  EXPECT_EQ(game.hint(), "only position 1 is left");
}

TEST(ColorCapture, TheBoardShowsWhatEachPlayerHolds) {
  EXPECT_EQ(CaptureTable().play("15 1 1").board(),
            "Remaining Tokens:\n"
            "Position: 1   2   3   4   5   6   7   8   9   10  11  12\n"
            "Token:    G   R   B   G   R   B   G   R   B   G   R   B\n"
            "Player 1's Collection: Blue 1, Green 1\n"
            "Player 2's Collection: Red 1\n");
  EXPECT_EQ(CaptureTable({"tokens=1", "colors=1"}).play("1").board(),
            "Remaining Tokens:\n"
            "(none)\n"
            "Player 1's Collection: Red 1\n"
            "Player 2's Collection: none yet\n");
}

TEST(ColorCapture, ALongRowTakesSeveralLines) {
  const std::string text = CaptureTable({"tokens=60"}).turn();
  EXPECT_EQ(lines_of(text).size(), 1U + 2 * 4 + 2);
  for (const std::string& line : lines_of(text)) EXPECT_LE(line.size(), 78U);
}

TEST(ColorCapture, RefusesMoreColorsThanTokens) {
  const std::vector<std::string> settings{"tokens=3", "colors=4"};
  EXPECT_EQ(read_rules<ColorCapture::Rules>(settings).error().why,
            "The rule 'colors' must be 1 to 3, the number of tokens, not '4'");
}

// The book's sample game, turn by turn, with the collections that it prints.
TEST(ColorCaptureBook, TheSampleGameIsWonByGreen) {
  struct Turn {
    std::string_view ends;
    std::string_view pick;
    std::string_view told;
  };
  constexpr Turn kTurns[] = {
      {"1 (R) or Position 15 (G)", "15", "Position 15: Green.\nPlayer 1's Collection: Green 1"},
      {"1 (R) or Position 14 (B)", "1", "Position 1: Red.\nPlayer 2's Collection: Red 1"},
      {"1 (B) or Position 13 (B)", "1", "Position 1: Blue.\nPlayer 1's Collection: Blue 1, Green 1"},
      {"1 (G) or Position 12 (B)", "12", "Position 12: Blue.\nPlayer 2's Collection: Red 1, Blue 1"},
      {"1 (G) or Position 11 (R)", "11", "Position 11: Red.\nPlayer 1's Collection: Red 1, Blue 1, Green 1"},
      {"1 (G) or Position 10 (G)", "1", "Position 1: Green.\nPlayer 2's Collection: Red 1, Blue 1, Green 1"},
      {"1 (R) or Position 9 (G)", "1", "Position 1: Red.\nPlayer 1's Collection: Red 2, Blue 1, Green 1"},
      {"1 (B) or Position 8 (G)", "8", "Position 8: Green.\nPlayer 2's Collection: Red 1, Blue 1, Green 2"},
      {"1 (B) or Position 7 (B)", "1", "Position 1: Blue.\nPlayer 1's Collection: Red 2, Blue 2, Green 1"},
      {"1 (G) or Position 6 (B)", "1", "Position 1: Green.\nPlayer 2's Collection: Red 1, Blue 1, Green 3"},
  };
  CaptureTable game;
  for (const Turn& turn : kTurns) {
    EXPECT_EQ(game.winner(), std::nullopt);
    EXPECT_EQ(game.ask(), cat("Choose a token from Position ", turn.ends, ": "));
    EXPECT_EQ(game.enter(turn.pick), cat("\nYou picked ", turn.told, "\n"));
  }
  EXPECT_EQ(game.winner(), Seat::two);
  EXPECT_EQ(game.reason(), "a majority of Green tokens");
  EXPECT_EQ(game.summary(),
            "Game Over!\n"
            "\n"
            "Player 1's Collection:\n"
            "- Red Tokens: 2\n"
            "- Blue Tokens: 2\n"
            "- Green Tokens: 1\n"
            "\n"
            "Player 2's Collection:\n"
            "- Red Tokens: 1\n"
            "- Blue Tokens: 1\n"
            "- Green Tokens: 3\n");
  EXPECT_EQ(game.verdict(), "Winner: Player 2 wins by collecting a majority of Green tokens!");
  EXPECT_EQ(game.complaint("1"), "The game is over");
}

}  // namespace
}  // namespace duello
