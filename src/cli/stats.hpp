// What the games that were played come to, for each player and game.
#pragma once

#include "cli/commands.hpp"

namespace duello {

// Finished games are reviewed for it, where the game can be solved on this machine.
int show_stats(Console& console, const std::vector<KeptGame>& games, Format format);

// A player's own name, or what plays.
std::string who_is(const Record& head, Seat seat);

}  // namespace duello
