// Games that can be played at a server by somebody who knows no rules: move by move, as they were played here.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/seat.hpp"

namespace duello {

struct Script {
  struct Turn {
    Seat seat;
    std::string move;
  };
  std::vector<Turn> turns;
};

struct Scripts {
  std::string game;
  std::vector<Script> all;
};

// Random ones, seat one first, of the open game that lasts longest.
Scripts long_scripts(std::size_t count);

}  // namespace duello
