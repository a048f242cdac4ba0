// What the tests of the solver share: small variants of the open games, and how to solve and name them.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "games/all.hpp"
#include "solve/solution.hpp"
#include "solve/table_oracle.hpp"

namespace duello {

inline std::ostream& operator<<(std::ostream& out, Value value) {
  if (value.is_neither()) return out << "neither";
  return out << (value.is_win() ? "win in " : "loss in ") << value.plies();
}

// For typed tests.
using OpenGameTypes = ::testing::Types<ColorCapture, ColorBridge, CaptureTheFlag, ColorClash>;

// "color-bridge length=11 run=3 reach=2".
template <class G>
std::string name_of(const typename G::Rules& rules) {
  std::string name(G::kFacts.id);
  for (const RuleValue& rule : rule_values(rules)) name += cat(' ', rule.key, '=', rule.text);
  return name;
}

// Dozens of rules under which a game has at most a few thousand positions.
template <class G>
std::vector<typename G::Rules> small_variants();

template <>
inline std::vector<ColorCapture::Rules> small_variants<ColorCapture>() {
  std::vector<ColorCapture::Rules> all;
  for (int tokens = 1; tokens <= 12; ++tokens)
    for (int colors = 1; colors <= std::min(tokens, 4); ++colors)
      for (const int majority : {ColorCapture::Rules::kFirst, ColorCapture::Rules::kEnd})
        all.push_back({.tokens = tokens, .colors = colors, .majority = majority});
  return all;
}

template <>
inline std::vector<ColorBridge::Rules> small_variants<ColorBridge>() {
  std::vector<ColorBridge::Rules> all;
  for (int length = 1; length <= 7; ++length)
    for (int run = 1; run <= std::min(length, 4); ++run)
      for (int reach = 1; reach <= 3; ++reach) all.push_back({.length = length, .run = run, .reach = reach});
  return all;
}

template <>
inline std::vector<CaptureTheFlag::Rules> small_variants<CaptureTheFlag>() {
  std::vector<CaptureTheFlag::Rules> all;
  for (int flag = 1; flag <= 6; ++flag)
    for (int stride = 1; stride <= 5; ++stride) all.push_back({.flag = flag, .stride = stride});
  return all;
}

template <>
inline std::vector<ColorClash::Rules> small_variants<ColorClash>() {
  std::vector<ColorClash::Rules> all;
  for (int disks = 1; disks <= 3; ++disks)
    for (int positions = 2 * disks + 1; positions <= 9; ++positions)
      all.push_back({.disks = disks, .positions = positions});
  return all;
}

template <class G>
Solution<G> solution_of(const typename G::Rules& rules) {
  Solution<G> solved{G(rules)};
  OneWorker worker;
  EXPECT_TRUE(solved.solve(worker, go_on));
  return solved;
}
template <class G>
std::unique_ptr<SolvedGame> oracle_of(const typename G::Rules& rules) {
  OneWorker worker;
  return solve_values(G(rules), worker, go_on).value();
}

// What a move is worth to whoever makes it, for every move, in the game's order.
template <class G, class ValueOf>
std::vector<Value> values_of_moves(const G& game, const typename G::Position& position, ValueOf value_of) {
  std::vector<Value> values;
  game.legal(position).for_each(
      [&](typename G::Move move) { values.push_back(value_of(game.after(position, move)).before()); });
  return values;
}

}  // namespace duello
