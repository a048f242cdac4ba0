#include "games/color_bridge.hpp"

#include <gtest/gtest.h>

#include "tests/games/testing.hpp"

namespace duello {
namespace {

using BridgeTable = Table<ColorBridge>;

TEST(ColorBridge, ListsMovesByNumberOfCellsThenByPosition) {
  EXPECT_EQ(BridgeTable().legal(), "1 2 3 4 5 6 7 8 9 10 11 1-2 2-3 3-4 4-5 5-6 6-7 7-8 8-9 9-10 10-11");
  EXPECT_EQ(BridgeTable().play("5-6 4").legal(), "1 2 3 7 8 9 10 11 1-2 2-3 7-8 8-9 9-10 10-11");
  EXPECT_EQ(BridgeTable({"length=5", "reach=4"}).legal(),
            "1 2 3 4 5 1-2 2-3 3-4 4-5 1-2-3 2-3-4 3-4-5 1-2-3-4 2-3-4-5");
}

TEST(ColorBridge, ReachIsTheMostCellsOfOneMove) {
  EXPECT_EQ(BridgeTable({"length=4", "reach=1"}).legal(), "1 2 3 4");
  EXPECT_EQ(BridgeTable({"length=3", "reach=8"}).legal(), "1 2 3 1-2 2-3 1-2-3") << "and never more than there are";
}

TEST(ColorBridge, TurnsAlternateFromEitherSeat) {
  EXPECT_EQ(BridgeTable(Seat::one).play("5").mover(), Seat::two);
  EXPECT_EQ(BridgeTable(Seat::two).mover(), Seat::two);
  EXPECT_EQ(BridgeTable(Seat::two).play("5").mover(), Seat::one);
}

TEST(ColorBridge, ARunOfThreeWinsAtOnce) {
  const BridgeTable game = BridgeTable().play("5-6 1 7");
  EXPECT_EQ(game.winner(), Seat::one);
  EXPECT_EQ(game.legal(), "");
  EXPECT_EQ(game.reason(), "three in a row at 5 6 7");
}

TEST(ColorBridge, ARunOfThreeWinsWhateverMayStillStandBesideIt) {
  EXPECT_EQ(BridgeTable().play("5-6 1 7").winner(), Seat::one) << "both neighbors free";
  EXPECT_EQ(BridgeTable().play("5-6 4 7").winner(), Seat::one) << "Blue on one side";
  EXPECT_EQ(BridgeTable().play("5-6 4 1 8 7").winner(), Seat::one) << "Blue on both sides";
  EXPECT_EQ(BridgeTable().play("1-2 11 3").winner(), Seat::one) << "at the left end of the track";
  EXPECT_EQ(BridgeTable().play("10-11 1 9").winner(), Seat::one) << "at the right end";
}

TEST(ColorBridge, TheStarterOfTheGameDoesNotMatter) {
  EXPECT_EQ(BridgeTable(Seat::two).play("5-6 4 7").winner(), Seat::two);
  EXPECT_EQ(BridgeTable(Seat::two).play("1 5-6 2 7").winner(), Seat::one);
}

TEST(ColorBridge, ARunOfFourWinsNothing) {
  const BridgeTable game = BridgeTable().play("5-6 1 7-8");
  EXPECT_EQ(game.winner(), std::nullopt);
  EXPECT_EQ(game.mover(), Seat::two);
  EXPECT_EQ(BridgeTable().play("5 1 7-8 2 6").winner(), std::nullopt) << "filled from inside";
}

TEST(ColorBridge, ARunOfFiveWinsNothing) { EXPECT_EQ(BridgeTable().play("5-6 1 8-9 2 7").winner(), std::nullopt); }

TEST(ColorBridge, ARunOfTwoWinsNothing) { EXPECT_EQ(BridgeTable().play("5-6 1 8-9").winner(), std::nullopt); }

TEST(ColorBridge, ARunIsOfOneColor) { EXPECT_EQ(BridgeTable().play("5 6 7").winner(), std::nullopt); }

TEST(ColorBridge, AnExactRunBesideALongerOneWins) {
  const BridgeTable game = BridgeTable().play("1-2 5 3-4 11 8-9 6 10");
  EXPECT_EQ(game.winner(), Seat::one) << "1 2 3 4 is too long, 8 9 10 is not";
  EXPECT_EQ(game.reason(), "three in a row at 8 9 10");
}

TEST(ColorBridge, ALongRunMayGrowOverAShortOne) {
  EXPECT_EQ(BridgeTable().play("5-6 1 7-8 3 10-11 4 9").winner(), std::nullopt) << "5 to 11 are one run";
}

TEST(ColorBridge, OnlyTheMoversRunsCount) {
  EXPECT_EQ(BridgeTable().play("1 5-6 7").winner(), std::nullopt) << "two blue cells and a red one";
  EXPECT_EQ(BridgeTable({"length=5"}).play("1-2 3-4 5").winner(), std::nullopt)
      << "nor those of a track about to be wiped";
}

TEST(ColorBridge, AFullTrackIsWipedAndTheTurnsGoOn) {
  BridgeTable game({"length=4", "run=3"});
  game.play("1 2 3");
  const std::string told = game.enter("4");
  EXPECT_EQ(game.winner(), std::nullopt);
  EXPECT_EQ(game.legal(), "1 2 3 4 1-2 2-3 3-4");
  EXPECT_EQ(game.mover(), Seat::one) << "Blue filled it";
  EXPECT_TRUE(game.game().begins_round(game.position()));
  EXPECT_EQ(game.position(), game.game().start(Seat::one));
  EXPECT_EQ(told,
            "\nUpdated Track: R B R B\n"
            "\nThe track is full and nobody has won.\n");
  EXPECT_EQ(game.game().new_round(game.position(), plain_pen<ColorBridge>()), "It is wiped, and a new round begins.\n");
}

TEST(ColorBridge, TheOtherSeatBeginsARoundAfterAnOddNumberOfMoves) {
  const BridgeTable game = BridgeTable({"length=4", "run=3"}).play("1-2 3 4");
  EXPECT_TRUE(game.game().begins_round(game.position()));
  EXPECT_EQ(game.mover(), Seat::two);
}

TEST(ColorBridge, ARoundBeginsOnlyOnAnEmptyTrack) {
  const BridgeTable game = BridgeTable().play("5");
  EXPECT_TRUE(game.game().begins_round(game.game().start(Seat::one)));
  EXPECT_FALSE(game.game().begins_round(game.position()));
}

TEST(ColorBridge, AMoveThatFillsTheTrackMayWin) {
  const BridgeTable game = BridgeTable({"length=4"}).play("1-2 4 3");
  EXPECT_EQ(game.winner(), Seat::one);
  EXPECT_FALSE(game.game().begins_round(game.position()));
}

TEST(ColorBridge, ARunOfOneStandsAlone) {
  EXPECT_EQ(BridgeTable({"run=1"}).play("5").winner(), Seat::one);
  EXPECT_EQ(BridgeTable({"run=1"}).play("5-6").winner(), std::nullopt);
  EXPECT_EQ(BridgeTable({"run=1"}).play("5").reason(), "one in a row at 5");
  EXPECT_EQ(BridgeTable({"run=1"}).play("5").verdict(), "Player 1 (Red) wins by forming a sequence at position 5!");
}

TEST(ColorBridge, ALongReachMayWinInOneMove) {
  EXPECT_EQ(BridgeTable({"reach=3"}).play("5-6-7").winner(), Seat::one);
  EXPECT_EQ(BridgeTable({"reach=4"}).play("5-6-7-8").winner(), std::nullopt);
}

TEST(ColorBridge, TheLargestTrackHasAnEndToo) {
  EXPECT_EQ(BridgeTable({"length=31", "run=31", "reach=8"}).play("24-25-26-27-28-29-30-31").complaint("32"),
            "There is no position 32");
  EXPECT_EQ(BridgeTable({"length=31"}).play("30-31 1 29").reason(), "three in a row at 29 30 31");
}

TEST(ColorBridge, ReadsOneCell) {
  for (const std::string_view text : {"5", " 5 ", "+5", "05", "5\t"}) EXPECT_EQ(BridgeTable().read(text), "5") << text;
}

TEST(ColorBridge, ReadsTwoCellsInEitherOrderAndSpelling) {
  for (const std::string_view text :
       {"5-6", "5 6", "5,6", "6 5", "6,5", "6-5", "5, 6", "5 ,6", " 5  6 ", "5 - 6", "5\t6", "06 5"})
    EXPECT_EQ(BridgeTable().read(text), "5-6") << text;
  EXPECT_EQ(BridgeTable({"reach=3"}).read("7 5,6"), "5-6-7");
}

TEST(ColorBridge, ComplainsAboutATakenCell) {
  EXPECT_EQ(BridgeTable().play("5").complaint("5"), "Position 5 is already Red");
  EXPECT_EQ(BridgeTable().play("5 6").complaint("6"), "Position 6 is already Blue");
  EXPECT_EQ(BridgeTable().play("5").complaint("4 5"), "Position 5 is already Red");
}

TEST(ColorBridge, ComplainsAboutCellsThatAreNotAdjacent) {
  EXPECT_EQ(BridgeTable().complaint("1 3"), "Positions 1 and 3 are not adjacent");
  EXPECT_EQ(BridgeTable().complaint("11-1"), "Positions 1 and 11 are not adjacent");
  EXPECT_EQ(BridgeTable({"reach=3"}).complaint("1 2 4"), "Positions 1, 2 and 4 are not adjacent");
}

TEST(ColorBridge, ComplainsAboutACellNamedTwice) {
  EXPECT_EQ(BridgeTable().complaint("5 5"), "Position 5 is named twice");
  EXPECT_EQ(BridgeTable().complaint("5-5"), "Position 5 is named twice");
}

TEST(ColorBridge, ComplainsAboutTooManyCells) {
  EXPECT_EQ(BridgeTable().complaint("4 5 6"), "A move colors at most 2 positions");
  EXPECT_EQ(BridgeTable({"reach=1"}).complaint("5 6"), "A move colors at most 1 position");
}

TEST(ColorBridge, ComplainsAboutAPositionThatIsNotThere) {
  EXPECT_EQ(BridgeTable().complaint("0"), "There is no position 0");
  EXPECT_EQ(BridgeTable().complaint("12"), "There is no position 12");
  EXPECT_EQ(BridgeTable().complaint("11 12"), "There is no position 12");
}

TEST(ColorBridge, ComplainsAboutAMissingNumber) {
  EXPECT_EQ(BridgeTable().complaint("-5"), "A number is missing before '-5'");
  EXPECT_EQ(BridgeTable().complaint(",5"), "A number is missing before ',5'");
  EXPECT_EQ(BridgeTable().complaint("5--6"), "A number is missing before '-6'");
  EXPECT_EQ(BridgeTable().complaint("5,,6"), "A number is missing before ',6'");
  EXPECT_EQ(BridgeTable().complaint("5-"), "A number is missing at the end");
  EXPECT_EQ(BridgeTable().complaint("5 6,"), "A number is missing at the end");
}

TEST(ColorBridge, ComplainsAboutWhatIsNoNumber) {
  EXPECT_EQ(BridgeTable().complaint("five"), "'five' is not a whole number");
  EXPECT_EQ(BridgeTable().complaint("5 x"), "'x' is not a whole number");
  EXPECT_EQ(BridgeTable().complaint("5\n6"), "'5?6' is not a whole number");
  EXPECT_EQ(BridgeTable().complaint("5 99999999999"), "'99999999999' is far out of range");
}

TEST(ColorBridge, NumbersEveryCellAboveTheTrack) {
  EXPECT_EQ(BridgeTable().play("5-6").board(),
            "                                 1 1\n"
            "               1 2 3 4 5 6 7 8 9 0 1\n"
            "Current Track: _ _ _ _ R R _ _ _ _ _\n");
  EXPECT_EQ(BridgeTable({"length=3"}).board(),
            "               1 2 3\n"
            "Current Track: _ _ _\n");
}

TEST(ColorBridge, SaysHowManyPositionsMayBeChosen) {
  const auto last_line = [](const BridgeTable& game) { return lines_of(game.turn()).back(); };
  EXPECT_EQ(last_line(BridgeTable()), "Player 1 (Red), choose position(s) to color (one or two positions):");
  EXPECT_EQ(last_line(BridgeTable({"reach=1"})), "Player 1 (Red), choose position(s) to color (one position):");
  EXPECT_EQ(last_line(BridgeTable({"reach=4"}, Seat::two)),
            "Player 2 (Blue), choose position(s) to color (one to four positions):");
  EXPECT_EQ(BridgeTable().ask(), "> ");
}

TEST(ColorBridge, HintsAtTheFreePositions) {
  EXPECT_EQ(BridgeTable().hint(), "choose one, or adjacent ones, of the free positions 1-11");
  EXPECT_EQ(BridgeTable().play("5-6 4 9 10").hint(),
            "choose one, or adjacent ones, of the free positions 1-3, 7-8 and 11");
  EXPECT_EQ(BridgeTable({"reach=1"}).play("2").hint(), "choose one of the free positions 1 and 3-11");
}

TEST(ColorBridge, RefusesARunLongerThanTheTrack) {
  const std::vector<std::string> settings{"length=4", "run=5"};
  EXPECT_EQ(read_rules<ColorBridge::Rules>(settings).error().why,
            "The rule 'run' must be 1 to 4, the length of the track, not '5'");
}

// The book lets the game go on after turn 3; by its own objective, and by the ruling, it is over.
TEST(ColorBridgeBook, TheLongSampleIsOverAfterItsThirdTurn) {
  BridgeTable game;
  EXPECT_EQ(game.enter("5 6"), "\nUpdated Track: _ _ _ _ R R _ _ _ _ _\n");
  EXPECT_EQ(game.enter("4"), "\nUpdated Track: _ _ _ B R R _ _ _ _ _\n");
  EXPECT_EQ(game.enter("7"), "\nUpdated Track: _ _ _ B R R R _ _ _ _\n");
  EXPECT_EQ(game.verdict(), "Player 1 (Red) wins by forming a sequence at positions 5, 6, 7!");
  for (const std::string_view later : {"9 10", "8", "11", "2", "1 3"})
    EXPECT_EQ(game.complaint(later), "The game is over") << later;
}

TEST(ColorBridgeBook, TheSamplesIllegalMovesAreRefused) {
  EXPECT_EQ(BridgeTable().play("5-6").complaint("1 3"), "Positions 1 and 3 are not adjacent");
  const BridgeTable red = BridgeTable().play("5-6 4");
  EXPECT_EQ(red.complaint("4"), "Position 4 is already Blue");
  EXPECT_EQ(red.complaint("0"), "There is no position 0");
  EXPECT_EQ(red.complaint("None"), "'None' is not a whole number");
}

TEST(ColorBridgeBook, TheAlternateEndingIsWonAtFourFiveSix) {
  BridgeTable game;
  EXPECT_EQ(game.enter("5 6"), "\nUpdated Track: _ _ _ _ R R _ _ _ _ _\n");
  EXPECT_EQ(game.enter("7"), "\nUpdated Track: _ _ _ _ R R B _ _ _ _\n");
  EXPECT_EQ(game.enter("4"), "\nUpdated Track: _ _ _ R R R B _ _ _ _\n");
  EXPECT_EQ(game.outcome(), Outcome{.winner = Seat::one});
  EXPECT_EQ(game.verdict(), "Player 1 (Red) wins by forming a sequence at positions 4, 5, 6!");
  EXPECT_EQ(game.reason(), "three in a row at 4 5 6");
}

}  // namespace
}  // namespace duello
