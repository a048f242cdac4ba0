// Color Capture with a row of tokens that know where they lay at first, and a list of what each player took.
#pragma once

#include <algorithm>
#include <array>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "tests/reference/reference.hpp"

namespace duello::reference {

class ColorCapture {
 public:
  // What a majority does.
  enum class Wins { at_once, at_the_end };

  ColorCapture(int tokens, int colors, Wins wins, Seat first)
      : tokens_(tokens), colors_(colors), wins_(wins), first_(first), mover_(first) {
    for (int token = 0; token < tokens; ++token) row_.push_back(token);
    for (std::vector<int>& counts : collected_) counts.assign(static_cast<std::size_t>(colors), 0);
  }

  Seat mover() const { return mover_; }
  const std::optional<End>& end() const { return end_; }

  std::vector<std::string> legal() const {
    if (end_) return {};
    if (row_.size() == 1) return {"1"};
    return {"1", cat(row_.size())};
  }

  ColorCapture after(const std::string& move) const {
    ColorCapture next = *this;
    const int token = move == "1" ? row_.front() : row_.back();
    if (move == "1") ++next.left_;
    next.row_.erase(move == "1" ? next.row_.begin() : next.row_.end() - 1);
    const int color = token % colors_;
    ++next.counts(mover_)[static_cast<std::size_t>(color)];
    if (wins_ == Wins::at_once && next.has_majority(mover_, color))
      next.end_ = End{mover_, cat("a majority of ", kNames[static_cast<std::size_t>(color)], " tokens")};
    else if (next.row_.empty())
      next.end_ = next.counted_out();
    next.mover_ = other(mover_);
    return next;
  }

  std::string picture() const {
    std::string text = cat(number(mover_), ':', left_, '+', row_.size());
    for (const std::vector<int>& counts : collected_)
      for (const int count : counts) text += cat('/', count);
    return text;
  }

 private:
  static constexpr std::array<std::string_view, 6> kNames{"Red", "Blue", "Green", "Yellow", "Purple", "Orange"};

  std::vector<int>& counts(Seat seat) { return collected_[index(seat)]; }
  const std::vector<int>& counts(Seat seat) const { return collected_[index(seat)]; }

  bool has_majority(Seat seat, int color) const {
    int in_all = 0;
    for (int token = 0; token < tokens_; ++token)
      if (token % colors_ == color) ++in_all;
    return 2 * counts(seat)[static_cast<std::size_t>(color)] > in_all;
  }

  int majorities(Seat seat) const {
    int count = 0;
    for (int color = 0; color < colors_; ++color)
      if (has_majority(seat, color)) ++count;
    return count;
  }

  int total(Seat seat) const {
    int sum = 0;
    for (const int count : counts(seat)) sum += count;
    return sum;
  }

  std::vector<int> from_the_highest(Seat seat) const {
    std::vector<int> sorted = counts(seat);
    std::ranges::sort(sorted, std::greater<>());
    return sorted;
  }

  End counted_out() const {
    const Seat one = Seat::one;
    const Seat two = Seat::two;
    if (majorities(one) > majorities(two)) return {one, "majorities in more colors"};
    if (majorities(one) < majorities(two)) return {two, "majorities in more colors"};
    if (total(one) > total(two)) return {one, "more tokens"};
    if (total(one) < total(two)) return {two, "more tokens"};
    if (from_the_highest(one) > from_the_highest(two)) return {one, "more tokens of one color"};
    if (from_the_highest(one) < from_the_highest(two)) return {two, "more tokens of one color"};
    return {other(first_), "all equal, moved second"};
  }

  int tokens_;
  int colors_;
  Wins wins_;
  Seat first_;
  Seat mover_;
  std::vector<int> row_;
  int left_ = 0;  // taken by the move 1, which is how the last token goes too
  std::array<std::vector<int>, 2> collected_;
  std::optional<End> end_;
};

}  // namespace duello::reference
