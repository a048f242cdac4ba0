#include "solve/linear_program.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <numeric>

namespace duello {
namespace {

// Each beats the next.
const PayoffMatrix kRockScissorsPaper{{0, 1, -1}, {-1, 0, 1}, {1, -1, 0}};

PayoffMatrix any_symmetric_game() {
  const auto size = *rc::gen::inRange<std::size_t>(1, 12);
  PayoffMatrix payoff(size, std::vector<std::int64_t>(size));
  for (std::size_t i = 0; i < size; ++i)
    for (std::size_t j = 0; j < i; ++j) {
      payoff[i][j] = *rc::gen::inRange<std::int64_t>(-120, 121);
      payoff[j][i] = -payoff[i][j];
    }
  return payoff;
}

bool always() { return true; }

// What the weights win on average against one column.
template <class Number>
Number gain(const std::vector<Number>& weights, const PayoffMatrix& payoff, std::size_t column) {
  Number sum = 0;
  for (std::size_t row = 0; row < weights.size(); ++row) sum += weights[row] * Number(payoff[row][column]);
  return sum;
}

// The exact solver's first use changes how fractions take their memory, so none is made before it.
TEST(BalancedWeights, OfRockScissorsPaperAreThirds) {
  const std::vector<mpq_class> exact = balanced_weights_exactly(kRockScissorsPaper);
  EXPECT_EQ(exact, (std::vector<mpq_class>(3, mpq_class(1, 3))));
  const std::vector<double> nearly = balanced_weights_nearly(kRockScissorsPaper, always);
  EXPECT_EQ(nearly.size(), 3U);
  for (const double weight : nearly) EXPECT_NEAR(weight, 1.0 / 3, 1e-12);
}

TEST(BalancedWeights, AreAllOnARowThatBeatsEverything) {
  const PayoffMatrix payoff{{0, -1, 2}, {1, 0, 7}, {-2, -7, 0}};
  const std::vector<mpq_class> exact = balanced_weights_exactly(payoff);
  EXPECT_EQ(exact, (std::vector<mpq_class>{0, 1, 0}));
  EXPECT_EQ(balanced_weights_nearly(payoff, always), (std::vector<double>{0, 1, 0}));
}

RC_GTEST_PROP(BalancedWeights, FoundExactlyLoseToNothing, ()) {
  const PayoffMatrix payoff = any_symmetric_game();
  const std::vector<mpq_class> weights = balanced_weights_exactly(payoff);
  RC_ASSERT(weights.size() == payoff.size());
  for (const mpq_class& weight : weights) RC_ASSERT(weight >= 0);
  RC_ASSERT(std::accumulate(weights.begin(), weights.end(), mpq_class(0)) == 1);
  for (std::size_t column = 0; column < payoff.size(); ++column) RC_ASSERT(gain(weights, payoff, column) >= 0);
}

RC_GTEST_PROP(BalancedWeights, FoundNearlyLoseNextToNothing, ()) {
  const PayoffMatrix payoff = any_symmetric_game();
  const std::vector<double> weights = balanced_weights_nearly(payoff, always);
  RC_ASSERT(weights.size() == payoff.size());
  for (const double weight : weights) RC_ASSERT(weight >= 0);
  RC_ASSERT(std::abs(std::accumulate(weights.begin(), weights.end(), 0.0) - 1) < 1e-12);
  for (std::size_t column = 0; column < payoff.size(); ++column) RC_ASSERT(gain(weights, payoff, column) > -1e-7);
}

}  // namespace
}  // namespace duello
