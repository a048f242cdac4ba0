// Numbers of move sequences. Those of few plies are counted by the slow twin again each time; the others were once.
#include <gtest/gtest.h>

#include <vector>

#include "tests/games/testing.hpp"

namespace duello {
namespace {

// `counts` are those of one ply, two plies, and so on; the twin counts the first `by_twin` of them.
template <class G>
void expect_sequences(const typename G::Rules& rules, const std::vector<std::uint64_t>& counts, int by_twin,
                      Seat first = Seat::one) {
  const G game(rules);
  for (int depth = 1; depth <= static_cast<int>(counts.size()); ++depth) {
    const std::uint64_t count = counts[static_cast<std::size_t>(depth - 1)];
    EXPECT_EQ(perft(game, game.start(first), depth), count) << rules << ", depth " << depth;
    if (depth > by_twin) continue;
    EXPECT_EQ(reference::perft(twin_of(rules, first), depth), count) << rules << ", depth " << depth << ", by the twin";
  }
}

TEST(Perft, ColorCapture) {
  for (const Seat first : kSeats)
    expect_sequences<ColorCapture>({}, {2, 4, 8, 16, 32, 64, 128, 216, 376, 624, 880, 880, 1760, 0}, 14, first);
  expect_sequences<ColorCapture>({.tokens = 12, .colors = 4, .majority = ColorCapture::Rules::kEnd},
                                 {2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 2048, 0}, 13);
}

TEST(Perft, ColorBridge) {
  expect_sequences<ColorBridge>({}, {21, 362, 4998, 48240, 356088, 1797504, 6916632}, 4);
  expect_sequences<ColorBridge>({}, {21, 362, 4998}, 3, Seat::two);
  expect_sequences<ColorBridge>({.length = 7, .run = 2, .reach = 3}, {18, 130, 576, 1812, 5700, 24248}, 5);
}

TEST(Perft, CaptureTheFlag) {
  for (const Seat first : kSeats)
    expect_sequences<CaptureTheFlag>(
        {}, {3, 9, 27, 81, 213, 486, 1101, 2424, 4425, 5948, 6172, 4425, 2603, 1018, 324, 56, 9, 1, 0}, 9, first);
  expect_sequences<CaptureTheFlag>({.flag = 3, .stride = 4}, {4, 16, 43, 78, 105, 89}, 6);
}

TEST(Perft, ColorClash) {
  expect_sequences<ColorClash>({}, {4, 6, 10, 5, 6, 1, 1, 0}, 8);
  expect_sequences<ColorClash>({.disks = 3, .positions = 10}, {12, 120, 898, 5206, 23684, 80187}, 4);
}

TEST(Perft, EnergyCapture) {
  expect_sequences<EnergyCapture>({}, {15504, 240374016}, 1);
  expect_sequences<EnergyCapture>({.units = 2, .nodes = 3, .extra = 1}, {10, 100, 202, 358, 382, 658, 1216, 1750}, 8);
  expect_sequences<EnergyCapture>({.units = 3, .nodes = 3, .extra = 1}, {20, 400, 1348, 4256, 6449, 9059}, 5,
                                  Seat::two);
}

}  // namespace
}  // namespace duello
