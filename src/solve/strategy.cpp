#include "solve/strategy.hpp"

#include <algorithm>
#include <numeric>

#include "core/try.hpp"
#include "solve/equilibrium.hpp"
#include "solve/matrix_game.hpp"

namespace duello {

namespace {

using Rational = boost::multiprecision::cpp_rational;
using Orders = Strategy::Orders;

// So many comparisons of two allocations take about a minute.
constexpr double kMostComparisons = 1e9;

// A strategy whose weights have been read.
struct Weighed {
  Orders orders;
  std::vector<const Allocation*> units;
  Mixture mixture;
};

std::expected<Weighed, Complaint> weighed(Contest contest, const Strategy& strategy) {
  Weighed all{strategy.orders, {}, {}};
  for (const Strategy::Part& part : strategy.parts) {
    if (part.units.size() != static_cast<std::size_t>(contest.fields))
      return complaint("An allocation has ", contest.fields, " numbers, not ", part.units.size());
    std::int64_t total = 0;
    for (const int here : part.units) {
      if (here < 0 || here > contest.units)
        return complaint("Every number is from 0 to ", contest.units, ", not ", here);
      total += here;
    }
    if (total > contest.units) return complaint("An allocation has at most ", contest.units, " in all, not ", total);
    if (part.weight.empty() || part.weight.find_first_not_of("0123456789") != std::string::npos)
      return complaint("A weight is a whole number that is not negative, not ", in_quotes(part.weight));
    all.units.push_back(&part.units);
    // A zero in front would make it octal.
    const std::size_t digits = std::min(part.weight.find_first_not_of('0'), part.weight.size() - 1);
    all.mixture.shares.emplace_back(part.weight.substr(digits));
    all.mixture.whole += all.mixture.shares.back();
  }
  if (all.mixture.whole.is_zero()) return complaint("A strategy needs a weight that is not 0");
  return all;
}

// What allocations win from each other, in whole numbers over `whole`.
class Comparison {
 public:
  Comparison(Contest contest, Orders one, Orders two)
      : is_ordered_(one == Orders::kept && two == Orders::kept), fields_(contest.fields) {}

  std::int64_t operator()(const Allocation& one, const Allocation& two) const {
    if (!is_ordered_) return balance(one, two);
    const int ahead = lead(one, two);
    return static_cast<int>(ahead > 0) - static_cast<int>(ahead < 0);
  }

  Integer whole() const {
    Integer orders = 1;
    for (int i = 2; !is_ordered_ && i <= fields_; ++i) orders *= i;
    return orders;
  }

 private:
  bool is_ordered_;
  int fields_;
};

// What an allocation wins from a strategy, over both wholes.
Integer gain_of(const Allocation& units, const Weighed& strategy, const Comparison& compared) {
  std::vector<std::int64_t> payoffs;
  payoffs.reserve(strategy.units.size());
  for (const Allocation* const each : strategy.units) payoffs.push_back(compared(units, *each));
  return gain(payoffs, strategy.mixture);
}

// All ways to spend everything, field by field.
class OrderedAllocations {
 public:
  explicit OrderedAllocations(Contest contest) : contest_(contest) {}

  double size() const {
    double ways = 1;
    for (int i = 1; i < contest_.fields; ++i) ways = ways * (contest_.units + i) / i;
    return ways;
  }

  // Until a visit says no.
  bool for_each(const auto& visit) const {
    Allocation units(static_cast<std::size_t>(contest_.fields));
    return place(units, 0, contest_.units, visit);
  }

 private:
  static bool place(Allocation& units, std::size_t field, int left, const auto& visit) {
    if (field + 1 == units.size()) {
      units[field] = left;
      return visit(units);
    }
    for (units[field] = 0; units[field] <= left; ++units[field])
      if (!place(units, field + 1, left - units[field], visit)) return false;
    return true;
  }

  Contest contest_;
};

std::unexpected<Complaint> stopped() { return complaint("The work was stopped"); }
std::unexpected<Complaint> too_large() {
  return complaint("There are too many allocations to compare; fewer in the strategy, or all orders mixed, will do");
}

}  // namespace

std::expected<std::string, Complaint> expectation(Contest contest, const Strategy& one, const Strategy& two,
                                                  const Watch& watch) {
  DUELLO_TRY(const auto mine, weighed(contest, one));
  DUELLO_TRY(const auto theirs, weighed(contest, two));
  const std::size_t rows = mine.units.size();
  if (static_cast<double>(rows) * static_cast<double>(theirs.units.size()) > kMostComparisons) return too_large();
  const Comparison compared(contest, one.orders, two.orders);
  Integer sum = 0;
  for (std::size_t i = 0; i < rows; ++i) {
    if (!mine.mixture.shares[i].is_zero()) sum += mine.mixture.shares[i] * gain_of(*mine.units[i], theirs, compared);
    if (!watch(i + 1, rows)) return stopped();
  }
  return Rational(sum, mine.mixture.whole * theirs.mixture.whole * compared.whole()).str();
}

// One more unit on a field never does harm, so it is enough to look at what spends everything; and if all orders are
// mixed, every order of an answer wins the same.
std::expected<BestAnswer, Complaint> best_answer(Contest contest, const Strategy& strategy, const Watch& watch) {
  DUELLO_TRY(const auto theirs, weighed(contest, strategy));
  const OrderedAllocations ordered(contest);
  const double answers = strategy.orders == Orders::kept ? ordered.size() : Equilibrium::allocation_count(contest);
  if (answers * static_cast<double>(theirs.units.size()) > kMostComparisons) return too_large();
  const Comparison compared(contest, strategy.orders, strategy.orders);
  Allocation best;
  Integer most = 0;
  std::uint64_t tried = 0;
  const auto attempt = [&](const Allocation& units) {
    Integer gain = gain_of(units, theirs, compared);
    if (best.empty() || gain > most) {
      best = units;
      most = std::move(gain);
    }
    return watch(++tried, static_cast<std::uint64_t>(answers));
  };
  const bool is_done = strategy.orders == Orders::kept
                           ? ordered.for_each(attempt)
                           : std::ranges::all_of(allocations_of(contest, Spending::all), attempt);
  if (!is_done) return stopped();
  return BestAnswer{best, Rational(most, theirs.mixture.whole * compared.whole()).str()};
}

}  // namespace duello
