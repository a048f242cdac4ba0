// What finds out about a game. In a file of its own, as it has to be fast where all else may be small.
#pragma once

#include <memory>
#include <vector>

#include "core/any_game.hpp"
#include "solve/hidden_oracle.hpp"
#include "solve/oracle.hpp"

namespace duello {

struct GameSolver {
  // An open game: how many bytes its table takes at most, and the table, empty as yet.
  double (*table_bytes)(const AnyGame& game) = nullptr;
  std::unique_ptr<SolvedGame> (*table)(const AnyGame& game) = nullptr;
  // A hidden game.
  std::unique_ptr<HiddenOracle> (*contests)(const AnyGame& game) = nullptr;
};

// In the order of the list of games.
std::vector<GameSolver> all_solvers();

}  // namespace duello
