// What a game is called under the rules in force.
#pragma once

#include <string>
#include <string_view>

#include "core/any_game.hpp"

namespace duello {

// The named variant that these rules are; empty if they are the book's or somebody's own.
std::string_view variant_of(const AnyGame& game);
// The title, and behind it the rules that are not the book's: "TITLE (NAME: length=13 run=5)".
std::string full_title(const AnyGame& game);
// A title as it stands above a game.
std::string banner(std::string_view title, const Pen& pen);

}  // namespace duello
