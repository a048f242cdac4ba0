// A batch takes nothing from the heap once it is made, and its arrays stay where they are.
#include <gtest/gtest.h>

#include "batch/any_batch.hpp"
#include "tests/counted_heap.hpp"
#include "tests/games/testing.hpp"

namespace duello {
namespace {

template <class G>
class BatchHeap : public ::testing::Test {};
TYPED_TEST_SUITE(BatchHeap, EveryGameType);

TYPED_TEST(BatchHeap, IsNotUsedByStepping) {
  const auto batch = make_batch(Erased<TypeParam>({}), {.games = 100, .seed = 1});
  const BatchArrays before = batch->arrays();
  const long made = allocations;
  for (int step = 0; step < 100; ++step) {
    batch->step_randomly();
    batch->step(batch->draw());
  }
  batch->reset();
  EXPECT_EQ(allocations - made, 0);
  EXPECT_EQ(batch->arrays().masks.data(), before.masks.data());
  EXPECT_EQ(batch->arrays().observations.data(), before.observations.data());
  EXPECT_EQ(batch->arrays().rewards.data(), before.rewards.data());
}

}  // namespace
}  // namespace duello
