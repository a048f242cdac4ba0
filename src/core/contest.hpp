// One kind of hidden phase, boiled down: both sides share out their units over the same fields at once, and whoever has
// more on more of them wins. Equal scores are worth nothing to either.
//
// Which words belong to whom: secret moves, phases, their reveal, equilibria and what is expected against them belong
// to hidden games at large. Contests with their units, fields and allocations are the one kind of hidden phase that the
// solver knows so far (Colonel Blotto's, as the books call it). What a game calls its fields, and a phase that follows
// an undecided one, is its own, and comes from there as `ContestWords`.
#pragma once

#include <concepts>
#include <string_view>
#include <vector>

#include "core/game.hpp"

namespace duello {

struct Contest {
  int units = 0;
  int fields = 0;
  friend constexpr auto operator<=>(const Contest&, const Contest&) = default;
};

// One of each; of more there is an s at the end.
struct ContestWords {
  std::string_view unit = "unit";
  std::string_view field = "field";
  std::string_view later = "Later";  // a heading for the phases after an undecided one
};

using Allocation = std::vector<int>;  // units on each contested field

// A game whose hidden phases are contests. The views are of the seat to move; allocations name the contested fields in
// their order.
template <class G>
concept HasContests =
    Game<G> && requires(const G game, typename G::View view, typename G::Move move, Allocation allocation) {
      { G::kContestWords } -> std::same_as<const ContestWords&>;
      { game.contests() } -> std::same_as<std::vector<Contest>>;  // all that can come up, the first one first
      { game.contest(view) } -> std::same_as<Contest>;
      { game.placed(view) } -> std::same_as<Allocation>;
      { game.allocation(view, move) } -> std::same_as<Allocation>;
      { game.placing(view, allocation) } -> std::same_as<typename G::Move>;
    };

}  // namespace duello
