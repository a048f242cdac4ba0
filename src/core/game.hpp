// What a game is. Everything else in the program is written against this page.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>

#include "core/seat.hpp"

namespace duello {

// How a game ended. `why` is the game's own number for the reason; its words are in the game too.
struct Outcome {
  Seat winner = Seat::one;
  std::uint8_t why = 0;
  friend constexpr bool operator==(Outcome, Outcome) = default;
};

// The moves of a position: counted, picked and visited without being listed on the heap.
template <class R, class Move>
concept MoveRange = requires(const R moves, std::uint64_t index) {
  { moves.size() } -> std::same_as<std::uint64_t>;
  { moves[index] } -> std::same_as<Move>;
  moves.for_each([](Move) {});
};

// Positions, views and moves are values: copied freely, compared by content, never changed in place.
template <class T>
concept PlainValue = std::regular<T> && std::is_trivially_copyable_v<T>;

// `legal` is empty exactly where `outcome` is set, and `after` takes any move that `legal` holds. A view is what one
// seat may know of a position, or, with no seat, what both may know; in an open game it is the position itself. The
// moves of the seat to move follow from its own view.
template <class G>
concept Game = PlainValue<typename G::Position> && PlainValue<typename G::View> && PlainValue<typename G::Move> &&
               requires(const G game, typename G::Position position, typename G::View view, typename G::Move move,
                        Seat seat, std::optional<Seat> audience) {
                 { game.start(seat) } -> std::same_as<typename G::Position>;
                 { game.mover(position) } -> std::same_as<Seat>;
                 { game.legal(position) } -> MoveRange<typename G::Move>;
                 { game.legal(view) } -> MoveRange<typename G::Move>;
                 { game.after(position, move) } -> std::same_as<typename G::Position>;
                 { game.outcome(position) } -> std::same_as<std::optional<Outcome>>;
                 { game.view(position, audience) } -> std::same_as<typename G::View>;
               };

// A game played in rounds says where one begins; a round that ends undecided leads to such a position again.
template <class G>
concept PlayedInRounds = requires(const G game, typename G::Position position) {
  { game.begins_round(position) } -> std::same_as<bool>;
};

// A game may make a move for a player who has no choice and, by its rules, is not asked.
template <class G>
concept HasForcedMoves = requires(const G game, typename G::View view) {
  { game.forced(view) } -> std::same_as<std::optional<typename G::Move>>;
};

// A game with secret moves says which are seen all the same, and can put one that is not in the place of any other.
template <class G>
concept HasSecretMoves = requires(const G game, typename G::View view, typename G::Move move) {
  { game.shows(move) } -> std::same_as<bool>;
  { game.stand_in(view) } -> std::same_as<std::optional<typename G::Move>>;
};

// A range too large to walk answers for itself.
template <class R, class Move>
concept AnswersForItself = requires(const R moves, Move move) {
  { moves.contains(move) } -> std::same_as<bool>;
};

template <class Move, MoveRange<Move> R>
constexpr bool holds(const R& moves, Move move) {
  if constexpr (AnswersForItself<R, Move>) {
    return moves.contains(move);
  } else {
    bool found = false;
    moves.for_each([&](Move each) { found = found || each == move; });
    return found;
  }
}

}  // namespace duello
