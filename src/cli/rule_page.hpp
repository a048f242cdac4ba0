// The rules of a game as a page of text.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/any_game.hpp"

namespace duello {

// What the rules in force say.
std::string rule_page(const AnyGame& game, std::size_t width, Ink ink);

// The title, and behind it the rules that are not the book's: "TITLE (NAME: length=13 run=5)".
std::string full_title(const AnyGame& game);
// A title as it stands above a game.
std::string banner(std::string_view title, const Pen& pen);

}  // namespace duello
