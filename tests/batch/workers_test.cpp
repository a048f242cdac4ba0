// A batch plays the same whoever does the work.
#include <gtest/gtest.h>

#include "batch/any_batch.hpp"
#include "tests/games/generators.hpp"

namespace duello {
namespace {

// In another order than one would think of.
class BackwardWorkers final : public Workers {
 public:
  void run(std::size_t count, const Task& task) override {
    for (std::size_t i = count; i-- > 0;) task(i);
  }
  std::size_t size() const override { return 1; }
};

template <class G>
class SharedBatches : public ::testing::Test {};
TYPED_TEST_SUITE(SharedBatches, EveryGameType);

TYPED_TEST(SharedBatches, DoNotDependOnWhoStepsWhat) {
  const Erased<TypeParam> game({});
  const BatchConditions conditions{.games = 2500, .seed = 9};
  const auto one = make_batch(game, conditions);
  const auto two = make_batch(game, conditions, std::make_unique<BackwardWorkers>());
  for (int step = 0; step < 20; ++step) {
    if (step % 2 == 0) {
      one->step_randomly();
      two->step_randomly();
    } else {
      ASSERT_TRUE(std::ranges::equal(one->draw(), two->draw()));
      one->step(one->draw());
      two->step(two->draw());
    }
    ASSERT_TRUE(std::ranges::equal(one->arrays().rewards, two->arrays().rewards));
    ASSERT_TRUE(std::ranges::equal(one->arrays().ends, two->arrays().ends));
    ASSERT_TRUE(std::ranges::equal(one->arrays().movers, two->arrays().movers));
    ASSERT_TRUE(std::ranges::equal(one->arrays().masks, two->arrays().masks));
    ASSERT_TRUE(std::ranges::equal(one->arrays().observations, two->arrays().observations));
  }
}

}  // namespace
}  // namespace duello
