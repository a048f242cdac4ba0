// Random rules and random games for property tests. Small ones come first, and a failure is cut down to a small one.
#pragma once

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "tests/games/testing.hpp"

namespace duello {

// Checks a property inside of a test, such as a typed one.
template <class Property>
void check(Property property) {
  rc::detail::checkGTest(property);
}

// Any rule values that the game accepts.
template <class G>
rc::Gen<typename G::Rules> any_rules() {
  using Rules = typename G::Rules;
  const auto within_ranges = rc::gen::exec([] {
    Rules rules;
    for (const auto& field : Rules::kFields) rules.*(field.value) = *rc::gen::inRange(field.least, field.most + 1);
    return rules;
  });
  return rc::gen::suchThat(within_ranges, [](const Rules& rules) { return rules.objection().empty(); });
}

inline Seat any_seat() { return *rc::gen::arbitrary<bool>() ? Seat::one : Seat::two; }

// Numbers that stand for moves: each picks one of the list, whatever its length.
using Picks = std::vector<std::uint32_t>;
inline Picks any_picks() { return *rc::gen::arbitrary<Picks>(); }

template <class Moves>
auto picked(const Moves& moves, std::uint32_t pick) {
  return moves[pick % moves.size()];
}

// Plays until the game is over or the picks are used up; `visit` sees every position on the way.
template <class G, class Visit>
typename G::Position walk(const G& game, Seat first, const Picks& picks, Visit visit) {
  auto position = game.start(first);
  visit(position);
  for (const std::uint32_t pick : picks) {
    const auto moves = game.legal(position);
    if (moves.size() == 0) break;
    position = game.after(position, picked(moves, pick));
    visit(position);
  }
  return position;
}

// The positions of a random game under random rules.
template <class G, class Visit>
void walk_anywhere(Visit visit) {
  const G game(*any_rules<G>());
  walk(game, any_seat(), any_picks(), [&](const typename G::Position& position) { visit(game, position); });
}

// The moves, or, where there are many, some of them from all over the list.
template <class G, class Moves>
std::vector<typename G::Move> some_moves(const Moves& moves) {
  constexpr std::uint64_t kMany = 60;
  std::vector<typename G::Move> some;
  const std::uint64_t step = moves.size() / kMany + 1;
  for (std::uint64_t i = 0; i < moves.size(); i += step) some.push_back(moves[i]);
  return some;
}

}  // namespace duello
