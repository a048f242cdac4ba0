// What the values of options may be, for the completions of shells.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "arguments/options.hpp"

namespace duello {

std::vector<std::string> game_ids();
// The players that are built in, and those beside them that may sit in a place.
std::vector<std::string> programs_and(const std::vector<std::string_view>& others);

std::vector<std::string> variants_of_game(const Begun& begun);
std::vector<std::string> rule_keys_of_game(const Begun& begun);
// The last of a list with commas.
std::vector<std::string> listed_players(const Begun& begun);

// Whatever is wrong with the games that are kept is not said here.
std::vector<std::string> unfinished_games(const Begun& begun);
std::vector<std::string> files_and_unfinished_games(const Begun& begun);
std::vector<std::string> files_and_kept_games(const Begun& begun);

}  // namespace duello
