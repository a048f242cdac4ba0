// How a game's words are written for a reader: with or without colour, and with the players' names.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/seat.hpp"
#include "core/text.hpp"

namespace duello {

enum class Tint : std::uint8_t { plain, bold, faint, red, blue, green, yellow, purple, orange };

// Colour only ever repeats what a letter or a word already says.
struct Ink {
  bool colored = false;

  std::string operator()(Tint tint, std::string_view text) const {
    constexpr std::string_view kCodes[] = {"0", "1", "2", "1;31", "1;34", "1;32", "1;33", "1;35", "38;5;208"};
    if (!colored || tint == Tint::plain || text.empty()) return std::string(text);
    return cat("\033[", kCodes[static_cast<std::size_t>(tint)], 'm', text, "\033[0m");
  }
};

struct Pen {
  Ink ink;
  PerSeat<std::string> names;  // as the game calls its players, or as they call themselves
};

// How a game calls the player of a seat: `plain` when nothing better is known; behind a player's own name its colour.
struct SeatWords {
  std::string_view plain;
  std::string_view color;
  Tint tint = Tint::plain;

  std::string for_player(std::string_view name) const {
    if (name.empty()) return std::string(plain);
    return color.empty() ? std::string(name) : cat(name, " (", color, ')');
  }
};

}  // namespace duello
