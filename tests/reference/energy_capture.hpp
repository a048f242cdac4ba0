// Energy Capture with a sheet of units for each player and an owner's name on each node.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "tests/reference/reference.hpp"

namespace duello::reference {

class EnergyCapture {
 public:
  EnergyCapture(int units, int nodes, int extra, Seat first)
      : extra_(extra), first_(first), mover_(first), owners_(static_cast<std::size_t>(nodes), '-') {
    begin_phase(units);
  }

  Seat mover() const { return mover_; }
  const std::optional<End>& end() const { return end_; }
  // '1', '2' or '-' for each node.
  const std::string& owners() const { return owners_; }
  int left(Seat seat) const { return sheet(seat).left; }
  bool passed(Seat seat) const { return sheet(seat).passed; }

  // The pass, then by the units on the first neutral node, then on the second, and so on.
  std::vector<std::string> legal() const {
    std::vector<std::string> moves;
    if (!end_) list(1, sheet(mover_).left, "", moves);
    return moves;
  }

  EnergyCapture after(const std::string& move) const {
    EnergyCapture next = *this;
    Sheet& mine = next.sheet(mover_);
    if (move == "pass") {
      mine.passed = true;
    } else {
      for (std::size_t begin = 0; begin < move.size();) {
        const std::size_t end = std::min(move.find(',', begin), move.size());
        const std::vector<int> node_and_units = numbers_in(move.substr(begin, end - begin), ':');
        mine.placed[static_cast<std::size_t>(node_and_units[0] - 1)] += node_and_units[1];
        mine.left -= node_and_units[1];
        begin = end + 1;
      }
    }
    if (next.passed(Seat::one) && next.passed(Seat::two))
      next.reveal();
    else if (!next.passed(other(mover_)))
      next.mover_ = other(mover_);
    return next;
  }

  std::string picture() const {
    std::string text = cat(owners_, sudden_death_ ? "!" : "", number(mover_));
    for (const Sheet& each : sheets_) {
      text += cat(each.passed ? "|passed" : "|", each.left);
      for (const int units : each.placed) text += cat(',', units);
    }
    return text;
  }

 private:
  struct Sheet {
    int left = 0;
    bool passed = false;
    std::vector<int> placed;
  };

  Sheet& sheet(Seat seat) { return sheets_[index(seat)]; }
  const Sheet& sheet(Seat seat) const { return sheets_[index(seat)]; }

  void begin_phase(int units) {
    for (Sheet& each : sheets_) each = {units, false, std::vector<int>(owners_.size(), 0)};
    mover_ = first_;
  }

  void list(std::size_t node, int left, const std::string& so_far, std::vector<std::string>& moves) const {
    if (node > owners_.size()) {
      moves.push_back(so_far.empty() ? "pass" : so_far);
      return;
    }
    for (int units = 0; units <= (owners_[node - 1] == '-' ? left : 0); ++units) {
      const std::string longer = cat(so_far, so_far.empty() ? "" : ",", node, ':', units);
      list(node + 1, left - units, units == 0 ? so_far : longer, moves);
    }
  }

  void reveal() {
    for (std::size_t node = 0; node < owners_.size(); ++node) {
      if (sheets_[0].placed[node] > sheets_[1].placed[node]) owners_[node] = '1';
      if (sheets_[0].placed[node] < sheets_[1].placed[node]) owners_[node] = '2';
    }
    const auto one = std::count(owners_.begin(), owners_.end(), '1');
    const auto two = std::count(owners_.begin(), owners_.end(), '2');
    sudden_death_ = true;
    begin_phase(one == two ? extra_ : 0);
    if (one == two) return;
    const auto more = std::max(one, two);
    const bool is_majority = 2 * more > static_cast<std::ptrdiff_t>(owners_.size());
    end_ = End{one > two ? Seat::one : Seat::two,
               cat(is_majority ? "majority of the nodes, " : "more nodes, ", more, " to ", std::min(one, two))};
  }

  int extra_;
  Seat first_;
  Seat mover_;
  bool sudden_death_ = false;
  std::string owners_;
  std::array<Sheet, 2> sheets_;
  std::optional<End> end_;
};

}  // namespace duello::reference
