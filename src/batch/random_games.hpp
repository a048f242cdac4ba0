// Random games, many at a time. One game keeps a processor waiting: each of its moves needs the one before. Several at
// once fill the gaps.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/game.hpp"
#include "core/random.hpp"

namespace duello {

// What came of them.
struct RandomGames {
  std::uint64_t games = 0;
  std::uint64_t moves = 0;
  PerSeat<std::uint64_t> wins{};
  friend bool operator==(const RandomGames&, const RandomGames&) = default;
};

// Plays the games of these numbers. Game N draws from stream N of the seed, so that it is the same game whatever is
// played beside it; seat one begins.
template <Game G, std::size_t Lanes = 8>
RandomGames random_games(const G game, std::uint64_t seed, std::uint64_t first, std::uint64_t count) {
  struct Lane {
    typename G::Position position;
    Random random{0};
  };
  const auto begin = game.start(Seat::one);
  RandomGames played;
  std::array<Lane, Lanes> lanes;
  std::uint64_t next = first;
  const std::uint64_t end = first + count;
  const auto advance = [&](Lane& lane) {
    const auto moves = game.legal(lane.position);
    lane.position = game.after(lane.position, moves[lane.random.below(moves.size())]);
    ++played.moves;
    const auto outcome = game.outcome(lane.position);
    if (!outcome) return false;
    ++played.games;
    ++played.wins[outcome->winner];
    return true;
  };
  const auto refill = [&](Lane& lane) { lane = {begin, Random(seed, next++)}; };

  std::size_t busy = 0;
  for (; busy < Lanes && next != end; ++busy) refill(lanes[busy]);
  if (busy == Lanes) {
    while (next + Lanes <= end)
      for (Lane& lane : lanes)
        if (advance(lane)) refill(lane);
  }
  for (std::size_t i = 0; i < busy;) {
    if (!advance(lanes[i])) continue;
    if (next != end) {
      refill(lanes[i]);
    } else {
      ++i;
    }
  }
  return played;
}

}  // namespace duello
