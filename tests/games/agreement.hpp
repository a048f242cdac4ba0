// Walks a game and its slow twin side by side.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <unordered_map>
#include <vector>

#include "tests/games/testing.hpp"

namespace duello {

// Whether both are in the same place: the same seat to move, the same moves in the same order, the same end. Lists
// of thousands of moves, which only hidden allocations have, are not compared.
template <class G, class Twin>
::testing::AssertionResult agree(const G& game, const typename G::Position& position, const Twin& twin) {
  constexpr std::uint64_t kLongList = 1000;
  const auto differ = [&] { return ::testing::AssertionFailure() << twin.picture() << ": "; };
  if (game.mover(position) != twin.mover()) return differ() << "another seat is to move";
  if (const auto legal = game.legal(position); legal.size() < kLongList) {
    const std::vector<std::string> moves = written(game, legal);
    const std::vector<std::string> expected = twin.legal();
    if (moves != expected) return differ() << "legal " << joined(moves, " ") << ", not " << joined(expected, " ");
  }
  const auto outcome = game.outcome(position);
  if (outcome.has_value() != twin.end().has_value()) return differ() << (outcome ? "is over" : "is not over");
  if (!outcome) return ::testing::AssertionSuccess();
  const reference::End end{outcome->winner, game.reason(position)};
  if (end != *twin.end())
    return differ() << "player " << number(end.winner) << " by " << end.reason << ", not player "
                    << number(twin.end()->winner) << " by " << twin.end()->reason;
  return ::testing::AssertionSuccess();
}

// Visits every position that can be reached, once, with its twin, and returns their number. All lines of moves that
// lead the twin to the same place lead the game to the same position, so that nothing depends on which came first.
template <class G, class Visit>
std::size_t visit_reachable(const typename G::Rules& rules, Seat first, Visit visit) {
  const G game(rules);
  using Twin = decltype(twin_of(rules, first));
  std::unordered_map<std::string, typename G::Position> seen;
  std::vector<std::pair<typename G::Position, Twin>> open;
  const auto meet = [&](const typename G::Position& position, Twin&& twin) {
    const auto [known, is_new] = seen.try_emplace(twin.picture(), position);
    if (is_new) open.emplace_back(position, std::move(twin));
    return known->second == position;
  };
  meet(game.start(first), twin_of(rules, first));
  while (!open.empty()) {
    const auto [position, twin] = std::move(open.back());
    open.pop_back();
    const auto agreed = agree(game, position, twin);
    EXPECT_TRUE(agreed) << rules;
    visit(game, position, twin);
    const auto moves = game.legal(position);
    const auto texts = twin.legal();
    for (std::size_t i = 0; agreed && i < texts.size(); ++i) {
      const bool met = meet(game.after(position, moves[i]), twin.after(texts[i]));
      EXPECT_TRUE(met) << rules << ' ' << twin.picture() << " after " << texts[i] << ": two positions for one";
      if (!met) return seen.size();
    }
    if (!agreed) return seen.size();
  }
  return seen.size();
}

template <class G>
std::size_t visit_reachable(const typename G::Rules& rules, Seat first) {
  return visit_reachable<G>(rules, first, [](const auto&...) {});
}

}  // namespace duello
