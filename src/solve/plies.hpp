// How fast a game is won, where a table only says who wins.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <unordered_map>

#include "core/layout.hpp"
#include "solve/value.hpp"
#include "solve/winner.hpp"

namespace duello {

// Looks ahead, deeper and deeper: the winner tries only moves that keep the win, the other player all. What it says is
// exact; it says nothing once so many positions have been looked at for one question.
template <LaidOutInBlocks G, class WinnerOf>
class PliesSearch {
 public:
  using Position = typename G::Position;

  PliesSearch(const G& game, WinnerOf winner_of, std::uint64_t nodes)
      : game_(game), winner_of_(std::move(winner_of)), most_(nodes) {}

  Value value(const Position& position) {
    nodes_ = most_;
    if (game_.outcome(position)) return Value::loss(0);
    const Winner winner = winner_of_(position);
    if (winner.is_neither()) return Value::neither();
    for (int plies = winner.is_mover() ? 1 : 2; plies <= kDeepest && nodes_ != 0; plies += 2) {
      const bool found = winner.is_mover() ? wins(position, plies) : loses(position, plies);
      if (found && nodes_ != 0) return winner.is_mover() ? Value::win(plies) : Value::loss(plies);
    }
    const auto when = winner.is_settled() ? Value::When::this_round : Value::When::later;
    return winner.is_mover() ? Value::win(when) : Value::loss(when);
  }

 private:
  static constexpr int kDeepest = 120;

  // What is known of a position that has been looked at.
  struct Bounds {
    int within = kDeepest + 2;  // it is over in so many plies
    int not_within = -1;        // and not in so many
  };

  // Whether a won position is won in so many plies. Means nothing once the nodes are used up.
  bool wins(const Position& position, int plies) {
    return bounded(position, plies, [&] {
      bool found = false;
      game_.legal(position).for_each([&](typename G::Move move) {
        if (found || nodes_ == 0) return;
        const Position next = game_.after(position, move);
        found = game_.outcome(next) || (plies > 1 && looked_up(next).is_other() && loses(next, plies - 1));
      });
      return found;
    });
  }

  // Whether a lost one is lost in so many.
  bool loses(const Position& position, int plies) {
    return bounded(position, plies, [&] {
      bool all = plies > 0;
      game_.legal(position).for_each([&](typename G::Move move) {
        if (!all || nodes_ == 0) return;
        all = plies > 1 && wins(game_.after(position, move), plies - 1);
      });
      return all;
    });
  }

  template <class Look>
  bool bounded(const Position& position, int plies, Look look) {
    const std::uint64_t place = game_.place(position);
    const auto known = seen_.find(place);
    if (known != seen_.end() && plies >= known->second.within) return true;
    if (known != seen_.end() && plies <= known->second.not_within) return false;
    if (nodes_ != 0) --nodes_;
    const bool found = nodes_ != 0 && look();
    if (nodes_ == 0) return false;
    Bounds& bounds = seen_[place];
    if (found)
      bounds.within = std::min(bounds.within, plies);
    else
      bounds.not_within = std::max(bounds.not_within, plies);
    return found;
  }

  Winner looked_up(const Position& position) {
    if (nodes_ != 0) --nodes_;
    return winner_of_(position);
  }

  const G& game_;
  WinnerOf winner_of_;
  std::uint64_t most_;
  std::uint64_t nodes_ = 0;
  std::unordered_map<std::uint64_t, Bounds> seen_;
};

}  // namespace duello
