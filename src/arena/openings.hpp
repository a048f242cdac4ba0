// Where the games of an arena begin. Both players get each side of each opening.
#pragma once

#include <cstdint>
#include <vector>

#include "match/referee.hpp"
#include "solve/oracle.hpp"

namespace duello {

enum class OpeningKind : std::uint8_t {
  none,      // every game begins at the start
  random,    // a random number of random moves
  balanced,  // the same, but won for the player to move in one half of the openings and not in the other
};

class Openings {
 public:
  // At most so many moves. `oracle` is needed for balanced ones. A game with secret moves begins at the start.
  Openings(const AnyGame& game, OpeningKind kind, int most_moves, std::uint64_t seed, const Oracle* oracle)
      : game_(game),
        kind_(game.facts().hidden ? OpeningKind::none : kind),
        most_(most_moves),
        seed_(seed),
        oracle_(oracle) {}

  // The same number gives the same moves. They never end the game; the first seat begins.
  std::vector<AnyMove> at(std::uint64_t number) const;

 private:
  const AnyGame& game_;
  OpeningKind kind_;
  int most_;
  std::uint64_t seed_;
  const Oracle* oracle_;
};

}  // namespace duello
