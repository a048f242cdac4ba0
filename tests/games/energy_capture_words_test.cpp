// What Energy Capture reads and says.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>

#include "games/energy_capture.hpp"
#include "tests/games/testing.hpp"

namespace duello {
namespace {

using EnergyTable = Table<EnergyCapture>;

TEST(EnergyCapture, ReadsEverySpellingOfAnAllocation) {
  for (const std::string_view text :
       {"1:5,2:3", "2:3,1:5", "Node1:5, Node2:3", "node1:5,node2:3", "node 1: 5, node 2: 3", "NODE 1 : 5 , 2:3",
        "1:5 2:3", "1:5\t2:3", "  1:5  2:3  ", "1:5 node2:3", "1:+5 2:03"})
    EXPECT_EQ(EnergyTable().read(text), "1:5,2:3") << text;
  EXPECT_EQ(EnergyTable().read("node 1: 5"), "1:5");
}

TEST(EnergyCapture, ReadsThePass) {
  for (const std::string_view text : {"pass", "PASS", " Pass "}) EXPECT_EQ(EnergyTable().read(text), "pass") << text;
}

TEST(EnergyCapture, LeavesOutNodesWithoutUnits) { EXPECT_EQ(EnergyTable().read("1:0,2:3"), "2:3"); }

TEST(EnergyCapture, ComplainsAboutMoreUnitsThanThereAre) {
  EXPECT_EQ(EnergyTable().complaint("1:16"), "That is more units than you have");
  EXPECT_EQ(EnergyTable().complaint("1:8,2:8"), "That is more units than you have");
  EXPECT_EQ(EnergyTable().play("1:10 1:1").complaint("1:6"), "That is more units than you have");
  EXPECT_EQ(EnergyTable().complaint("1:2147483647,2:2147483647"), "That is more units than you have");
}

TEST(EnergyCapture, ComplainsAboutANodeThatIsNotThere) {
  EXPECT_EQ(EnergyTable().complaint("6:1"), "There is no such node");
  EXPECT_EQ(EnergyTable().complaint("0:1"), "There is no such node");
  EXPECT_EQ(EnergyTable().complaint("-1:1"), "There is no such node");
  EXPECT_EQ(EnergyTable({"nodes=15"}).complaint("16:1"), "There is no such node");
}

TEST(EnergyCapture, ComplainsAboutANodeNamedTwice) {
  EXPECT_EQ(EnergyTable().complaint("1:1,1:1"), "A node is named twice");
  EXPECT_EQ(EnergyTable().complaint("1:0,1:1"), "A node is named twice");
}

TEST(EnergyCapture, ComplainsAboutTakingUnitsBack) {
  EXPECT_EQ(EnergyTable().play("1:5 1:1").complaint("1:-1"), "Units cannot be taken back");
}

TEST(EnergyCapture, ComplainsAboutPlacingNothing) {
  EXPECT_EQ(EnergyTable().complaint("1:0"), "An allocation places at least one unit");
  EXPECT_EQ(EnergyTable().complaint("1:0,2:0"), "An allocation places at least one unit");
}

TEST(EnergyCapture, ComplainsAboutWhatIsNoAllocation) {
  for (const std::string_view text : {"5",
                                      "1",
                                      "node1",
                                      "1:",
                                      ":5",
                                      "1:5,",
                                      ",1:5",
                                      "1:5,,2:3",
                                      "1:5;2:3",
                                      "1:five",
                                      "one:5",
                                      "1:5:2",
                                      "1-5",
                                      "passed",
                                      "pass 1:5",
                                      "1:5 pass",
                                      "nodes 1:5",
                                      "1:99999999999",
                                      "99999999999:1",
                                      "1:5 2",
                                      "1:1.5",
                                      "\x1b[31m",
                                      "\xff:1"})
    EXPECT_EQ(EnergyTable().complaint(text), "That does not read as nodes and units, such as 1:5,2:3") << text;
}

// Complaints are heard by everybody at the table, so they are the same whatever was typed.
RC_GTEST_PROP(EnergyCapture, NoComplaintRepeatsWhatWasTyped, ()) {
  static const std::set<std::string> kComplaints{
      "That was an empty line",
      "That does not read as nodes and units, such as 1:5,2:3",
      "There is no such node",
      "A node is named twice",
      "A captured node is not contested in sudden death",
      "Units cannot be taken back",
      "That is more units than you have",
      "An allocation places at least one unit",
  };
  const auto letter = rc::gen::elementOf(std::string("0123456789:,- \tnodepasNODE\x1b\xff"));
  const auto text = *rc::gen::container<std::string>(letter);
  const EnergyTable game = EnergyTable().play(*rc::gen::element<std::string>("", "1:1 2:1 pass pass", "1:15 pass"));
  const auto move = game.game().read(game.view(), text);
  if (!move) RC_ASSERT(kComplaints.contains(move.error().why));
}

TEST(EnergyCapture, AsksWithAnExampleOnlyWhenAPhaseBegins) {
  EXPECT_EQ(EnergyTable().ask(), "- Enter allocation (e.g., Node1:5, Node2:3): ");
  EXPECT_EQ(EnergyTable().play("1:1").ask(), "- Enter allocation: ");
  EXPECT_EQ(EnergyTable().play("1:1 1:1").ask(), "- Enter allocation: ");
}

TEST(EnergyCapture, AsksWithNodesThatAreNeutral) {
  EXPECT_EQ(EnergyTable().play("1:1 2:1 pass pass").ask(), "- Enter allocation (e.g., Node3:3, Node4:2): ");
  EXPECT_EQ(EnergyTable({"nodes=1"}).ask(), "- Enter allocation (e.g., Node1:5): ");
}

TEST(EnergyCapture, HintsAtWhatMayBePlacedAndWhere) {
  EXPECT_EQ(EnergyTable().hint(), "place at most 15 units in all on Nodes 1 to 5, or pass");
  EXPECT_EQ(EnergyTable().play("1:14 1:1").hint(), "place at most 1 unit in all on Nodes 1 to 5, or pass");
  EXPECT_EQ(EnergyTable().play("1:1 2:1 pass pass").hint(),
            "place at most 5 units in all on the neutral Nodes 3, 4 and 5, or pass");
  EXPECT_EQ(EnergyTable().play("1:2,2:2 3:1,4:1 pass pass").hint(),
            "place at most 5 units in all on the neutral Node 5, or pass");
}

TEST(EnergyCapture, TheTableSeesNoUnits) {
  const EnergyTable game = EnergyTable().play("1:5 2:3 pass");
  const auto table = game.game().view(game.position(), std::nullopt);
  const Pen pen = plain_pen<EnergyCapture>();
  EXPECT_EQ(game.game().board(table, pen),
            "Allocation Phase\n"
            "Node 1: neutral\n"
            "Node 2: neutral\n"
            "Node 3: neutral\n"
            "Node 4: neutral\n"
            "Node 5: neutral\n"
            "Player 1 has passed.\n");
  EXPECT_EQ(game.game().turn(table, pen),
            "Player 2, allocate your energy units:\n- Energy units remaining: (hidden)\n");
  EXPECT_EQ(game.game().hint(table), "place units on Nodes 1 to 5 as in 1:1, or pass");
}

TEST(EnergyCaptureBook, TheExampleGameGoesToSuddenDeath) {
  EnergyTable game;
  EXPECT_EQ(game.opening(), "Allocation Phase\n");
  EXPECT_EQ(game.turn(), "Player 1, allocate your energy units:\n- Energy units remaining: 15\n");
  EXPECT_EQ(game.ask(), "- Enter allocation (e.g., Node1:5, Node2:3): ");
  game.enter("Node1:5");
  EXPECT_EQ(game.turn(), "Player 2, allocate your energy units:\n- Energy units remaining: 15\n");
  EXPECT_EQ(game.ask(), "- Enter allocation: ");
  game.enter("Node1:6");
  EXPECT_EQ(game.turn(), "Player 1, allocate your energy units:\n- Energy units remaining: 10\n");
  game.enter("Node2:7");
  EXPECT_EQ(game.turn(), "Player 2, allocate your energy units:\n- Energy units remaining: 9\n");
  game.enter("Node2:5");
  game.play("3:2 3:4 4:1");
  EXPECT_EQ(game.legal(), "pass") << "player 2 has no units left";
  game.play("pass");
  EXPECT_EQ(game.legal(), "pass") << "nor has player 1";
  EXPECT_EQ(game.enter("pass"),
            "Player 1 has passed.\n"
            "\n"
            "Reveal Phase\n"
            "\n"
            "Node 1:\n  - Player 1: 5 units\n  - Player 2: 6 units\n  - Winner: Player 2\n"
            "\n"
            "Node 2:\n  - Player 1: 7 units\n  - Player 2: 5 units\n  - Winner: Player 1\n"
            "\n"
            "Node 3:\n  - Player 1: 2 units\n  - Player 2: 4 units\n  - Winner: Player 2\n"
            "\n"
            "Node 4:\n  - Player 1: 1 unit\n  - Player 2: 0 units\n  - Winner: Player 1\n"
            "\n"
            "Node 5:\n  - Player 1: 0 units\n  - Player 2: 0 units\n  - Winner: none, it stays neutral\n"
            "\n"
            "Scoring:\n"
            "- Player 1: captured Nodes 2 and 4 (2 points)\n"
            "- Player 2: captured Nodes 1 and 3 (2 points)\n"
            "- Neutral: Node 5\n");
  EXPECT_EQ(game.game().new_round(game.position(), plain_pen<EnergyCapture>()),
            "\n"
            "Sudden Death Round\n"
            "- Each player receives 5 energy units.\n"
            "- Contested: Node 5\n");
  game.play("5:5 5:3 pass");
  EXPECT_EQ(game.enter("pass"),
            "Player 2 has passed.\n"
            "\n"
            "Reveal Phase\n"
            "\n"
            "Node 5:\n  - Player 1: 5 units\n  - Player 2: 3 units\n  - Winner: Player 1\n"
            "\n"
            "Scoring:\n"
            "- Player 1: captured Nodes 2, 4 and 5 (3 points)\n"
            "- Player 2: captured Nodes 1 and 3 (2 points)\n");
  EXPECT_EQ(game.verdict(), "Player 1 wins by capturing a majority of the nodes!");
  EXPECT_EQ(game.reason(), "majority of the nodes, 3 to 2");
}

TEST(EnergyCaptureBook, TheRevealSaysWhoHasNothing) {
  EXPECT_TRUE(EnergyTable()
                  .play("1:1 pass")
                  .enter("pass")
                  .ends_with("- Player 1: captured Node 1 (1 point)\n"
                             "- Player 2: no nodes (0 points)\n"
                             "- Neutral: Nodes 2, 3, 4 and 5\n"));
}

}  // namespace
}  // namespace duello
