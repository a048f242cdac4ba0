// Positions here and there of a game, to hold a table against.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/game.hpp"
#include "core/random.hpp"
#include "solve/keys.hpp"

namespace duello {

// Whether something holds for every position that can be reached, or for so many of them: `holds(position, next)`,
// where the next ones are those its moves lead to, none once it is over. `key` tells positions apart.
template <Game G, class Key, class Holds>
bool holds_for_sample(const G& game, std::uint64_t sample, Key key, Holds holds) {
  using Position = typename G::Position;
  constexpr std::uint64_t kMostOpen = 8;  // times the sample; where all fit that, none is left out
  Random random(sample);
  KeyMap seen;
  std::vector<Position> open{game.start(Seat::one), game.start(Seat::two)};
  std::vector<Position> next;
  while (!open.empty() && seen.size() < sample) {
    std::swap(open[random.index(open.size())], open.back());
    const Position position = open.back();
    open.pop_back();
    if (seen.find(key(position)) != nullptr) continue;
    seen.insert(key(position), 0);
    next.clear();
    if (!game.outcome(position))
      game.legal(position).for_each([&](typename G::Move move) { next.push_back(game.after(position, move)); });
    if (!holds(position, std::span<const Position>(next))) return false;
    if (open.size() < kMostOpen * sample) open.insert(open.end(), next.begin(), next.end());
  }
  return true;
}

}  // namespace duello
