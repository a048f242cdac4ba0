// The rules of a game as a page of text.
#pragma once

#include <cstddef>
#include <string>

#include "core/any_game.hpp"

namespace duello {

std::string rule_page(const AnyGame& game, std::size_t width, Ink ink);

// "Rules: length=13 run=5" and the end of the line; nothing where they are the book's.
std::string other_rules(const AnyGame& game);

}  // namespace duello
