#include "games/color_clash.hpp"

#include <gtest/gtest.h>

#include "tests/games/testing.hpp"

namespace duello {
namespace {

using ClashTable = Table<ColorClash>;

TEST(ColorClash, DisksStandInTurnFromPositionOne) {
  EXPECT_EQ(ClashTable().opening(),
            "Current Positions:\n"
            "1: [R1]  2: [B1]  3: [R2]  4: [B2]  5: [R3]\n"
            "6: [B3]  7: [R4]  8: [B4]  9: [  ]\n");
}

TEST(ColorClash, RedStarts) {
  EXPECT_TRUE(ColorClash::kFacts.one_starts);
  EXPECT_EQ(ClashTable().mover(), Seat::one);
  EXPECT_EQ(ClashTable().turn(), "Red's Turn:\n");
  EXPECT_EQ(ClashTable().play("R4-9").turn(), "Blue's Turn:\n");
}

TEST(ColorClash, ListsMovesByDiskThenByDestination) {
  EXPECT_EQ(ClashTable().legal(), "R1-9 R2-9 R3-9 R4-9");
  EXPECT_EQ(ClashTable({"disks=2", "positions=6"}).legal(), "R1-5 R1-6 R2-5 R2-6");
  EXPECT_EQ(ClashTable({"disks=2", "positions=6"}).play("R2-6").legal(), "B1-3 B1-5 B2-5");
}

TEST(ColorClash, ADiskJumpsOverAnyNumberOfOthers) {
  const ClashTable game = ClashTable().play("R1-9");
  EXPECT_EQ(game.board(),
            "Current Positions:\n"
            "1: [  ]  2: [B1]  3: [R2]  4: [B2]  5: [R3]\n"
            "6: [B3]  7: [R4]  8: [B4]  9: [R1]\n");
}

TEST(ColorClash, ADiskKeepsItsNameWhereverItStands) {
  EXPECT_EQ(ClashTable({"disks=2", "positions=6"}).play("R1-6 B2-5").legal(), "R2-4") << "R1 is ahead of R2 now";
}

TEST(ColorClash, AllDisksAheadWins) {
  const ClashTable game = ClashTable({"disks=1", "positions=3"}).play("R1-3");
  EXPECT_EQ(game.outcome(), (Outcome{Seat::one, ColorClash::kAhead}));
  EXPECT_EQ(game.legal(), "");
  EXPECT_EQ(game.reason(), "all disks ahead");
  EXPECT_EQ(game.verdict(), "Red wins: every disk is ahead of all of Blue's disks!");
}

TEST(ColorClash, OneDiskBehindWinsNothing) {
  EXPECT_EQ(ClashTable({"disks=2", "positions=7"}).play("R1-6 B1-5").winner(), std::nullopt);
  EXPECT_EQ(ClashTable({"disks=2", "positions=7"}).play("R1-6 B1-5 R2-7").reason(), "all disks ahead");
}

TEST(ColorClash, BlueMayWinByBeingAhead) {
  const ClashTable game = ClashTable({"disks=2", "positions=7"}).play("R1-5 B2-6 R2-4 B1-7");
  EXPECT_EQ(game.outcome(), (Outcome{Seat::two, ColorClash::kAhead}));
  EXPECT_EQ(game.verdict(), "Blue wins: every disk is ahead of all of Red's disks!");
}

// Blue's one disk starts ahead of Red's, but it is looked at only after Blue has moved.
TEST(ColorClash, StandingAheadBeforeMovingWinsNothing) {
  EXPECT_EQ(ClashTable({"disks=1", "positions=4"}).winner(), std::nullopt);
}

TEST(ColorClash, ThePlayerWhoCannotMoveLosesAtOnce) {
  const ClashTable game = ClashTable().play("R1-9");
  EXPECT_EQ(game.outcome(), (Outcome{Seat::one, ColorClash::kBlocked}))
      << "only position 1 is free, behind all of Blue";
  EXPECT_EQ(game.legal(), "");
  EXPECT_EQ(game.reason(), "the other player cannot move");
  EXPECT_EQ(game.verdict(), "Red wins: Blue has no legal move!");
}

TEST(ColorClash, BlueMayBlockRed) {
  const ClashTable game = ClashTable({"disks=2", "positions=6"}).play("R1-5 B1-6");
  EXPECT_EQ(game.outcome(), (Outcome{Seat::two, ColorClash::kBlocked}));
  EXPECT_EQ(game.verdict(), "Blue wins: Red has no legal move!");
}

// Both hold after this move: Red is ahead of Blue, and Blue has nowhere to go.
TEST(ColorClash, TheAheadConditionComesFirst) {
  const ClashTable game = ClashTable({"disks=1", "positions=3"}).play("R1-3");
  EXPECT_EQ(game.outcome()->why, ColorClash::kAhead);
}

TEST(ColorClash, ReadsEverySpellingOfAMove) {
  for (const std::string_view text : {"R4-9", "r4-9", "R4 9", "r4 9", "move R4 9", "MOVE r4 9", "Move R4-9", " R4  9 ",
                                      "R4 - 9", "move\tR4\t9", "R4 -9"})
    EXPECT_EQ(ClashTable().read(text), "R4-9") << text;
}

TEST(ColorClash, ComplainsAboutTheOthersDisk) {
  EXPECT_EQ(ClashTable().complaint("B4 9"), "B4 is not your disk");
  EXPECT_EQ(ClashTable().play("R4-9").complaint("R1 7"), "R1 is not your disk");
}

TEST(ColorClash, ComplainsAboutAnOccupiedPosition) {
  EXPECT_EQ(ClashTable().complaint("R1 2"), "Position 2 is occupied") << "by Blue";
  EXPECT_EQ(ClashTable().complaint("R1 3"), "Position 3 is occupied") << "by Red";
}

TEST(ColorClash, ComplainsAboutGoingBackward) {
  EXPECT_EQ(ClashTable().complaint("R4 1"), "R4 cannot move backward from 7 to 1");
  EXPECT_EQ(ClashTable().play("R4-9 B3-7").complaint("R4 6"), "R4 cannot move backward from 9 to 6")
      << "though it is free";
}

TEST(ColorClash, ComplainsAboutStandingStill) {
  EXPECT_EQ(ClashTable().complaint("R4 7"), "R4 stands on position 7 already");
}

TEST(ColorClash, ComplainsAboutAPositionThatIsNotThere) {
  EXPECT_EQ(ClashTable().complaint("R4 10"), "There is no position 10");
  EXPECT_EQ(ClashTable().complaint("R4 0"), "There is no position 0");
  EXPECT_EQ(ClashTable().complaint("R4--9"), "There is no position -9");
}

TEST(ColorClash, ComplainsAboutADiskThatIsNotThere) {
  EXPECT_EQ(ClashTable().complaint("R5 9"), "There is no disk 'r5'");
  EXPECT_EQ(ClashTable().complaint("R0 9"), "There is no disk 'r0'");
  EXPECT_EQ(ClashTable().complaint("R 9"), "There is no disk 'r'");
  EXPECT_EQ(ClashTable().complaint("G1 9"), "There is no disk 'g1'");
  EXPECT_EQ(ClashTable().complaint("4 9"), "There is no disk '4'");
  EXPECT_EQ(ClashTable().complaint("R99999999999 9"), "There is no disk 'r99999999999'");
}

TEST(ColorClash, ComplainsAboutHalfAMove) {
  EXPECT_EQ(ClashTable().complaint("R4"), "'R4' does not name a disk and a position");
  EXPECT_EQ(ClashTable().complaint("move"), "'move' does not name a disk and a position");
  EXPECT_EQ(ClashTable().complaint("move R4"), "'move R4' does not name a disk and a position");
  EXPECT_EQ(ClashTable().complaint("R4-"), "'R4-' does not name a disk and a position");
  EXPECT_EQ(ClashTable().complaint("-9"), "'-9' does not name a disk and a position");
}

TEST(ColorClash, ComplainsAboutWhatIsNoNumber) {
  EXPECT_EQ(ClashTable().complaint("R4 nine"), "'nine' is not a whole number");
  EXPECT_EQ(ClashTable().complaint("R4 9 9"), "'9 9' is not a whole number");
  EXPECT_EQ(ClashTable().complaint("R4 99999999999"), "'99999999999' is far out of range");
}

TEST(ColorClash, AsksWithAMoveThatIsLegal) {
  EXPECT_EQ(ClashTable().ask(), "Enter your move (e.g., move R4 9): ");
  EXPECT_EQ(ClashTable().play("R4-9").ask(), "Enter your move (e.g., move B3 7): ");
}

TEST(ColorClash, HintsAtTheDisksThatCanMove) {
  EXPECT_EQ(ClashTable().hint(), "move R1, R2, R3 or R4 forward to a free position: 9");
  EXPECT_EQ(ClashTable({"disks=2", "positions=6"}).play("R2-6").hint(),
            "move B1 or B2 forward to a free position: 3 or 5");
  EXPECT_EQ(ClashTable().play("R2-9").hint(), "move B1 forward to a free position: 3");
}

TEST(ColorClash, LinesUpPositionsOfTwoDigits) {
  EXPECT_EQ(ClashTable({"disks=1", "positions=11"}).board(),
            "Current Positions:\n"
            " 1: [R1]   2: [B1]   3: [  ]   4: [  ]   5: [  ]\n"
            " 6: [  ]   7: [  ]   8: [  ]   9: [  ]  10: [  ]\n"
            "11: [  ]\n");
}

TEST(ColorClash, TheLongestTrackHasAnEnd) {
  EXPECT_EQ(ClashTable({"disks=8", "positions=31"}).read("R8-31"), "R8-31");
  EXPECT_EQ(ClashTable({"disks=8", "positions=31"}).complaint("R8-32"), "There is no position 32");
}

TEST(ColorClash, RefusesATrackWithoutAFreePosition) {
  const std::vector<std::string> settings{"disks=5"};
  EXPECT_EQ(read_rules<ColorClash::Rules>(settings).error().why,
            "The rule 'positions' must be 11 to 31 with disks=5, not '9'");
}

// The book moves B2 onto B3, R3 onto B4 and B1 onto R3, and tries to move B4 backward.
TEST(ColorClashBook, TheSampleCannotBePlayedOnFromItsSecondTurn) {
  ClashTable game;
  EXPECT_EQ(game.enter("move R4 9"),
            "\nMove Accepted: R4 moved to position 9\n"
            "\n"
            "Updated Positions:\n"
            "1: [R1]  2: [B1]  3: [R2]  4: [B2]  5: [R3]\n"
            "6: [B3]  7: [  ]  8: [B4]  9: [R4]\n");
  EXPECT_EQ(game.complaint("move B2 6"), "Position 6 is occupied");
  EXPECT_EQ(game.complaint("move B4 7"), "B4 cannot move backward from 8 to 7");
  EXPECT_EQ(game.complaint("move B1 5"), "Position 5 is occupied");
  EXPECT_EQ(game.legal(), "B1-7 B2-7 B3-7");
  EXPECT_EQ(game.play("B2-7").complaint("move R3 8"), "Position 8 is occupied");
}

}  // namespace
}  // namespace duello
