// Color Bridge with a track of the letters _, R and B.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "tests/reference/reference.hpp"

namespace duello::reference {

class ColorBridge {
 public:
  ColorBridge(int length, int run, int reach, Seat first)
      : run_(run), reach_(reach), mover_(first), track_(static_cast<std::size_t>(length), '_') {}

  Seat mover() const { return mover_; }
  const std::optional<End>& end() const { return end_; }
  const std::string& track() const { return track_; }

  std::vector<std::string> legal() const {
    std::vector<std::string> moves;
    if (end_) return moves;
    const int length = static_cast<int>(track_.size());
    for (int cells = 1; cells <= reach_; ++cells)
      for (int first = 1; first + cells - 1 <= length; ++first)
        if (all_free(first, cells)) moves.push_back(stretch(first, cells, '-'));
    return moves;
  }

  ColorBridge after(const std::string& move) const {
    ColorBridge next = *this;
    const char color = mover_ == Seat::one ? 'R' : 'B';
    for (const int cell : numbers_in(move, '-')) next.at(cell) = color;
    if (const int first = next.exact_run(color); first != 0)
      next.end_ = End{mover_, cat(spelled(run_), " in a row at ", stretch(first, run_, ' '))};
    else if (next.track_.find('_') == std::string::npos)
      next.track_.assign(track_.size(), '_');
    next.mover_ = other(mover_);
    return next;
  }

  std::string picture() const { return cat(track_, number(mover_)); }

  // Where a run of exactly the winning length begins, with none of its color beside it; 0 if nowhere.
  int exact_run(char color) const {
    const int length = static_cast<int>(track_.size());
    for (int first = 1; first <= length;) {
      int cells = 0;
      while (first + cells <= length && at(first + cells) == color) ++cells;
      if (cells == run_) return first;
      first += cells + 1;
    }
    return 0;
  }

 private:
  static std::string spelled(int number) {
    constexpr std::array<std::string_view, 11> kNames{"zero", "one",   "two",   "three", "four", "five",
                                                      "six",  "seven", "eight", "nine",  "ten"};
    return number > 10 ? cat(number) : std::string(kNames.at(static_cast<std::size_t>(number)));
  }

  char& at(int cell) { return track_[static_cast<std::size_t>(cell - 1)]; }
  char at(int cell) const { return track_[static_cast<std::size_t>(cell - 1)]; }

  bool all_free(int first, int cells) const {
    for (int cell = first; cell < first + cells; ++cell)
      if (at(cell) != '_') return false;
    return true;
  }

  static std::string stretch(int first, int cells, char between) {
    std::string text = cat(first);
    for (int cell = first + 1; cell < first + cells; ++cell) text += cat(between, cell);
    return text;
  }

  int run_;
  int reach_;
  Seat mover_;
  std::string track_;
  std::optional<End> end_;
};

}  // namespace duello::reference
