#include "solve/equilibrium.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

#include "solve/linear_program.hpp"

namespace duello {

namespace {

// Different amounts and how often each occurs, the largest first.
struct Amounts {
  std::vector<int> amounts;
  std::vector<std::size_t> counts;

  explicit Amounts(Allocation units) {
    std::ranges::sort(units, std::greater{});
    for (const int amount : units) {
      if (amounts.empty() || amounts.back() != amount) {
        amounts.push_back(amount);
        counts.push_back(0);
      }
      ++counts.back();
    }
  }
};

double factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }

void share_out(Allocation& begun, std::size_t nodes, int units, int most, Spending spending,
               std::vector<Allocation>& found) {
  if (begun.size() == nodes) {
    if (units == 0 || spending == Spending::any) found.push_back(begun);
    return;
  }
  for (int here = std::min(units, most); here >= 0; --here) {
    begun.push_back(here);
    share_out(begun, nodes, units - here, here, spending, found);
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
  share_out(begun, static_cast<std::size_t>(contest.nodes), contest.units, contest.units, spending, found);
  return found;
}

// Gives the amounts of `two` to the nodes of `one`, node by node. What matters of what was given before is how many of
// each amount are left and how the score stands.
std::int64_t balance(const Allocation& one, const Allocation& two) {
  const Amounts left(two);
  const int nodes = static_cast<int>(one.size());
  const std::size_t scores = 2 * one.size() + 1;
  std::vector<std::size_t> stride(left.counts.size());
  std::size_t states = 1;
  for (std::size_t i = 0; i < left.counts.size(); ++i) {
    stride[i] = states;
    states *= left.counts[i] + 1;
  }
  // ways[used amounts][score + nodes]
  std::vector<std::int64_t> ways(states * scores);
  ways[static_cast<std::size_t>(nodes)] = 1;
  for (std::size_t state = 0; state < states; ++state) {
    std::size_t given = 0;
    for (std::size_t i = 0; i < stride.size(); ++i) given += state / stride[i] % (left.counts[i] + 1);
    if (given == one.size()) break;
    for (std::size_t i = 0; i < stride.size(); ++i) {
      const std::size_t used = state / stride[i] % (left.counts[i] + 1);
      if (used == left.counts[i]) continue;
      const int mine = one[given];
      const int step = (mine > left.amounts[i] ? 1 : 0) - (mine < left.amounts[i] ? 1 : 0);
      // Equal amounts are told apart, so that every order counts.
      const auto choices = static_cast<std::int64_t>(left.counts[i] - used);
      for (std::size_t score = 1; score + 1 < scores; ++score)
        ways[(state + stride[i]) * scores + static_cast<std::size_t>(static_cast<int>(score) + step)] +=
            choices * ways[state * scores + score];
    }
  }
  std::int64_t total = 0;
  for (std::size_t score = 0; score < scores; ++score) {
    const int difference = static_cast<int>(score) - nodes;
    total += ((difference > 0 ? 1 : 0) - (difference < 0 ? 1 : 0)) * ways[(states - 1) * scores + score];
  }
  return total;
}

int lead(const Allocation& one, const Allocation& two) {
  int lead = 0;
  for (std::size_t node = 0; node < one.size(); ++node)
    lead += static_cast<int>(one[node] > two[node]) - static_cast<int>(one[node] < two[node]);
  return lead;
}

// Node by node, for every number of units that may be spent so far: the greatest lead, and what it takes here. Only
// nothing, as many and one more are worth trying.
Allocation best_reply(const Allocation& theirs, int units) {
  const auto most = static_cast<std::size_t>(units);
  struct Step {
    int lead = 0;
    int here = 0;
  };
  std::vector<std::vector<Step>> steps(theirs.size() + 1, std::vector<Step>(most + 1));
  for (std::size_t node = 0; node < theirs.size(); ++node)
    for (std::size_t spent = 0; spent <= most; ++spent) {
      Step best{-static_cast<int>(theirs.size()) - 1, 0};
      for (const int here : {0, theirs[node], theirs[node] + 1}) {
        if (here > static_cast<int>(spent)) continue;
        const int gain = static_cast<int>(here > theirs[node]) - static_cast<int>(here < theirs[node]);
        const int reached = steps[node][spent - static_cast<std::size_t>(here)].lead + gain;
        if (reached > best.lead) best = {reached, here};
      }
      steps[node + 1][spent] = best;
    }
  Allocation reply(theirs.size());
  std::size_t left = most;
  for (std::size_t node = theirs.size(); node-- > 0;) {
    reply[node] = steps[node + 1][left].here;
    left -= static_cast<std::size_t>(reply[node]);
  }
  // One more never does harm.
  if (!reply.empty()) *std::ranges::max_element(reply) += static_cast<int>(left);
  return reply;
}

double Equilibrium::allocation_count(Contest contest) {
  // The partitions of the units into at most as many parts as there are nodes.
  std::vector<double> ways(static_cast<std::size_t>(contest.units) + 1);
  ways[0] = 1;
  for (int part = 1; part <= contest.nodes; ++part)
    for (auto units = static_cast<std::size_t>(part); units < ways.size(); ++units)
      ways[units] += ways[units - static_cast<std::size_t>(part)];
  return ways.back();
}

std::expected<Equilibrium, Complaint> Equilibrium::of(Contest contest) {
  if (const double count = allocation_count(contest); count > kMostAllocations)
    return complaint("There are ", static_cast<std::uint64_t>(count), " ways to share out ",
                     counted(static_cast<std::uint64_t>(contest.units), "unit"), " over ",
                     counted(static_cast<std::uint64_t>(contest.nodes), "node"), ", and at most ",
                     static_cast<int>(kMostAllocations), " can be solved");
  // One more unit on a node never does harm, so an equilibrium needs only allocations that spend everything.
  const std::vector<Allocation> rows = allocations_of(contest, Spending::all);
  PayoffMatrix payoff(rows.size(), std::vector<std::int64_t>(rows.size()));
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      payoff[i][j] = balance(rows[i], rows[j]);
      payoff[j][i] = -payoff[i][j];
    }

  Equilibrium found(contest);
  std::vector<mpq_class> exact;
  if (rows.size() <= kMostExact) exact = balanced_weights_exactly(payoff);
  found.exact_ = !exact.empty();
  const std::vector<double> near = found.exact_ ? std::vector<double>() : balanced_weights_nearly(payoff);
  if (!found.exact_ && near.empty()) return complaint("The linear program could not be solved");
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double weight = found.exact_ ? exact[i].get_d() : near[i];
    if (weight > 0) found.mixture_.push_back({rows[i], weight, found.exact_ ? exact[i].get_str() : ""});
  }

  // The check does not take the word of the linear program, nor that of the thought above: it tries everything.
  mpq_class best_exactly = 0;
  for (const Allocation& reply : allocations_of(contest, Spending::any)) {
    if (found.exact_) {
      mpq_class gain = 0;
      for (std::size_t i = 0; i < rows.size(); ++i)
        if (exact[i] != 0) gain += exact[i] * mpq_class(balance(reply, rows[i]));
      best_exactly = std::max(best_exactly, gain);
    } else {
      found.exploitability_ = std::max(found.exploitability_, found.expectation(reply));
    }
  }
  if (found.exact_) found.exploitability_ = best_exactly.get_d() / factorial(contest.nodes);
  return found;
}

double Equilibrium::expectation(Allocation units) const {
  units = sorted(std::move(units));
  const auto known = expectations_.find(units);
  if (known != expectations_.end()) return known->second;
  double sum = 0;
  for (const MixedAllocation& other : mixture_) sum += other.weight * static_cast<double>(balance(units, other.units));
  return expectations_[units] = sum / factorial(contest_.nodes);
}

double Equilibrium::best_completion(Allocation placed) const {
  placed = sorted(std::move(placed));
  const auto known = completions_.find(placed);
  if (known != completions_.end()) return known->second;
  return completions_[placed] = expectation(completed(placed));
}

// All units are spent, as that never does harm.
Allocation Equilibrium::completed(const Allocation& placed) const {
  Allocation best;
  double most = -2;
  Allocation now = placed;
  const std::function<void(std::size_t, int)> place = [&](std::size_t node, int left) {
    if (node + 1 == now.size()) {
      now[node] += left;
      if (const double gain = expectation(now); gain > most) {
        most = gain;
        best = now;
      }
      now[node] -= left;
      return;
    }
    for (int here = 0; here <= left; ++here) {
      now[node] += here;
      place(node + 1, left - here);
      now[node] -= here;
    }
  };
  place(0, contest_.units - std::accumulate(placed.begin(), placed.end(), 0));
  return best;
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
  for (std::size_t i = units.size(); i > 1; --i) std::swap(units[i - 1], units[random.below(i)]);
  return units;
}

}  // namespace duello
