// Capture the Flag with two tokens on the places of the book, -5 to +5.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "tests/reference/reference.hpp"

namespace duello::reference {

class CaptureTheFlag {
 public:
  CaptureTheFlag(int flag, int stride, Seat first) : flag_(flag), stride_(stride), mover_(first), at_{-flag, flag} {}

  Seat mover() const { return mover_; }
  const std::optional<End>& end() const { return end_; }
  int place(Seat seat) const { return at_[index(seat)]; }

  std::vector<std::string> legal() const {
    std::vector<std::string> moves;
    for (int spaces = 1; spaces <= stride_ && !end_; ++spaces)
      if (const int goal = goal_of(spaces); goal >= -flag_ && goal <= flag_) moves.push_back(cat(spaces));
    return moves;
  }

  CaptureTheFlag after(const std::string& move) const {
    CaptureTheFlag next = *this;
    const int goal = goal_of(std::stoi(move));
    next.at_[index(mover_)] = goal;
    const int their_flag = mover_ == Seat::one ? flag_ : -flag_;
    const std::string where = cat(goal > 0 ? "+" : "", goal);
    if (goal == their_flag)
      next.end_ = End{mover_, cat("captured the flag at ", where)};
    else if (goal == place(other(mover_)))
      next.end_ = End{mover_, cat("landed on the other token at ", where)};
    next.mover_ = other(mover_);
    return next;
  }

  std::string picture() const { return cat(at_[0], ',', at_[1], ',', number(mover_)); }

 private:
  int goal_of(int spaces) const { return place(mover_) + (mover_ == Seat::one ? spaces : -spaces); }

  int flag_;
  int stride_;
  Seat mover_;
  std::array<int, 2> at_;
  std::optional<End> end_;
};

}  // namespace duello::reference
