// All random numbers of a game, a series or an arena, drawn from one seed by a pseudorandom function: a number that is
// drawn reveals neither the seed nor any other number. A seed that a person chose can be found by trying small seeds,
// so a game with an engine at the table has a seed from the system's entropy source instead.
#pragma once

#include <array>
#include <cstdint>

#include "core/seat.hpp"

namespace duello {

// Seeds of what is random in one game, apart from the coin that ends it.
struct GameSeeds {
  PerSeat<std::uint64_t> players;
  std::uint64_t first;  // decides who begins
  std::uint64_t hints;
};

class Seeds {
 public:
  constexpr explicit Seeds(std::uint64_t seed) : seed_(seed) {}

  // The seed of a game of a series or an arena, numbered from 0.
  std::uint64_t game(std::uint64_t number) const { return drawn(kGames, number)[0]; }
  std::uint64_t openings() const { return drawn(kOpenings, 0)[0]; }
  // For one game, as it continues after that many moves.
  GameSeeds after(std::uint64_t moves) const {
    const Block block = drawn(kGame, moves);
    return {.players = {{block[0], block[1]}}, .first = block[2], .hints = block[3]};
  }

 private:
  using Block = std::array<std::uint64_t, 4>;
  enum Purpose : std::uint64_t { kGames, kOpenings, kGame };

  Block drawn(Purpose purpose, std::uint64_t number) const;

  std::uint64_t seed_;
};

}  // namespace duello
