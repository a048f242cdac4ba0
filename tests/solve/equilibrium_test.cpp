#include "solve/equilibrium.hpp"

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>
#include <boost/multiprecision/cpp_int.hpp>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <functional>
#include <map>
#include <numeric>
#include <set>

#include "tests/solve/brute_force.hpp"
#include "tests/solve/testing.hpp"

namespace duello {
namespace {

using testing::AllOf;
using testing::HasSubstr;

// Every order counts, those that look the same too.
std::int64_t balance_by_hand(const Allocation& one, const Allocation& two) {
  std::vector<std::size_t> order;
  for (std::size_t node = 0; node < two.size(); ++node) order.push_back(node);
  std::int64_t balance = 0;
  do {
    Allocation ordered;
    for (const std::size_t node : order) ordered.push_back(two[node]);
    balance += brute_force::winner(one, ordered);
  } while (std::ranges::next_permutation(order).found);
  return balance;
}

// Up to the order, and in which the largest share comes first.
std::set<Allocation> allocations_by_hand(Contest contest, Spending spending) {
  std::set<Allocation> all;
  brute_force::for_each_completion(Allocation(static_cast<std::size_t>(contest.fields)), contest.units,
                                   [&](Allocation units) {
                                     if (spending == Spending::all && sum_of(units) != contest.units) return;
                                     std::ranges::sort(units, std::greater{});
                                     all.insert(units);
                                   });
  return all;
}

Allocation any_allocation(std::size_t nodes) { return *rc::gen::container<Allocation>(nodes, rc::gen::inRange(0, 6)); }

RC_GTEST_PROP(Balance, IsThatOfAllOrders, ()) {
  const auto nodes = *rc::gen::inRange<std::size_t>(1, 7);
  const Allocation one = any_allocation(nodes);
  const Allocation two = any_allocation(nodes);
  RC_ASSERT(balance(one, two) == balance_by_hand(one, two));
}

RC_GTEST_PROP(Balance, IsTheOppositeForTheOtherSide, ()) {
  const auto nodes = *rc::gen::inRange<std::size_t>(1, 12);
  const Allocation one = any_allocation(nodes);
  const Allocation two = any_allocation(nodes);
  RC_ASSERT(balance(one, two) == -balance(two, one));
}

TEST(Balance, CountsEveryOrderOfTheMostNodesThereCanBe) {
  const Allocation all_on_one = {15, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
  const Allocation one_on_each(15, 1);
  EXPECT_EQ(balance(one_on_each, all_on_one), 1'307'674'368'000) << "15 factorial";
}

TEST(Allocations, AreEveryWayToShareOutUnits) {
  for (const Spending spending : {Spending::all, Spending::any})
    for (int nodes = 1; nodes <= 5; ++nodes)
      for (int units = 0; units <= 7; ++units) {
        const auto found = allocations_of({units, nodes}, spending);
        const std::set<Allocation> different(found.begin(), found.end());
        EXPECT_EQ(different, allocations_by_hand({units, nodes}, spending)) << Contest{units, nodes};
        EXPECT_EQ(different.size(), found.size()) << "none twice";
      }
}

TEST(Allocations, AreCountedWithoutListingThem) {
  for (int nodes = 1; nodes <= 8; ++nodes)
    for (int units = 0; units <= 20; ++units)
      EXPECT_EQ(Equilibrium::allocation_count({units, nodes}),
                static_cast<double>(allocations_of({units, nodes}, Spending::all).size()))
          << Contest{units, nodes};
  EXPECT_EQ(Equilibrium::allocation_count({15, 5}), 84);
  EXPECT_EQ(Equilibrium::allocation_count({60, 15}), 552'767);
}

class EveryContest : public ::testing::TestWithParam<Contest> {
 protected:
  // Large ones take a while, so each is solved once.
  static const Equilibrium& solved(Contest contest) {
    static std::map<Contest, Equilibrium> known;
    const auto found = known.find(contest);
    return found != known.end() ? found->second : known.emplace(contest, *Equilibrium::of(contest)).first->second;
  }

  Contest contest_ = GetParam();
  const Equilibrium& equilibrium_ = solved(contest_);
};

TEST_P(EveryContest, IsNotExploitable) { EXPECT_EQ(equilibrium_.exploitability(), 0); }

TEST_P(EveryContest, LeavesNoAllocationAGain) {
  for (const Allocation& units : allocations_of(contest_, Spending::any))
    ASSERT_LE(equilibrium_.expectation(units), 1e-12) << ::testing::PrintToString(units);
}

TEST_P(EveryContest, MixesAllocationsWithWeightsThatAddUpToOne) {
  double total = 0;
  for (const MixedAllocation& each : equilibrium_.mixture()) {
    EXPECT_GT(each.weight, 0);
    EXPECT_EQ(each.units.size(), static_cast<std::size_t>(contest_.fields));
    EXPECT_EQ(sum_of(each.units), contest_.units) << "and spends everything";
    EXPECT_TRUE(std::ranges::is_sorted(each.units, std::greater{}));
    total += each.weight;
  }
  EXPECT_NEAR(total, 1, 1e-12);
}

TEST_P(EveryContest, KnowsExactWeightsAsFractions) {
  using Fraction = boost::multiprecision::cpp_rational;
  Fraction total = 0;
  for (const MixedAllocation& each : equilibrium_.mixture()) {
    EXPECT_EQ(Fraction(each.fraction).convert_to<double>(), each.weight);
    total += Fraction(each.fraction);
  }
  EXPECT_EQ(total, 1);
}

INSTANTIATE_TEST_SUITE_P(Contests, EveryContest,
                         ::testing::Values(Contest{15, 5}, Contest{5, 5}, Contest{5, 3}, Contest{5, 1}, Contest{1, 1},
                                           Contest{1, 15}, Contest{2, 3}, Contest{7, 3}, Contest{6, 5}, Contest{12, 4},
                                           Contest{9, 2}, Contest{30, 3}, Contest{10, 7}, Contest{20, 7},
                                           Contest{26, 5}));

// The best reply of all, every order of everything tried against every order of the mixture.
// How fast a machine is, nobody knows; but what takes twice as long must be estimated so.
TEST(Equilibrium, EstimatesTheTimeOfAllContestsAlike) {
  double least = 0;
  double most = 0;
  for (const Contest contest : {Contest{54, 3}, Contest{26, 5}, Contest{24, 7}, Contest{22, 9}, Contest{22, 11},
                                Contest{22, 13}, Contest{22, 15}}) {
    const std::clock_t begin = std::clock();
    ASSERT_TRUE(Equilibrium::of(contest));
    const double ratio = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC / Equilibrium::seconds(contest);
    least = least == 0 ? ratio : std::min(least, ratio);
    most = std::max(most, ratio);
  }
  EXPECT_LT(most, 4 * least);
}

TEST(Equilibrium, IsEstimatedToTakeLongerTheMoreThereIs) {
  for (int fields = 1; fields <= 15; fields += 2)
    for (int units = 2; units <= 60; ++units)
      EXPECT_GT(Equilibrium::seconds({units, fields}), Equilibrium::seconds({units - 1, fields})) << units << fields;
  EXPECT_LT(Equilibrium::seconds({15, 5}), 0.1);
  EXPECT_GT(Equilibrium::seconds({47, 5}), 4);
  EXPECT_LT(Equilibrium::seconds({47, 5}), 20);
}

TEST(Equilibrium, IsNotExploitableByAnyOrder) {
  for (const Contest contest : {Contest{7, 3}, Contest{5, 3}, Contest{10, 3}, Contest{6, 5}, Contest{8, 2}}) {
    const auto equilibrium = Equilibrium::of(contest);
    ASSERT_TRUE(equilibrium);
    const Allocation nothing(static_cast<std::size_t>(contest.fields));
    EXPECT_NEAR(brute_force::best_completion(nothing, contest.units, equilibrium->mixture()), 0, 1e-12) << contest;
  }
}

TEST(Equilibrium, ExpectsOfEveryOrderWhatAllOrdersWin) {
  const auto equilibrium = Equilibrium::of({7, 3});
  brute_force::for_each_completion({0, 0, 0}, 7, [&](const Allocation& units) {
    EXPECT_NEAR(equilibrium->expectation(units), brute_force::expectation(units, equilibrium->mixture()), 1e-12);
  });
}

TEST(Equilibrium, CompletesWhatIsPlacedAsWellAsCanBe) {
  const auto equilibrium = Equilibrium::of({6, 3});
  brute_force::for_each_completion({0, 0, 0}, 6, [&](const Allocation& placed) {
    const double best = brute_force::best_completion(placed, 6 - sum_of(placed), equilibrium->mixture());
    EXPECT_NEAR(equilibrium->best_completion(placed), best, 1e-12);
    const Allocation all = equilibrium->completed(placed);
    EXPECT_NEAR(equilibrium->expectation(all), best, 1e-12);
    EXPECT_EQ(sum_of(all), 6);
    for (std::size_t node = 0; node < all.size(); ++node) EXPECT_GE(all[node], placed[node]);
  });
}

// How far counts are from what they should be, in standard deviations of what chance alone does.
double surprise(const std::map<Allocation, double>& expected, const std::map<Allocation, int>& counted) {
  double square = 0;
  for (const auto& [units, count] : expected) {
    const auto found = counted.find(units);
    square += std::pow((found == counted.end() ? 0 : found->second) - count, 2) / count;
  }
  const double freedom = static_cast<double>(expected.size()) - 1;
  return (square - freedom) / std::sqrt(2 * freedom);
}

// Every order of every allocation, by its weight.
TEST(Equilibrium, IsDrawnByItsWeightsInAnyOrder) {
  constexpr int kDraws = 200'000;
  for (const Contest contest : {Contest{15, 5}, Contest{7, 3}, Contest{6, 5}}) {
    const auto equilibrium = Equilibrium::of(contest);
    std::map<Allocation, double> expected;
    for (const MixedAllocation& each : equilibrium->mixture()) {
      std::vector<Allocation> orders;
      brute_force::for_each_order(each.units, [&](const Allocation& units) { orders.push_back(units); });
      for (const Allocation& units : orders)
        expected[units] = kDraws * each.weight / static_cast<double>(orders.size());
    }
    std::map<Allocation, int> counted;
    Random random(15);
    for (int i = 0; i < kDraws; ++i) ++counted[equilibrium->drawn(random)];
    for (const auto& [units, count] : counted) ASSERT_TRUE(expected.contains(units)) << ::testing::PrintToString(units);
    EXPECT_LT(surprise(expected, counted), 5) << contest;
  }
}

TEST(Equilibrium, IsRefusedForContestsThatAreTooLarge) {
  for (const Contest contest : {Contest{60, 15}, Contest{60, 5}, Contest{60, 7}}) {
    const auto refused = Equilibrium::of(contest);
    ASSERT_FALSE(refused);
    EXPECT_THAT(refused.error().why, HasSubstr("and at most 4000 can be solved"));
  }
}

TEST(Equilibrium, SaysHowManyUnitsWouldFit) {
  EXPECT_THAT(Equilibrium::of({60, 15}).error().why, HasSubstr("; 15 fields can have 28 units"));
}

TEST(Equilibrium, IsRefusedInTheWordsOfTheGame) {
  const ContestWords words{.unit = "coin", .field = "door"};
  EXPECT_THAT(Equilibrium::of({60, 15}, go_on, words).error().why,
              AllOf(HasSubstr("share out 60 coins over 15 doors, "), HasSubstr("; 15 doors can have 28 coins")));
  EXPECT_EQ(Equilibrium::of({60, 16}, go_on, words).error().why, "There can be at most 15 doors to share out over");
}

TEST(Equilibrium, TellsItsWatchHowFarItIs) {
  std::uint64_t last = 0;
  const auto found = Equilibrium::of({10, 5}, [&](std::uint64_t done, std::uint64_t total) {
    EXPECT_GE(done, last);
    EXPECT_LE(done, total);
    EXPECT_EQ(total, Equilibrium::work({10, 5}));
    last = done;
    return true;
  });
  ASSERT_TRUE(found);
  EXPECT_EQ(last, Equilibrium::work({10, 5}));
}

TEST(Equilibrium, StopsWheneverItsWatchSaysSo) {
  for (const Contest contest : {Contest{8, 5}, Contest{26, 5}}) {
    int calls = 0;
    ASSERT_TRUE(Equilibrium::of(contest, [&](std::uint64_t, std::uint64_t) { return ++calls > 0; }));
    for (int stop = 1; stop <= calls; stop += 1 + calls / 5) {
      int asked = 0;
      const auto stopped = Equilibrium::of(contest, [&](std::uint64_t, std::uint64_t) { return ++asked < stop; });
      ASSERT_FALSE(stopped) << stop;
      EXPECT_EQ(stopped.error().why, "The solve was stopped");
      EXPECT_LE(asked, stop + 1);
    }
  }
}

// Every way to place fifteen units one by one would be tens of millions.
TEST(Equilibrium, CompletesWhatIsPlacedOnManyNodes) {
  const auto equilibrium = Equilibrium::of({15, 15});
  ASSERT_TRUE(equilibrium);
  const Allocation nothing(15);
  EXPECT_NEAR(equilibrium->best_completion(nothing), 0, 1e-12);
  Allocation placed(15);
  placed[7] = 9;
  const Allocation all = equilibrium->completed(placed);
  EXPECT_EQ(sum_of(all), 15);
  EXPECT_GE(all[7], 9);
}

// Every allocation of at most so many units, in every order.
std::vector<Allocation> all_orders(Contest contest, Spending spending) {
  std::vector<Allocation> orders;
  for (Allocation units : allocations_of(contest, spending)) {
    std::ranges::sort(units);
    do orders.push_back(units);
    while (std::ranges::next_permutation(units).found);
  }
  return orders;
}

TEST(BestReply, LeadsByAsMuchAsAnyAllocationDoes) {
  for (const Contest contest : {Contest{1, 1}, Contest{4, 3}, Contest{6, 3}, Contest{5, 4}})
    for (const int units : {contest.units, contest.units - 1})
      for (const Allocation& theirs : all_orders(contest, Spending::any)) {
        const Allocation reply = best_reply(theirs, units);
        ASSERT_EQ(std::accumulate(reply.begin(), reply.end(), 0), units);
        int most = -contest.fields;
        for (const Allocation& each : all_orders({units, contest.fields}, Spending::all))
          most = std::max(most, lead(each, theirs));
        ASSERT_EQ(lead(reply, theirs), most);
      }
}

TEST(Lead, IsTheNodesWonLessTheNodesLost) {
  EXPECT_EQ(lead({3, 0, 1}, {2, 2, 1}), 0);
  EXPECT_EQ(lead({3, 3, 0}, {2, 2, 2}), 1);
  EXPECT_EQ(lead({0, 0, 6}, {2, 2, 2}), -1);
}

}  // namespace
}  // namespace duello
