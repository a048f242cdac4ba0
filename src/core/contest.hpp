// A phase of hidden moves, boiled down: both sides share out their units over the same nodes at once, and whoever has
// more on more of them wins. Equal scores are worth nothing to either.
#pragma once

#include <concepts>
#include <vector>

#include "core/game.hpp"

namespace duello {

struct Contest {
  int units = 0;
  int nodes = 0;
  friend constexpr auto operator<=>(const Contest&, const Contest&) = default;
};

using Allocation = std::vector<int>;  // units on each contested node

// A game whose hidden phases are contests. The views are of the seat to move; allocations name the contested nodes in
// their order.
template <class G>
concept HasContests =
    Game<G> && requires(const G game, typename G::View view, typename G::Move move, Allocation allocation) {
      { game.contests() } -> std::same_as<std::vector<Contest>>;  // all that can come up, the first one first
      { game.contest(view) } -> std::same_as<Contest>;
      { game.placed(view) } -> std::same_as<Allocation>;
      { game.allocation(view, move) } -> std::same_as<Allocation>;
      { game.placing(view, allocation) } -> std::same_as<typename G::Move>;
    };

}  // namespace duello
