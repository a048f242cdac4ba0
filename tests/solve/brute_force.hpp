// Contests by trying everything out: every order of every allocation against every order of every other.
#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <ostream>
#include <vector>

#include "core/contest.hpp"
#include "solve/equilibrium.hpp"

namespace duello {

inline std::ostream& operator<<(std::ostream& out, const Contest& contest) {
  return out << contest.units << " on " << contest.fields;
}

inline int sum_of(const Allocation& units) { return std::accumulate(units.begin(), units.end(), 0); }

namespace brute_force {

// 1 if `one` has more on more nodes, -1 if `two` has.
inline int winner(const Allocation& one, const Allocation& two) {
  int lead = 0;
  for (std::size_t node = 0; node < one.size(); ++node)
    lead += static_cast<int>(one[node] > two[node]) - static_cast<int>(one[node] < two[node]);
  return static_cast<int>(lead > 0) - static_cast<int>(lead < 0);
}

// Calls `visit` with every different order.
template <class Visit>
void for_each_order(Allocation units, Visit visit) {
  std::ranges::sort(units);
  do visit(units);
  while (std::ranges::next_permutation(units).found);
}

// What one certain order wins on average against all orders of a mixture.
inline double expectation(const Allocation& units, const std::vector<MixedAllocation>& mixture) {
  double expected = 0;
  for (const MixedAllocation& each : mixture) {
    int sum = 0;
    int orders = 0;
    for_each_order(each.units, [&](const Allocation& other) {
      sum += winner(units, other);
      ++orders;
    });
    expected += each.weight * sum / orders;
  }
  return expected;
}

// Calls `visit` with every way to put at most so many units more on the nodes, the order of which counts.
template <class Visit>
void for_each_completion(Allocation placed, int left, const Visit& visit, std::size_t from = 0) {
  if (from == placed.size()) return visit(placed);
  for (int here = 0; here <= left; ++here, ++placed[from]) for_each_completion(placed, left - here, visit, from + 1);
}

inline double best_completion(const Allocation& placed, int left, const std::vector<MixedAllocation>& mixture) {
  double best = -1;
  for_each_completion(placed, left, [&](const Allocation& all) { best = std::max(best, expectation(all, mixture)); });
  return best;
}

}  // namespace brute_force

}  // namespace duello
