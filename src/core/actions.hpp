// A game as programs that learn see it: moves are numbers, and what a seat knows is a row of small numbers.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/bits.hpp"
#include "core/game.hpp"

namespace duello {

// A part of an observation: `rows` times `columns` bytes, row by row.
struct ObservedPart {
  std::string_view name;
  std::string_view meaning;  // of one byte
  int rows = 1;
  int columns = 1;
  friend bool operator==(const ObservedPart&, const ObservedPart&) = default;
};

// Actions are the numbers from 0 to action_count() - 1, and mean the same in every position and to both seats: those of
// the seat to move. `move_of` undoes `index_of`. It is given the mover's view, as a move may say more than its number
// does (whose piece it is), and answers for every action; for one that is not legal now, with a move that is not.
//
// An observation is what the seat to move knows, from its side. It is made from a view, so it cannot tell a secret.
// `from_side` makes a view that is observed from a seat's side, whoever is to move; nothing is added to it.
template <class G>
concept NumbersMoves = Game<G> && requires(const G game, typename G::View view, typename G::Move move, int action,
                                           Seat seat, std::span<std::uint8_t> bytes) {
  { game.action_count() } -> std::same_as<int>;
  { game.index_of(move) } -> std::same_as<int>;
  { game.move_of(view, action) } -> std::same_as<typename G::Move>;
  { game.observation_size() } -> std::same_as<int>;
  { game.observed_parts() } -> std::same_as<std::vector<ObservedPart>>;
  game.observe(view, bytes);  // fills all of them
  { game.from_side(view, seat) } -> std::same_as<typename G::View>;
  { game.most_steps() } -> std::same_as<int>;  // the most actions in a game, or in a round of it
};

// A game with too many moves to be numbered offers another one, in which a move is put together from several.
template <class G>
struct SteppedGame {
  using type = G;
};
template <class G>
  requires requires { typename G::Stepwise; }
struct SteppedGame<G> {
  using type = typename G::Stepwise;
};
template <class G>
using Stepped = typename SteppedGame<G>::type;

// A byte for each action: 1 if it is legal. `view` is the mover's. Games may have a faster way of their own.
template <NumbersMoves G>
void write_mask(const G& game, const typename G::View& view, std::span<std::uint8_t> mask) {
  if constexpr (requires { game.mask(view, mask); }) {
    game.mask(view, mask);
  } else {
    std::ranges::fill(mask, std::uint8_t{0});
    game.legal(view).for_each(
        [&](const typename G::Move& move) { mask[static_cast<std::size_t>(game.index_of(move))] = 1; });
  }
}

}  // namespace duello
