// What a seed is spent on. Everything is drawn from it by a one-way function, so that whoever is told some of it, as an
// engine is told a seed with each of its moves, learns nothing about the rest.
#pragma once

#include <array>
#include <cstdint>

#include "core/seat.hpp"

namespace duello {

// Seeds for whatever is random in one game but the coin, which nobody sees before it falls.
struct GameSeeds {
  PerSeat<std::uint64_t> players;
  std::uint64_t first;  // for the toss who begins
  std::uint64_t hints;
};

class Seeds {
 public:
  // A seed that somebody may have chosen, such as 7, can be guessed: it is made slow to try one.
  explicit Seeds(std::uint64_t seed);

  // Of the game of that number among those that are played from this seed.
  std::uint64_t game(std::uint64_t number) const { return drawn(kGames, number)[0]; }
  std::uint64_t openings() const { return drawn(kOpenings, 0)[0]; }
  // For the one game that is played from this seed, as it goes on from there after so many moves.
  GameSeeds after(std::uint64_t moves) const {
    const Block block = drawn(kGame, moves);
    return {.players = {{block[0], block[1]}}, .first = block[2], .hints = block[3]};
  }

 private:
  using Block = std::array<std::uint64_t, 4>;
  enum Purpose : std::uint64_t { kGames, kOpenings, kGame };

  Block drawn(Purpose purpose, std::uint64_t number) const;

  Block root_{};
};

}  // namespace duello
