// Random games by the million.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "core/lanes.hpp"
#include "core/random.hpp"

namespace duello {

// A game whose rules the compiler knows.
template <Game G>
inline constexpr G kBook{};

// What came of them.
struct RandomGames {
  std::uint64_t games = 0;
  std::uint64_t moves = 0;
  PerSeat<std::uint64_t> wins{};
  RandomGames& operator+=(const RandomGames& more) {
    games += more.games;
    moves += more.moves;
    for (const Seat seat : kSeats) wins[seat] += more.wins[seat];
    return *this;
  }
  friend bool operator==(const RandomGames&, const RandomGames&) = default;
};

// One after another, from one stream of numbers.
template <Game G>
[[gnu::always_inline]] inline RandomGames random_games_of(const G game, Random random, Seat first,
                                                          std::uint64_t count) {
  RandomGames played{.games = count};
  for (std::uint64_t i = 0; i < count; ++i) {
    auto position = game.start(first);
    while (!game.outcome(position)) {
      const auto moves = game.legal(position);
      position = game.after(position, moves[random.below(moves.size())]);
      ++played.moves;
    }
    ++played.wins[game.outcome(position)->winner];
  }
  return played;
}

// Sixteen streams of games side by side, by the book's rules.
template <PlayedInLanes G>
class GameLanes {
 public:
  // Lane i draws from stream `stream` + i of the seed.
  GameLanes(std::uint64_t seed, std::uint64_t stream, Seat first)
      : first_(first), random_(streams(seed, stream, std::make_index_sequence<kLanes>())) {
    const Lane start = kBook<G>.lane_start();
    mine_.fill(start.mine);
    theirs_.fill(start.theirs);
  }

  // So many games in each lane. Those that are done go on, and do not count, until the last one is.
  RandomGames play(const std::array<std::uint32_t, kLanes>& counts) {
    left_ = counts;
    while (std::ranges::any_of(left_, [](std::uint32_t left) { return left != 0; })) {
      const GameLanes before = *this;
      if (play_steps([](Random& random, std::uint32_t bound) { return quick_below(random, bound); })) continue;
      *this = before;
      play_steps(
          [](Random& random, std::uint32_t bound) { return Drawn{static_cast<std::uint32_t>(random.below(bound))}; });
    }
    RandomGames played;
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      played.games += counts[lane];
      played.moves += moves_[lane];
      played.wins[first_] += first_wins_[lane];
      played.wins[other(first_)] += counts[lane] - first_wins_[lane];
    }
    return played;
  }

 private:
  static constexpr int kSteps = 64;  // between two looks at what is left

  template <std::size_t... Lane>
  static std::array<Random, kLanes> streams(std::uint64_t seed, std::uint64_t stream, std::index_sequence<Lane...>) {
    return {Random(seed, stream + Lane)...};
  }

  struct Drawn {
    std::uint32_t number;
    bool is_doubtful = false;
  };

  // As Random::below, except that where a number may have to be drawn again it is not, but is doubtful. That is so in
  // less than one of 2^32 cases.
  static Drawn quick_below(Random& random, std::uint32_t bound) {
    const std::uint64_t bits = random();
    const std::uint64_t high = (bits >> 32) * bound + ((bits & 0xffffffff) * bound >> 32);
    return {static_cast<std::uint32_t>(high >> 32), static_cast<std::uint32_t>(high) == 0};
  }

  // False if a number was doubtful; then all of it is.
  template <class Below>
  bool play_steps(Below below) {
    constexpr Lane start = kBook<G>.lane_start();
    std::array<std::uint32_t, kLanes> doubts{};
    for (int step = 0; step < kSteps; ++step)
      for (std::size_t lane = 0; lane < kLanes; ++lane) {
        const Lane here{mine_[lane], theirs_[lane]};
        const Drawn rank = below(random_[lane], kBook<G>.lane_moves(here));
        const LaneStep after = kBook<G>.lane_after(here, rank.number);
        const std::uint32_t counts = left_[lane] != 0 ? 1 : 0;
        doubts[lane] |= rank.is_doubtful ? 1U : 0U;
        mine_[lane] = after.won != 0 ? start.mine : after.mine;
        theirs_[lane] = after.won != 0 ? start.theirs : after.theirs;
        moves_[lane] += counts;
        left_[lane] -= after.won & counts;
        first_wins_[lane] += after.won & counts & ~second_to_move_[lane];
        second_to_move_[lane] = (second_to_move_[lane] ^ 1) & (after.won ^ 1);
      }
    return doubts == decltype(doubts){};
  }

  Seat first_;
  std::array<Random, kLanes> random_;
  std::array<std::uint32_t, kLanes> mine_{};
  std::array<std::uint32_t, kLanes> theirs_{};
  std::array<std::uint32_t, kLanes> second_to_move_{};
  std::array<std::uint32_t, kLanes> left_{};
  std::array<std::uint32_t, kLanes> first_wins_{};
  std::array<std::uint32_t, kLanes> moves_{};
};

// Lane i plays counts[i] games. Vectors pay off if there are any, and if the rules are known to the compiler, as the
// book's are.
template <Game G>
RandomGames random_games_in_streams(const typename G::Rules& rules, std::uint64_t seed, std::uint64_t stream,
                                    Seat first, const std::array<std::uint32_t, kLanes>& counts) {
  const bool is_by_the_book = rules == typename G::Rules{};
  if constexpr (kHasVectors && PlayedInLanes<G>)
    if (is_by_the_book) return GameLanes<G>(seed, stream, first).play(counts);
  RandomGames played;
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    const Random random(seed, stream + lane);
    played += is_by_the_book ? random_games_of(G(), random, first, counts[lane])
                             : random_games_of(G(rules), random, first, counts[lane]);
  }
  return played;
}

// Plays so many games, and the same ones on every machine: they are dealt out in turn to sixteen streams of the seed,
// and once those have played kGamesInAStream each, to the next sixteen.
inline constexpr std::uint64_t kGamesInAStream = 1 << 12;

template <Game G>
RandomGames random_games(const typename G::Rules& rules, std::uint64_t seed, Seat first, std::uint64_t count) {
  RandomGames played;
  for (std::uint64_t stream = 0; count != 0; stream += kLanes) {
    const std::uint64_t now = std::min(count, kLanes * kGamesInAStream);
    std::array<std::uint32_t, kLanes> counts{};
    for (std::size_t lane = 0; lane < kLanes; ++lane)
      counts[lane] = static_cast<std::uint32_t>(now / kLanes + (lane < now % kLanes ? 1 : 0));
    played += random_games_in_streams<G>(rules, seed, stream, first, counts);
    count -= now;
  }
  return played;
}

}  // namespace duello
