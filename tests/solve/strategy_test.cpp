// Strategies of all kinds, weighed by hand.
#include "solve/strategy.hpp"

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <boost/multiprecision/cpp_int.hpp>

#include "solve/equilibrium.hpp"
#include "tests/solve/brute_force.hpp"
#include "tests/solve/testing.hpp"

namespace duello {
namespace {

using Rational = boost::multiprecision::cpp_rational;
using Orders = Strategy::Orders;
using testing::HasSubstr;

constexpr Contest kContest{4, 3};

Strategy any_strategy(Orders orders) {
  Strategy strategy{orders, {}};
  const auto every = allocations_of(kContest, Spending::any);
  const int count = *rc::gen::inRange(1, 5);
  for (int i = 0; i < count; ++i) {
    Allocation units = *rc::gen::elementOf(every);
    const auto turns = *rc::gen::inRange<std::ptrdiff_t>(0, 3);
    std::ranges::rotate(units, units.begin() + turns);
    strategy.parts.push_back({units, cat(*rc::gen::inRange(i == 0 ? 1 : 0, 20))});
  }
  return strategy;
}

// Field by field, with every order of what stands for all of them.
Strategy spread(const Strategy& strategy) {
  if (strategy.orders == Orders::kept) return strategy;
  Strategy all{Orders::kept, {}};
  for (const Strategy::Part& part : strategy.parts) {
    std::vector<std::size_t> order{0, 1, 2};
    do {
      Allocation units;
      for (const std::size_t field : order) units.push_back(part.units[field]);
      all.parts.push_back({units, part.weight});
    } while (std::ranges::next_permutation(order).found);
  }
  return all;
}

Rational expectation_by_hand(const Strategy& one, const Strategy& two) {
  Rational sum = 0;
  Rational whole = 0;
  for (const Strategy::Part& mine : spread(one).parts)
    for (const Strategy::Part& theirs : spread(two).parts) {
      const Rational weight = Rational(mine.weight) * Rational(theirs.weight);
      sum += weight * brute_force::winner(mine.units, theirs.units);
      whole += weight;
    }
  return sum / whole;
}

Orders any_orders() { return *rc::gen::element(Orders::kept, Orders::mixed); }

RC_GTEST_PROP(Strategies, WinWhatTheyWinByHand, ()) {
  const Strategy one = any_strategy(any_orders());
  const Strategy two = any_strategy(any_orders());
  RC_ASSERT(Rational(*expectation(kContest, one, two)) == expectation_by_hand(one, two));
}

RC_GTEST_PROP(Strategies, LoseMostToTheBestAnswer, ()) {
  const Strategy strategy = any_strategy(any_orders());
  const auto best = best_answer(kContest, strategy);
  const auto gain_of = [&](const Allocation& units) {
    return expectation_by_hand({Orders::kept, {{units, "1"}}}, strategy);
  };
  Rational most = -2;
  brute_force::for_each_completion(Allocation(3), kContest.units,
                                   [&](const Allocation& units) { most = std::max(most, gain_of(units)); });
  RC_ASSERT(Rational(best->gain) == most);
  RC_ASSERT(gain_of(best->units) == most);
}

TEST(Strategies, OfAnEquilibriumLoseToNothing) {
  const Equilibrium equilibrium = *Equilibrium::of({15, 5});
  boost::multiprecision::cpp_int common = 1;
  for (const MixedAllocation& part : equilibrium.mixture()) common = lcm(common, denominator(Rational(part.fraction)));
  Strategy strategy{Orders::mixed, {}};
  for (const MixedAllocation& part : equilibrium.mixture())
    strategy.parts.push_back({part.units, numerator(Rational(part.fraction) * common).str()});
  EXPECT_EQ(best_answer({15, 5}, strategy)->gain, "0");
}

TEST(Strategies, ThatCannotBeAreRefused) {
  const auto refusal = [](const Strategy& strategy) { return best_answer(kContest, strategy).error().why; };
  EXPECT_THAT(refusal({}), HasSubstr("needs a weight"));
  EXPECT_THAT(refusal({Orders::kept, {{{4, 0, 0}, "0"}}}), HasSubstr("needs a weight"));
  EXPECT_THAT(refusal({Orders::kept, {{{4, 0, 0}, "-1"}}}), HasSubstr("not '-1'"));
  EXPECT_THAT(refusal({Orders::kept, {{{4, 0, 0}, ""}}}), HasSubstr("A weight is a whole number"));
  EXPECT_THAT(refusal({Orders::kept, {{{4, 0}, "1"}}}), HasSubstr("has 3 numbers, not 2"));
  EXPECT_THAT(refusal({Orders::kept, {{{4, 1, 0}, "1"}}}), HasSubstr("at most 4 in all, not 5"));
  EXPECT_THAT(refusal({Orders::kept, {{{-1, 1, 0}, "1"}}}), HasSubstr("from 0 to 4, not -1"));
}

TEST(Strategies, CanBeStopped) {
  const Strategy strategy{Orders::kept, {{{4, 0, 0}, "010"}}};
  const auto stop = [](std::uint64_t, std::uint64_t) { return false; };
  EXPECT_FALSE(best_answer(kContest, strategy, stop));
  EXPECT_FALSE(expectation(kContest, strategy, strategy, stop));
  EXPECT_EQ(*expectation(kContest, strategy, strategy), "0");
}

}  // namespace
}  // namespace duello
