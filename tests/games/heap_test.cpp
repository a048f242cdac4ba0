// Playing takes nothing from the heap: every allocation of this program is counted, and there are none.
#include <gtest/gtest.h>

#include "core/random.hpp"
#include "tests/counted_heap.hpp"
#include "tests/games/testing.hpp"

namespace duello {
namespace {

TEST(Heap, CountsAllocations) {
  const long before = allocations;
  const std::vector<int> numbers(1000, 1);
  const std::string text(numbers.size(), 'x');
  EXPECT_GE(allocations - before, 2) << text.size();
}

template <class G>
class Heap : public ::testing::Test {};
TYPED_TEST_SUITE(Heap, EveryGameType);

TYPED_TEST(Heap, IsNotUsedByPlaying) {
  const TypeParam game;
  Random random(1);
  std::uint64_t plies = 0;
  std::uint64_t visited = 0;
  const long before = allocations;
  for (int games = 0; games < 1000; ++games) {
    auto position = game.start(games % 2 == 0 ? Seat::one : Seat::two);
    for (; !game.outcome(position); ++plies) {
      const auto moves = game.legal(game.view(position, game.mover(position)));
      if (moves.size() < 100) moves.for_each([&](const typename TypeParam::Move&) { ++visited; });
      const auto move = moves[random.below(moves.size())];
      if (!holds(moves, move)) break;
      position = game.after(position, move);
    }
  }
  const long during = allocations - before;
  EXPECT_EQ(during, 0);
  EXPECT_GT(plies, 2000U);
  EXPECT_GT(visited, 2000U);
}

}  // namespace
}  // namespace duello
