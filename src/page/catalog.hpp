// What there is to play, and against whom.
#pragma once

#include <string>

#include "core/any_game.hpp"

namespace duello {

void append_games(std::string& text);
void append_players(std::string& text);
// All that there is to know of a game under the rules that were chosen.
void append_game(std::string& text, const AnyGame& game);

}  // namespace duello
