// How a game's words are written for a reader: with or without colour, drawn or told, how wide, and with which names.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "core/seat.hpp"
#include "core/text.hpp"

namespace duello {

enum class Tint : std::uint8_t { plain, bold, faint, red, blue, green, yellow, purple, orange };

constexpr std::string_view name_of(Tint tint) {
  constexpr std::array<std::string_view, 9> kNames{"plain", "bold",   "faint",  "red",   "blue",
                                                   "green", "yellow", "purple", "orange"};
  return kNames[static_cast<std::size_t>(tint)];
}

// Colour only ever repeats what a letter or a word already says.
struct Ink {
  bool colored = false;

  std::string operator()(Tint tint, std::string_view text) const {
    constexpr std::string_view kCodes[] = {"0", "1", "2", "1;31", "1;34", "1;32", "1;33", "1;35", "38;5;208"};
    if (!colored || tint == Tint::plain || text.empty()) return std::string(text);
    return cat("\033[", kCodes[static_cast<std::size_t>(tint)], 'm', text, "\033[0m");
  }
};

// A board is a picture, or words for people who listen.
enum class Boards : std::uint8_t { drawn, told };

struct Pen {
  Ink ink;
  PerSeat<std::string> names;  // as the game calls its players, or as they call themselves
  PerSeat<bool> programs{};    // nobody sits there who could be called "you"
  std::size_t width = 80;      // columns of the screen
  Boards boards = Boards::drawn;

  Pen told() const {
    Pen pen = *this;
    pen.boards = Boards::told;
    return pen;
  }
  // How many cells of a board, with gaps between them, stand in one line behind a label: as many as fit, but one at
  // least.
  int per_line(std::size_t cell, std::size_t gap, int most, std::size_t label = 0) const {
    const std::size_t room = width > label ? width - label : 0;
    return std::clamp(static_cast<int>((room + gap) / (cell + gap)), 1, most);
  }
};

// Where pens come from: for a screen as it is when one is asked for, the names still to come.
using Paper = std::function<Pen()>;

// How a game calls the player of a seat. Names go with the people and signs with the seats: behind a name that is not
// the seat's own stands what its pieces are known by.
struct SeatWords {
  std::string_view plain;  // where nothing better is known
  std::string_view color;
  Tint tint = Tint::plain;
  std::string_view mark = {};  // on a board that is drawn, where there is no color

  // The color, or the mark; nothing if the seat has no pieces of its own.
  std::string_view sign(Boards boards) const { return color.empty() && boards == Boards::drawn ? mark : color; }
  std::string for_player(std::string_view name, Boards boards) const {
    if (name.empty() || name == plain) return std::string(plain);
    return sign(boards).empty() ? std::string(name) : cat(name, " (", sign(boards), ')');
  }
};

}  // namespace duello
