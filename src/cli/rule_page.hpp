// The rules of a game as a page of text.
#pragma once

#include <cstddef>
#include <string>

#include "core/any_game.hpp"

namespace duello {

// What the rules in force say.
std::string rule_page(const AnyGame& game, std::size_t width, Ink ink);

}  // namespace duello
