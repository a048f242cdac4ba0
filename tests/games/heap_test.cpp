// Playing takes nothing from the heap: every allocation of this program is counted, and there are none.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>

#include "core/random.hpp"
#include "tests/games/testing.hpp"

namespace {

std::atomic<long> allocations = 0;

void* counted_memory(std::size_t bytes) noexcept {
  ++allocations;
  return std::malloc(bytes == 0 ? 1 : bytes);
}

void* memory(std::size_t bytes) {
  if (void* const found = counted_memory(bytes)) return found;
  throw std::bad_alloc();
}

}  // namespace

// All forms but those for uncommon alignments, so that what one of them gives another can take back.
void* operator new(std::size_t bytes) { return memory(bytes); }
void* operator new[](std::size_t bytes) { return memory(bytes); }
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept { return counted_memory(bytes); }
void* operator new[](std::size_t bytes, const std::nothrow_t&) noexcept { return counted_memory(bytes); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept { std::free(memory); }
void operator delete[](void* memory, const std::nothrow_t&) noexcept { std::free(memory); }

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
