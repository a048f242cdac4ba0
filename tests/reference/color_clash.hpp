// Color Clash with a list of the disks' places for each player.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "tests/reference/reference.hpp"

namespace duello::reference {

class ColorClash {
 public:
  ColorClash(int disks, int positions, Seat first) : positions_(positions), mover_(first) {
    for (int disk = 1; disk <= disks; ++disk) {
      at_[0].push_back(2 * disk - 1);
      at_[1].push_back(2 * disk);
    }
  }

  Seat mover() const { return mover_; }
  const std::optional<End>& end() const { return end_; }
  const std::vector<int>& disks(Seat seat) const { return at_[index(seat)]; }

  std::vector<std::string> legal() const {
    std::vector<std::string> moves;
    if (end_) return moves;
    const std::vector<int>& mine = disks(mover_);
    for (std::size_t disk = 0; disk < mine.size(); ++disk)
      for (int to = mine[disk] + 1; to <= positions_; ++to)
        if (!is_occupied(to)) moves.push_back(cat(name(mover_), disk + 1, '-', to));
    return moves;
  }

  ColorClash after(const std::string& move) const {
    ColorClash next = *this;
    const std::vector<int> disk_and_place = numbers_in(move.substr(1), '-');
    next.at_[index(mover_)][static_cast<std::size_t>(disk_and_place[0] - 1)] = disk_and_place[1];
    next.mover_ = other(mover_);
    const std::vector<int>& moved = next.disks(mover_);
    const std::vector<int>& stayed = next.disks(next.mover_);
    if (std::ranges::min(moved) > std::ranges::max(stayed))
      next.end_ = End{mover_, "all disks ahead"};
    else if (next.legal().empty())
      next.end_ = End{mover_, "the other player cannot move"};
    return next;
  }

  std::string picture() const {
    std::string text(1, name(mover_));
    for (const std::vector<int>& disks : at_)
      for (const int place : disks) text += static_cast<char>('A' + place);
    return text;
  }

 private:
  static char name(Seat seat) { return seat == Seat::one ? 'R' : 'B'; }

  bool is_occupied(int place) const {
    for (const std::vector<int>& disks : at_)
      if (std::ranges::find(disks, place) != disks.end()) return true;
    return false;
  }

  int positions_;
  Seat mover_;
  std::array<std::vector<int>, 2> at_;
  std::optional<End> end_;
};

}  // namespace duello::reference
