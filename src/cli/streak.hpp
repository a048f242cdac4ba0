// How somebody fares with puzzles, kept from one to the next.
#pragma once

#include <expected>
#include <string>

#include "core/text.hpp"

namespace duello {

struct Streak {
  int tried = 0;
  int solved = 0;
  int now = 0;  // solved at the first try without help, in a row
  int best = 0;
  std::string daily{};  // the date of the last daily puzzle that was counted, as in 2026.11.15
};

// What has come of a puzzle.
struct PuzzleNews {
  int tried = 0;
  int solved = 0;
  enum class Row : std::uint8_t { kept, longer, ended } row = Row::kept;
  std::string daily{};  // the date if it is the daily puzzle
};

Streak after(Streak streak, const PuzzleNews& news);

// The text in which it is kept.
std::string streak_text(const Streak& streak);
std::expected<Streak, Complaint> read_streak(const std::string& text);

// In the user's data folder. Other programs that do the same at the same time wait for each other.
std::expected<Streak, Complaint> load_streak();
std::expected<Streak, Complaint> update_streak(const PuzzleNews& news);

}  // namespace duello
