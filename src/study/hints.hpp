// What to say to a player who asks for help with a move.
#pragma once

#include <string>

#include "core/random.hpp"
#include "players/player.hpp"
#include "solve/knowledge.hpp"

namespace duello {

// Three sentences without a full stop, each saying more than the one before.
struct Hint {
  std::string nudge;
  std::string move;
  std::string reason;
  std::string notation;  // of the move, as a record has it
};

Hint hint_for(const Turn& turn, const Knowledge& knowledge, Random& random);

}  // namespace duello
