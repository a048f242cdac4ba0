#include "games/energy_capture.hpp"

#include <gtest/gtest.h>

#include "tests/games/testing.hpp"

namespace duello {
namespace {

using EnergyTable = Table<EnergyCapture>;

// Both players place, both pass, and the nodes are handed out.
constexpr std::string_view kTwoAll = "1:5 1:6 2:7 2:5 3:2 3:4 4:1 pass pass";

std::vector<std::string> listed_moves(const EnergyTable& game) {
  std::vector<std::string> moves;
  game.game().listed(game.view(), [&](const EnergyCapture::Move& move) { moves.push_back(game.game().write(move)); });
  return moves;
}

std::optional<std::string> forced_move(const EnergyTable& game) {
  const auto move = game.game().forced(game.view());
  return move ? std::optional(game.game().write(*move)) : std::nullopt;
}

TEST(EnergyCapture, AMovePlacesUnitsOnOneOrMoreNodesOrPasses) {
  EXPECT_EQ(EnergyTable({"units=2", "nodes=3"}).legal(), "pass 3:1 3:2 2:1 2:1,3:1 2:2 1:1 1:1,3:1 1:1,2:1 1:2");
}

TEST(EnergyCapture, CountsAllAllocationsOfFifteenUnitsOnFiveNodes) {
  const EnergyTable game;
  EXPECT_EQ(game.game().legal(game.position()).size(), 15504U) << "20 choose 5";
}

TEST(EnergyCapture, ListsThePassAndTheSingleNodeAllocations) {
  EXPECT_EQ(joined(listed_moves(EnergyTable({"units=2", "nodes=3"})), " "), "pass 1:1 1:2 2:1 2:2 3:1 3:2");
  EXPECT_EQ(listed_moves(EnergyTable()).size(), 1U + 5 * 15);
}

TEST(EnergyCapture, TurnsAlternateFromEitherSeat) {
  EXPECT_EQ(EnergyTable(Seat::one).play("1:1").mover(), Seat::two);
  EXPECT_EQ(EnergyTable(Seat::two).mover(), Seat::two);
  EXPECT_EQ(EnergyTable(Seat::two).play("1:1").mover(), Seat::one);
}

TEST(EnergyCapture, AllocationsAddUp) {
  EnergyTable game = EnergyTable().play("1:5,2:3 1:1 1:2 2:1");
  EXPECT_EQ(game.turn(), "Player 1, allocate your energy units:\n- Energy units remaining: 5\n");
  EXPECT_EQ(game.board(),
            "Allocation Phase\n"
            "Node 1: neutral, you have placed 7 units\n"
            "Node 2: neutral, you have placed 3 units\n"
            "Node 3: neutral, you have placed 0 units\n"
            "Node 4: neutral, you have placed 0 units\n"
            "Node 5: neutral, you have placed 0 units\n");
}

TEST(EnergyCapture, APassIsFinalAndTheOtherGoesOnAlone) {
  EnergyTable game = EnergyTable().play("pass");
  EXPECT_EQ(game.mover(), Seat::two);
  EXPECT_EQ(game.play("1:1").mover(), Seat::two);
  EXPECT_EQ(game.play("1:1").mover(), Seat::two);
  EXPECT_EQ(game.play("pass").winner(), Seat::two) << "one node to none";
}

TEST(EnergyCapture, APlayerWithoutUnitsHasOnlyThePass) {
  const EnergyTable game = EnergyTable().play("1:15 1:1");
  EXPECT_EQ(game.legal(), "pass");
  EXPECT_EQ(forced_move(game), "pass");
  EXPECT_EQ(game.complaint("1:1"), "That is more units than you have");
}

TEST(EnergyCapture, APlayerWithUnitsIsAsked) {
  EXPECT_EQ(forced_move(EnergyTable()), std::nullopt);
  EXPECT_EQ(forced_move(EnergyTable().play("1:14 1:1")), std::nullopt);
}

TEST(EnergyCapture, AForcedPassIsAMoveLikeAnyOther) {
  EnergyTable game = EnergyTable().play("1:15 1:1");
  EXPECT_EQ(game.enter("pass"), "Player 1 has passed.\n");
  EXPECT_EQ(game.mover(), Seat::two);
}

TEST(EnergyCapture, NothingIsRevealedUntilBothHavePassed) {
  EnergyTable game = EnergyTable().play("1:5");
  EXPECT_EQ(game.enter("1:6"), "Player 2 has allocated.\n");
  EXPECT_EQ(game.enter("pass"), "Player 1 has passed.\n");
  EXPECT_TRUE(game.enter("pass").starts_with("Player 2 has passed.\n\nReveal Phase\n"));
}

TEST(EnergyCapture, OnlyTheMoverIsToldTheMove) {
  EXPECT_EQ(EnergyTable().enter("2:3,1:5", Seat::one), "Placed 1:5,2:3.\n");
  EXPECT_EQ(EnergyTable().enter("2:3,1:5", Seat::two), "Player 1 has allocated.\n");
  EXPECT_EQ(EnergyTable().enter("2:3,1:5"), "Player 1 has allocated.\n");
}

TEST(EnergyCapture, MoreUnitsCaptureANodeAndEqualUnitsLeaveItNeutral) {
  const EnergyTable game = EnergyTable().play("1:2,2:1,3:1 1:1,2:2,3:1 pass pass");
  EXPECT_EQ(game.winner(), std::nullopt) << "one all, and node 3 is neutral";
  EXPECT_EQ(game.board(),
            "Sudden Death Round\n"
            "Node 1: captured by Player 1\n"
            "Node 2: captured by Player 2\n"
            "Node 3: neutral, you have placed 0 units\n"
            "Node 4: neutral, you have placed 0 units\n"
            "Node 5: neutral, you have placed 0 units\n");
}

TEST(EnergyCapture, AMajorityOfTheNodesWins) {
  const EnergyTable game = EnergyTable().play("1:1,2:1,3:1 4:5,5:5 pass pass");
  EXPECT_EQ(game.outcome(), (Outcome{Seat::one, EnergyCapture::kMajority}));
  EXPECT_EQ(game.reason(), "majority of the nodes, 3 to 2");
  EXPECT_EQ(game.verdict(), "Player 1 wins by capturing a majority of the nodes!");
  EXPECT_EQ(game.complaint("pass"), "The game is over");
}

TEST(EnergyCapture, WithoutAMajorityMoreNodesWin) {
  const EnergyTable game = EnergyTable().play("1:1 4:5,5:5 pass pass");
  EXPECT_EQ(game.outcome(), (Outcome{Seat::two, EnergyCapture::kMoreNodes}));
  EXPECT_EQ(game.reason(), "more nodes, 2 to 1");
  EXPECT_EQ(game.verdict(), "Player 2 wins by capturing more nodes!");
}

TEST(EnergyCapture, SuddenDeathIsPlayedWithTheNewUnitsOnly) {
  const EnergyTable game = EnergyTable().play("1:1 2:1 pass pass");
  EXPECT_EQ(game.turn(), "Player 1, allocate your energy units:\n- Energy units remaining: 5\n");
  EXPECT_EQ(game.complaint("3:6"), "That is more units than you have") << "fourteen have lapsed";
}

TEST(EnergyCapture, SuddenDeathIsPlayedOnNeutralNodesOnly) {
  const EnergyTable game = EnergyTable().play("1:1 2:1 pass pass");
  EXPECT_EQ(game.complaint("1:1"), "A captured node is not contested in sudden death");
  EXPECT_EQ(game.complaint("2:1"), "A captured node is not contested in sudden death");
  EXPECT_EQ(game.read("3:1,5:1"), "3:1,5:1");
  EXPECT_EQ(game.game().legal(game.position()).size(), 56U) << "8 choose 3";
}

TEST(EnergyCapture, SuddenDeathAddsToTheNodesCapturedBefore) {
  const EnergyTable game = EnergyTable().play(kTwoAll).play("5:1 pass pass");
  EXPECT_EQ(game.reason(), "majority of the nodes, 3 to 2");
}

TEST(EnergyCapture, MoreNodesWinSuddenDeathToo) {
  const EnergyTable game = EnergyTable().play("pass pass 1:1 pass pass");
  EXPECT_EQ(game.outcome(), (Outcome{Seat::one, EnergyCapture::kMoreNodes}));
  EXPECT_EQ(game.reason(), "more nodes, 1 to 0");
}

TEST(EnergyCapture, SuddenDeathIsRepeatedOnTheNodesStillNeutral) {
  EnergyTable game = EnergyTable().play("pass pass 1:1 2:1 pass pass");
  EXPECT_EQ(game.winner(), std::nullopt);
  EXPECT_TRUE(game.game().begins_round(game.position()));
  EXPECT_EQ(game.complaint("1:1"), "A captured node is not contested in sudden death");
  EXPECT_EQ(game.play("3:1,4:1 pass pass").reason(), "majority of the nodes, 3 to 1");
}

TEST(EnergyCapture, AnUndecidedLastNodeIsFoughtForAgain) {
  EnergyTable game = EnergyTable().play(kTwoAll);
  const auto last_node = game.position();
  EXPECT_EQ(game.play("5:5 5:5 pass pass").position(), last_node);
}

TEST(EnergyCapture, WhoeverBeganTheFirstPhaseBeginsEveryOne) {
  for (const Seat first : kSeats) {
    EXPECT_EQ(EnergyTable({}, first).play("pass pass").mover(), first) << "the second player passed last";
    EXPECT_EQ(EnergyTable({}, first).play("1:1 2:1 1:1 pass pass").mover(), first) << "the first player passed last";
    EXPECT_EQ(EnergyTable({}, first).play("1:1 2:1 1:1 pass pass 3:1 4:1 3:1 pass pass").mover(), first);
  }
}

TEST(EnergyCapture, ARoundBeginsWhereNobodyHasMovedInAPhase) {
  const auto begins = [](const EnergyTable& game) { return game.game().begins_round(game.position()); };
  EXPECT_TRUE(begins(EnergyTable()));
  EXPECT_FALSE(begins(EnergyTable().play("1:1")));
  EXPECT_FALSE(begins(EnergyTable().play("pass")));
  EXPECT_TRUE(begins(EnergyTable().play("pass pass")));
  EXPECT_FALSE(begins(EnergyTable().play("1:1 pass pass"))) << "the game is over";
}

TEST(EnergyCapture, NodesAreAnOddNumber) {
  const std::vector<std::string> settings{"nodes=4"};
  EXPECT_EQ(read_rules<EnergyCapture::Rules>(settings).error().why,
            "The rule 'nodes' must be an odd number from 1 to 15, not '4'");
}

TEST(EnergyCapture, OnlyTheMoversViewHasMoves) {
  const EnergyTable game;
  EXPECT_EQ(game.game().legal(game.game().view(game.position(), Seat::two)).size(), 0U);
  EXPECT_EQ(game.game().legal(game.game().view(game.position(), std::nullopt)).size(), 0U);
  EXPECT_EQ(game.game().read(game.game().view(game.position(), Seat::two), "pass").error().why, "It is not your turn");
}

}  // namespace
}  // namespace duello
