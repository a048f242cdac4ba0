#include "solve/matrix_game.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <numeric>

#include "solve/exact_system.hpp"

namespace duello {
namespace {

// Each beats the next.
const Payoffs kRockScissorsPaper{{0, 1, -1}, {-1, 0, 1}, {1, -1, 0}};
const Payoffs kOneBeatsAll{{0, -1, 2}, {1, 0, 7}, {-2, -7, 0}};

bool always() { return true; }

std::vector<std::string> written(const std::optional<Mixture>& mixture) {
  std::vector<std::string> shares;
  for (const Integer& share : mixture->shares) shares.push_back(share.str() + "/" + mixture->whole.str());
  return shares;
}

// With few different payoffs many mixtures do as well, and many rows are reached at the same time.
Payoffs any_symmetric_game(std::size_t most_rows) {
  const auto size = *rc::gen::inRange<std::size_t>(1, most_rows + 1);
  const std::int64_t highest = *rc::gen::element<std::int64_t>(1, 3, 120, 1'307'674'368'000);
  Payoffs payoffs(size, std::vector<std::int64_t>(size));
  for (std::size_t i = 0; i < size; ++i)
    for (std::size_t j = 0; j < i; ++j) {
      payoffs[i][j] = *rc::gen::inRange<std::int64_t>(-highest, highest + 1);
      payoffs[j][i] = -payoffs[i][j];
    }
  return payoffs;
}

void check(const Payoffs& payoffs, const Mixture& mixture) {
  RC_ASSERT(mixture.shares.size() == payoffs.size());
  for (const Integer& share : mixture.shares) RC_ASSERT(share >= 0);
  RC_ASSERT(std::accumulate(mixture.shares.begin(), mixture.shares.end(), Integer(0)) == mixture.whole);
  RC_ASSERT(loses_to_nothing(payoffs, mixture));
}

TEST(BalancedMixture, OfRockScissorsPaperIsThirds) {
  const std::vector<std::string> thirds(3, "1/3");
  EXPECT_EQ(written(mixture_by_support(kRockScissorsPaper)), thirds);
  EXPECT_EQ(written(mixture_by_exact_pivots(kRockScissorsPaper, always)), thirds);
}

TEST(BalancedMixture, IsAllOnARowThatBeatsEverything) {
  const std::vector<std::string> second{"0/1", "1/1", "0/1"};
  EXPECT_EQ(written(mixture_by_support(kOneBeatsAll)), second);
  EXPECT_EQ(written(mixture_by_exact_pivots(kOneBeatsAll, always)), second);
}

TEST(BalancedMixture, IsToldFromOneThatLoses) {
  EXPECT_TRUE(loses_to_nothing(kRockScissorsPaper, {{1, 1, 1}, 3}));
  EXPECT_FALSE(loses_to_nothing(kRockScissorsPaper, {{1, 1, 2}, 4}));
}

RC_GTEST_PROP(BalancedMixture, FoundByItsSupportLosesToNothing, ()) {
  const Payoffs payoffs = any_symmetric_game(30);
  if (const auto mixture = mixture_by_support(payoffs)) check(payoffs, *mixture);
}

RC_GTEST_PROP(BalancedMixture, FoundByExactPivotsLosesToNothing, ()) {
  const Payoffs payoffs = any_symmetric_game(12);
  check(payoffs, *mixture_by_exact_pivots(payoffs, always));
}

RC_GTEST_PROP(BalancedMixture, IsFoundForEveryGame, ()) {
  const Payoffs payoffs = any_symmetric_game(20);
  check(payoffs, *balanced_mixture(payoffs, always));
}

TEST(BalancedMixture, IsGivenUpWhenSomebodySaysSo) {
  EXPECT_FALSE(mixture_by_exact_pivots(kRockScissorsPaper, [] { return false; }));
}

RC_GTEST_PROP(ExactSystem, IsSolvedAsItWasMade, ()) {
  const auto size = *rc::gen::inRange<std::size_t>(1, 9);
  const std::int64_t highest = *rc::gen::element<std::int64_t>(1, 9, 1'000, 3'000'000'000'000);
  const auto matrix = *rc::gen::container<std::vector<std::vector<std::int64_t>>>(
      size, rc::gen::container<std::vector<std::int64_t>>(size, rc::gen::inRange<std::int64_t>(-highest, highest + 1)));
  const auto solution = solved_for_ones(matrix);
  if (!solution) return;
  RC_ASSERT(solution->denominator > 0);
  for (const auto& row : matrix) {
    Integer sum = 0;
    for (std::size_t j = 0; j < size; ++j) sum += solution->numerators[j] * row[j];
    RC_ASSERT(sum == solution->denominator);
  }
}

TEST(ExactSystem, KnowsASingularMatrix) {
  EXPECT_FALSE(solved_for_ones({{1, 2}, {2, 4}}));
  EXPECT_TRUE(solved_for_ones({{1, 2}, {2, 5}}));
}

TEST(ExactSystem, HasTheLeastCommonDenominator) {
  const auto solution = solved_for_ones({{0, -4, 0}, {2, 0, 0}, {0, 0, 2147483647}});
  ASSERT_TRUE(solution);
  EXPECT_EQ(solution->denominator, 4 * Integer(2147483647));
  EXPECT_EQ(solution->numerators[0], 2 * Integer(2147483647));
  EXPECT_EQ(solution->numerators[1], -Integer(2147483647));
  EXPECT_EQ(solution->numerators[2], 4);
  EXPECT_EQ(solved_for_ones({{-6, 0}, {0, 6}})->denominator, 6);
}

}  // namespace
}  // namespace duello
