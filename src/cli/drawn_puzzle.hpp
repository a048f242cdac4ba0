// A puzzle by lot: of which game, under which rules, and why there may be none.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>

#include "catalog/chosen_game.hpp"
#include "study/puzzle.hpp"

namespace duello {

struct DrawnPuzzle {
  ChosenGame chosen;
  Knowledge knowledge;
  Puzzle puzzle;
};

struct NoPuzzle {
  Complaint why;
  int status;  // with which the program exits
};

// Under the rules that are given; or of a game by the book, or else of its variants; or, without a game, of any open
// one.
std::expected<DrawnPuzzle, NoPuzzle> draw_puzzle(const GameChoice& given, std::uint64_t seed, std::optional<int> level);

}  // namespace duello
