// A line of moves that shows a game under any rules.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/game.hpp"
#include "core/random.hpp"
#include "core/text.hpp"

namespace duello {

// The shortest of some games played at random, always the same ones. Where none of them ends, a first round that
// nobody wins.
template <Game G>
std::string example_line(const G& game) {
  constexpr std::uint64_t kGames = 60;
  constexpr std::size_t kLongest = 300;
  std::optional<std::vector<std::string>> finished;
  std::vector<std::string> undecided;
  for (std::uint64_t number = 0; number < kGames; ++number) {
    Random random(number);
    std::vector<std::string> moves;
    auto position = game.start(Seat::one);
    while (!game.outcome(position) && moves.size() < (finished ? finished->size() : kLongest)) {
      const auto legal = game.legal(position);
      const auto move = legal[random.below(legal.size())];
      moves.push_back(game.write(move));
      position = game.after(position, move);
      if constexpr (PlayedInRounds<G>) {
        if (undecided.empty() && game.begins_round(position)) undecided = moves;
      }
    }
    if (game.outcome(position) && (!finished || moves.size() < finished->size())) finished = std::move(moves);
  }
  return joined(finished ? *finished : undecided, " ");
}

}  // namespace duello
