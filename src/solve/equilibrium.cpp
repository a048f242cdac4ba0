#include "solve/equilibrium.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <functional>
#include <numeric>

#include "solve/matrix_game.hpp"

namespace duello {

namespace {

// The orders of more fields soon do not fit 64 bits.
constexpr std::size_t kMostFields = 15;

// In how many ways k of m can be paired with k of n.
constexpr auto kPairs = [] {
  std::array<std::array<std::array<std::int64_t, kMostFields + 1>, kMostFields + 1>, kMostFields + 1> pairs{};
  for (std::size_t m = 0; m <= kMostFields; ++m)
    for (std::size_t n = 0; n <= kMostFields; ++n) {
      pairs[m][n][0] = 1;
      // One of the m is left alone, or has one of the n.
      for (std::size_t k = 1; k <= std::min(m, n); ++k)
        pairs[m][n][k] = pairs[m - 1][n][k] + static_cast<std::int64_t>(n) * pairs[m - 1][n - 1][k - 1];
    }
  return pairs;
}();

double factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }

void share_out(Allocation& begun, std::size_t fields, int units, int most, Spending spending,
               std::vector<Allocation>& found) {
  if (begun.size() == fields) {
    if (units == 0 || spending == Spending::any) found.push_back(begun);
    return;
  }
  for (int here = std::min(units, most); here >= 0; --here) {
    begun.push_back(here);
    share_out(begun, fields, units - here, here, spending, found);
    begun.pop_back();
  }
}

Allocation sorted(Allocation units) {
  std::ranges::sort(units, std::greater{});
  return units;
}

}  // namespace

std::vector<Allocation> allocations_of(Contest contest, Spending spending) {
  std::vector<Allocation> found;
  Allocation begun;
  share_out(begun, static_cast<std::size_t>(contest.fields), contest.units, contest.units, spending, found);
  return found;
}

// Goes through the amounts from the least on. Whatever has this amount is paired with what has less and is still alone,
// with what has as much, or stays alone for what has more. What matters of what was paired before is how many of `one`
// are alone, which says how many of `two` are, and how the score stands.
std::int64_t balance(const Allocation& one, const Allocation& two) {
  const std::size_t fields = one.size();
  assert(fields <= kMostFields && two.size() == fields);
  using Ways = std::array<std::array<std::int64_t, 2 * kMostFields + 1>, kMostFields + 1>;  // [alone][score + fields]
  std::array<int, kMostFields> ones;
  std::array<int, kMostFields> twos;
  std::ranges::partial_sort_copy(one, ones);
  std::ranges::partial_sort_copy(two, twos);

  Ways ways{};
  ways[0][fields] = 1;
  std::size_t past_one = 0;
  std::size_t past_two = 0;
  while (past_one < fields || past_two < fields) {
    const int amount =
        past_two == fields || (past_one < fields && ones[past_one] < twos[past_two]) ? ones[past_one] : twos[past_two];
    std::size_t a = 0;  // of `one` with this amount
    std::size_t b = 0;  // of `two`
    while (past_one + a < fields && ones[past_one + a] == amount) ++a;
    while (past_two + b < fields && twos[past_two + b] == amount) ++b;
    Ways next{};
    for (std::size_t alone = 0; alone <= past_one; ++alone) {
      if (alone + past_two < past_one) continue;
      const std::size_t theirs = alone + past_two - past_one;  // of `two`, alone
      for (std::size_t score = fields - past_one; score <= fields + past_one; ++score) {
        const std::int64_t here = ways[alone][score];
        if (here == 0) continue;
        for (std::size_t won = 0; won <= std::min(a, theirs); ++won)
          for (std::size_t lost = 0; lost <= std::min(b, alone); ++lost) {
            const std::int64_t decided = here * kPairs[a][theirs][won] * kPairs[b][alone][lost];
            for (std::size_t even = 0; even <= std::min(a - won, b - lost); ++even) {
              const std::size_t left = alone - lost + a - won - even;
              if (left > fields - past_two - b) continue;  // nobody would be there for them
              next[left][score + won - lost] += decided * kPairs[a - won][b - lost][even];
            }
          }
      }
    }
    ways = next;
    past_one += a;
    past_two += b;
  }
  std::int64_t total = 0;
  for (std::size_t by = 1; by <= fields; ++by) total += ways[0][fields + by] - ways[0][fields - by];
  return total;
}

int lead(const Allocation& one, const Allocation& two) {
  int lead = 0;
  for (std::size_t field = 0; field < one.size(); ++field)
    lead += static_cast<int>(one[field] > two[field]) - static_cast<int>(one[field] < two[field]);
  return lead;
}

// Node by field, for every number of units that may be spent so far: the greatest lead, and what it takes here. Only
// nothing, as many and one more are worth trying.
Allocation best_reply(const Allocation& theirs, int units) {
  const auto most = static_cast<std::size_t>(units);
  struct Step {
    int lead = 0;
    int here = 0;
  };
  std::vector<std::vector<Step>> steps(theirs.size() + 1, std::vector<Step>(most + 1));
  for (std::size_t field = 0; field < theirs.size(); ++field)
    for (std::size_t spent = 0; spent <= most; ++spent) {
      Step best{-static_cast<int>(theirs.size()) - 1, 0};
      for (const int here : {0, theirs[field], theirs[field] + 1}) {
        if (here > static_cast<int>(spent)) continue;
        const int gain = static_cast<int>(here > theirs[field]) - static_cast<int>(here < theirs[field]);
        const int reached = steps[field][spent - static_cast<std::size_t>(here)].lead + gain;
        if (reached > best.lead) best = {reached, here};
      }
      steps[field + 1][spent] = best;
    }
  Allocation reply(theirs.size());
  std::size_t left = most;
  for (std::size_t field = theirs.size(); field-- > 0;) {
    reply[field] = steps[field + 1][left].here;
    left -= static_cast<std::size_t>(reply[field]);
  }
  // One more never does harm.
  if (!reply.empty()) *std::ranges::max_element(reply) += static_cast<int>(left);
  return reply;
}

double Equilibrium::allocation_count(Contest contest) {
  // The partitions of the units into at most as many parts as there are fields.
  std::vector<double> ways(static_cast<std::size_t>(contest.units) + 1);
  ways[0] = 1;
  for (int part = 1; part <= contest.fields; ++part)
    for (auto units = static_cast<std::size_t>(part); units < ways.size(); ++units)
      ways[units] += ways[units - static_cast<std::size_t>(part)];
  return ways.back();
}

namespace {

using Rational = boost::multiprecision::cpp_rational;

// A comparison of two allocations is one piece of work. So many allocations are compared with all others, as a rule not
// more than are needed; the check compares every reply with a few.
constexpr std::uint64_t kColumns = 100;
constexpr std::uint64_t kCheck = 16;

// All allocations, whether they spend all units or not.
double replies_to(Contest contest) {
  double replies = 0;
  for (int units = 0; units <= contest.units; ++units)
    replies += Equilibrium::allocation_count({units, contest.fields});
  return replies;
}

std::uint64_t rows_of(Contest contest) { return static_cast<std::uint64_t>(Equilibrium::allocation_count(contest)); }

Complaint too_large(Contest contest, const ContestWords& words) {
  int fitting = contest.units;
  while (fitting > 0 && Equilibrium::allocation_count({fitting, contest.fields}) > Equilibrium::kMostAllocations)
    --fitting;
  const std::string fields = counted(static_cast<std::uint64_t>(contest.fields), words.field);
  return {cat("There are ", rows_of(contest), " ways to share out ",
              counted(static_cast<std::uint64_t>(contest.units), words.unit), " over ", fields, ", and at most ",
              static_cast<int>(Equilibrium::kMostAllocations), " can be solved; ", fields, " can have ",
              counted(static_cast<std::uint64_t>(fitting), words.unit))};
}

// The game of a few allocations, to which more are added as long as one that is left out would win something: those
// that an equilibrium needs are few.
class GrowingGame {
 public:
  using GoesOn = std::function<bool(std::size_t columns)>;

  GrowingGame(const std::vector<Allocation>& all, GoesOn goes_on) : all_(all), goes_on_(std::move(goes_on)) {}

  // A mixture from which nothing wins. False if somebody stopped it.
  bool solve() {
    constexpr std::size_t kFirst = 16;
    const std::size_t count = std::min(kFirst, all_.size());
    std::vector<std::size_t> more;
    for (std::size_t i = 0; i < count; ++i) more.push_back(i * all_.size() / count);
    while (!more.empty()) {
      for (const std::size_t row : more)
        if (!add(row)) return false;
      if (!mix()) return false;
      more = winners();
    }
    return true;
  }

  const Mixture& mixture() const { return mixture_; }
  const Allocation& part(std::size_t i) const { return all_[in_[i]]; }
  // What any allocation wins from it, times the whole and the number of orders.
  Integer gain_of(const Allocation& reply) const {
    Integer sum = 0;
    for (std::size_t i = 0; i < in_.size(); ++i)
      if (!mixture_.shares[i].is_zero()) sum += mixture_.shares[i] * balance(reply, all_[in_[i]]);
    return sum;
  }

 private:
  bool add(std::size_t row) {
    in_.push_back(row);
    std::vector<std::int64_t>& column = columns_.emplace_back();
    column.reserve(all_.size());
    for (const Allocation& each : all_) column.push_back(balance(each, all_[row]));
    return goes_on_(in_.size());
  }

  bool mix() {
    Payoffs payoffs;
    for (const std::size_t row : in_) payoffs.push_back(payoffs_of(row));
    auto mixture = balanced_mixture(payoffs, [this] { return goes_on_(in_.size()); });
    if (!mixture) return false;
    mixture_ = *std::move(mixture);
    return true;
  }

  // Those that win most from the mixture; none if none wins anything.
  std::vector<std::size_t> winners() const {
    std::vector<double> shares;
    for (const Integer& share : mixture_.shares) shares.push_back(Rational(share, mixture_.whole).convert_to<double>());
    std::vector<std::pair<double, std::size_t>> found;
    for (std::size_t row = 0; row < all_.size(); ++row) {
      double loss = 0;
      double most = 0;
      for (std::size_t i = 0; i < in_.size(); ++i) {
        const auto payoff = static_cast<double>(columns_[i][row]);
        loss -= shares[i] * payoff;
        most = std::max(most, std::abs(payoff));
      }
      // Whatever rounding could have done is looked at again in whole numbers.
      constexpr double kRounding = 1e-9;
      if (loss < kRounding * most && gain(payoffs_of(row), mixture_) > 0) found.emplace_back(loss, row);
    }
    std::ranges::sort(found);
    found.resize(std::min(found.size(), 4 + in_.size() / 4));
    std::vector<std::size_t> rows;
    for (const auto& [loss, row] : found) rows.push_back(row);
    return rows;
  }

  std::vector<std::int64_t> payoffs_of(std::size_t row) const {
    std::vector<std::int64_t> payoffs;
    for (const auto& column : columns_) payoffs.push_back(column[row]);
    return payoffs;
  }

  const std::vector<Allocation>& all_;
  GoesOn goes_on_;
  std::vector<std::size_t> in_;
  std::vector<std::vector<std::int64_t>> columns_;  // of those that are in, against all
  Mixture mixture_;
};

}  // namespace

std::uint64_t Equilibrium::work(Contest contest) {
  return std::min(rows_of(contest), kColumns) * rows_of(contest) +
         kCheck * static_cast<std::uint64_t>(replies_to(contest));
}

// Most of it goes into the check, which compares every reply with every allocation of the mixture. How many those are
// is known only in the end; over the contests that can be solved it grows like the two thirds' power of the rows.
// Measured from 8 units on with each number of fields: what is estimated is from 0.9 to 2.3 times what it took,
// wherever that was more than a tenth of a second.
double Equilibrium::seconds(Contest contest) {
  constexpr std::array<double, 6> kFactors{0.6e-6, 0.65e-6, 1.25e-6, 0.6e-6, 0.5e-6, 0.42e-6};  // of 1, 3, 5 ... fields
  const auto fields = static_cast<std::size_t>(std::max(contest.fields, 1));
  const double factor = kFactors[std::min((fields - 1) / 2, kFactors.size() - 1)];
  return factor * replies_to(contest) * std::pow(allocation_count(contest), 2.0 / 3);
}

std::expected<Equilibrium, Complaint> Equilibrium::of(Contest contest, const Watch& watch, const ContestWords& words) {
  if (contest.fields > static_cast<int>(kMostFields))
    return complaint("There can be at most ", kMostFields, ' ', words.field, "s to share out over");
  if (allocation_count(contest) > kMostAllocations) return std::unexpected(too_large(contest, words));
  const auto stopped = [] { return complaint("The solve was stopped"); };
  const std::uint64_t total = work(contest);
  const std::uint64_t compared = std::min(rows_of(contest), kColumns) * rows_of(contest);
  // One more unit on a field never does harm, so an equilibrium needs only allocations that spend everything.
  Equilibrium found(contest);
  found.whole_ = allocations_of(contest, Spending::all);
  GrowingGame game(found.whole_, [&](std::size_t columns) {
    return watch(std::min<std::uint64_t>(columns * found.whole_.size(), compared), total);
  });
  if (!game.solve()) return stopped();
  const Mixture& mixture = game.mixture();
  for (std::size_t i = 0; i < mixture.shares.size(); ++i) {
    if (mixture.shares[i].is_zero()) continue;
    const Rational weight(mixture.shares[i], mixture.whole);
    found.mixture_.push_back({game.part(i), weight.convert_to<double>(), weight.str()});
  }
  std::ranges::sort(found.mixture_, std::greater{}, &MixedAllocation::units);

  // The check does not take the word of what was found, nor that of the thought above: it tries everything.
  Integer best = 0;
  std::uint64_t tried = 0;
  for (const Allocation& reply : allocations_of(contest, Spending::any)) {
    best = std::max(best, game.gain_of(reply));
    if (!watch(compared + kCheck * ++tried, total)) return stopped();
  }
  found.exploitability_ = Rational(best, mixture.whole).convert_to<double>() / factorial(contest.fields);
  return found;
}

double Equilibrium::expectation(Allocation units) const {
  units = sorted(std::move(units));
  const auto known = expectations_.find(units);
  if (known != expectations_.end()) return known->second;
  double sum = 0;
  for (const MixedAllocation& other : mixture_) sum += other.weight * static_cast<double>(balance(units, other.units));
  return expectations_[units] = sum / factorial(contest_.fields);
}

double Equilibrium::best_completion(Allocation placed) const {
  placed = sorted(std::move(placed));
  const auto known = completions_.find(placed);
  if (known != completions_.end()) return known->second;
  return completions_[placed] = expectation(completed(placed));
}

// All units are spent, as that never does harm. What is placed can be completed to those allocations that have, share
// by share in the order of size, no less; and as every order is worth the same, larger shares go where more lies
// already.
Allocation Equilibrium::completed(const Allocation& placed) const {
  std::vector<std::size_t> fields(placed.size());
  std::iota(fields.begin(), fields.end(), 0);  // NOLINT(modernize-use-ranges): not in this library yet
  std::ranges::sort(fields, [&](std::size_t one, std::size_t two) {
    return placed[one] != placed[two] ? placed[one] > placed[two] : one < two;
  });
  const Allocation* best = nullptr;
  double most = 0;
  for (const Allocation& whole : whole_) {
    bool fits = true;
    for (std::size_t i = 0; i < fields.size(); ++i) fits = fits && whole[i] >= placed[fields[i]];
    if (!fits) continue;
    const double gain = expectation(whole);
    if (best != nullptr && gain <= most) continue;
    most = gain;
    best = &whole;
  }
  Allocation all(placed.size());
  for (std::size_t i = 0; i < fields.size(); ++i) all[fields[i]] = (*best)[i];
  return all;
}

Allocation Equilibrium::drawn(Random& random) const {
  constexpr double kScale = 1.0 / (std::uint64_t{1} << 53);
  double rest = static_cast<double>(random() >> 11) * kScale;
  Allocation units = mixture_.back().units;
  for (const MixedAllocation& each : mixture_) {
    if (rest < each.weight) {
      units = each.units;
      break;
    }
    rest -= each.weight;
  }
  for (std::size_t i = units.size(); i > 1; --i) std::swap(units[i - 1], units[random.index(i)]);
  return units;
}

}  // namespace duello
