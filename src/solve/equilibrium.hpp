// The equilibrium of a contest: how to share out units at random so that nothing the other side does gains anything.
#pragma once

#include <cstdint>
#include <expected>
#include <map>
#include <string>
#include <vector>

#include "core/contest.hpp"
#include "core/random.hpp"
#include "core/text.hpp"
#include "core/watch.hpp"

namespace duello {

// An allocation that stands for all its orders, each equally likely; the largest share first.
struct MixedAllocation {
  Allocation units;
  double weight = 0;
  std::string fraction;  // the weight exactly, as in "3/14"
};

class Equilibrium {
 public:
  // Contests with more allocations than this, up to their order, are refused.
  static constexpr double kMostAllocations = 4000;

  static double allocation_count(Contest contest);
  // About how long `of` takes on one core of a usual machine, and what is asked of the result after that.
  static double seconds(Contest contest);
  // What the watch is told when all is done.
  static std::uint64_t work(Contest contest);
  // The words are for the complaint.
  static std::expected<Equilibrium, Complaint> of(Contest contest, const Watch& watch = go_on,
                                                  const ContestWords& words = {});

  Contest contest() const { return contest_; }
  const std::vector<MixedAllocation>& mixture() const { return mixture_; }
  // What the best reply among all allocations, whether they spend all units or not, wins on average.
  double exploitability() const { return exploitability_; }

  // What an allocation, in any order, wins on average against the mixture: 1 for a sure win, -1 for a sure loss.
  double expectation(Allocation units) const;
  // The most that can still be made of units that are already placed.
  double best_completion(Allocation placed) const;
  // The completion that makes it.
  Allocation completed(const Allocation& placed) const;
  // An allocation as the mixture has it, in a random order.
  Allocation drawn(Random& random) const;

 private:
  explicit Equilibrium(Contest contest) : contest_(contest) {}

  Contest contest_;
  std::vector<Allocation> whole_;  // the allocations that spend everything
  std::vector<MixedAllocation> mixture_;
  double exploitability_ = 0;
  mutable std::map<Allocation, double> expectations_;
  mutable std::map<Allocation, double> completions_;
};

// Wins minus losses of `one` over all orders of `two`: what it wins on average, times the number of orders.
std::int64_t balance(const Allocation& one, const Allocation& two);
// The fields on which `one` has more, less those on which `two` has.
int lead(const Allocation& one, const Allocation& two);
// An allocation of all `units` with the greatest lead over `theirs`.
Allocation best_reply(const Allocation& theirs, int units);
// All ways to share out exactly or at most so many units, up to the order of the fields.
enum class Spending : std::uint8_t { all, any };
std::vector<Allocation> allocations_of(Contest contest, Spending spending);

}  // namespace duello
