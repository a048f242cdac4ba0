// One scene of each game, to be read: all that a page is given.
#include <gtest/gtest.h>

#include "tests/games/scene_text.hpp"
#include "tests/games/testing.hpp"

namespace duello {
namespace {

template <class G>
std::string scene_at(const Table<G>& table) {
  return scene_text(scene_of(table.game(), table.view(), plain_pen<G>()));
}

// Without the line break at its beginning, which is there for the eye.
std::string text(std::string_view raw) { return std::string(raw.substr(1)); }

TEST(SceneExample, ColorCapture) {
  EXPECT_EQ(scene_at(Table<ColorCapture>({"tokens=4"}).play("1")), text(R"(
4x1, to move 2
2 at 1 0 [1] diamond B blue "1, Blue"
3 at 2 0 [2] triangle G green "2, Green"
4 at 3 0 [3] disk R red "3, Red"
count of 1: Red 1/2, disk R red
count of 1: Blue 0/1, diamond B blue
count of 1: Green 0/1, triangle G green
count of 2: Red 0/2, disk R red
count of 2: Blue 0/1, diamond B blue
count of 2: Green 0/1, triangle G green
offer 1: take 2
offer 3: take 4
Remaining Tokens, 3 from left to right: Blue, Green, Red.
Player 1's Collection: Red 1
Player 2's Collection: none yet
)"));
}

TEST(SceneExample, ColorBridge) {
  EXPECT_EQ(scene_at(Table<ColorBridge>({"length=4"}).play("2-3 4")), text(R"(
4x1, to move 1
1 at 0 0 [1] space "1, free"
2 at 1 0 [2] disk R red of 1 "2, Red"
3 at 2 0 [3] disk R red of 1 "3, Red"
4 at 3 0 [4] diamond B blue of 2 "4, Blue"
offer 1: put 1
Current Track: Red 2, 3; Blue 4; free 1.
)"));
}

TEST(SceneExample, ColorBridgeWon) {
  EXPECT_EQ(scene_at(Table<ColorBridge>({"length=5"}).play("2-3 5 1")), text(R"(
5x1, over
1 at 0 0 [1] disk R red of 1 ! "1, Red"
2 at 1 0 [2] disk R red of 1 ! "2, Red"
3 at 2 0 [3] disk R red of 1 ! "3, Red"
4 at 3 0 [4] space "4, free"
5 at 4 0 [5] diamond B blue of 2 "5, Blue"
Current Track: Red 1 to 3; Blue 5; free 4.
)"));
}

TEST(SceneExample, CaptureTheFlag) {
  EXPECT_EQ(scene_at(Table<CaptureTheFlag>({"flag=2"}).play("1")), text(R"(
5x1, to move 2
0 at 0 0 [-2] flag F1 red of 1 "-2, Player 1's flag"
1 at 1 0 [-1] space + right-arrow P1> red of 1 "-1, Player 1's token"
2 at 2 0 [0] space "0, free"
3 at 3 0 [+1] space "+1, free"
4 at 4 0 [+2] flag F2 blue of 2 + left-arrow <P2 blue of 2 "+2, Player 2's flag and Player 2's token"
count of 1: to the flag 3/0, right-arrow P1> red of 1
count of 2: to the flag 4/0, left-arrow <P2 blue of 2
offer 1: from 4 to 3
offer 2: from 4 to 2
offer 3: from 4 to 1
Player 1 is at position -1, 3 from the flag at +2.
Player 2 is at position +2, 4 from the flag at -2.
)"));
}

TEST(SceneExample, ColorClash) {
  EXPECT_EQ(scene_at(Table<ColorClash>({"disks=1", "positions=4"}).play("")), text(R"(
4x1, to move 1
1 at 0 0 [1] space + disk R1 red of 1 "1, R1"
2 at 1 0 [2] space + diamond B1 blue of 2 "2, B1"
3 at 2 0 [3] space "3, free"
4 at 3 0 [4] space "4, free"
offer R1-3: from 1 to 3
offer R1-4: from 1 to 4
Current Positions:
Red: R1 on 1; Blue: B1 on 2; free 3, 4.
)"));
}

TEST(SceneExample, ColorClashWon) {
  EXPECT_EQ(scene_at(Table<ColorClash>({"disks=1", "positions=4"}).play("R1-4")), text(R"(
4x1, over
1 at 0 0 [1] space "1, free"
2 at 1 0 [2] space + diamond B1 blue of 2 "2, B1"
3 at 2 0 [3] space "3, free"
4 at 3 0 [4] space + disk R1 red of 1 ! "4, R1"
Current Positions:
Red: R1 on 4; Blue: B1 on 2; free 1, 3.
)"));
}

TEST(SceneExample, EnergyCapture) {
  EXPECT_EQ(scene_at(Table<EnergyCapture>({"nodes=3"}).play("1:5,2:1 pass")), text(R"(
3x1, to move 1
1 at 0 0 [1] space + stack P1 red of 1 x5 "Node 1: neutral, you have placed 5 units"
2 at 1 0 [2] space + stack P1 red of 1 x1 "Node 2: neutral, you have placed 1 unit"
3 at 2 0 [3] space "Node 3: neutral, you have placed 0 units"
count of 1: units left 9, stack P1 red of 1
count of 1: nodes 0/2, disk P1 red of 1
count of 2: nodes 0/2, diamond P2 blue of 2
note: Allocation Phase
note: Player 2 has passed.
offer pass:
amounts up to 9 on 1 2 3
Allocation Phase
Node 1: neutral, you have placed 5 units
Node 2: neutral, you have placed 1 unit
Node 3: neutral, you have placed 0 units
Player 2 has passed.
)"));
}

TEST(SceneExample, EnergyCaptureLaidOpen) {
  const auto table = Table<EnergyCapture>({"nodes=3"}).play("1:5,2:1 2:3 pass");
  EXPECT_EQ(scene_text(laid_open_scene_of(table.game(), table.position(), plain_pen<EnergyCapture>())), text(R"(
3x1, to move 2
1 at 0 0 [1] space + stack P1 red of 1 x5 "Node 1: neutral, Player 1 5 units, Player 2 0 units"
2 at 1 0 [2] space + stack P1 red of 1 x1 + stack P2 blue of 2 x3 "Node 2: neutral, Player 1 1 unit, Player 2 3 units"
3 at 2 0 [3] space "Node 3: neutral, Player 1 0 units, Player 2 0 units"
count of 1: units left 9, stack P1 red of 1
count of 2: units left 12, stack P2 blue of 2
count of 1: nodes 0/2, disk P1 red of 1
count of 2: nodes 0/2, diamond P2 blue of 2
note: Allocation Phase
note: Player 1 has passed.
Allocation Phase
Node 1: neutral, Player 1 5 units, Player 2 0 units
Node 2: neutral, Player 1 1 unit, Player 2 3 units
Node 3: neutral, Player 1 0 units, Player 2 0 units
Player 1 has passed.
)"));
}

}  // namespace
}  // namespace duello
