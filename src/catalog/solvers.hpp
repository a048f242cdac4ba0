// What finds out about a game. In a file of its own, as it has to be fast where all else may be small.
#pragma once

#include <memory>
#include <vector>

#include "core/any_game.hpp"
#include "core/workers.hpp"
#include "solve/gpu_solver.hpp"
#include "solve/hidden_oracle.hpp"
#include "solve/oracle.hpp"

namespace duello {

// One kind of table of an open game.
struct TableMaker {
  // How many bytes it takes at most.
  double (*bytes)(const AnyGame& game) = nullptr;
  SolveResult (*solve)(const AnyGame& game, Workers& workers, const Watch& watch) = nullptr;
  // From a file; null if these cannot be its contents.
  SolveResult (*stored)(const AnyGame& game, const TableInStorage& stored) = nullptr;

  bool exists() const { return solve != nullptr; }
};

struct GameSolver {
  TableMaker values;   // of an open game, to the ply
  TableMaker winners;  // who wins; only where positions are laid out in blocks
  // Null where no graphics processor can solve it.
  std::unique_ptr<const GpuSolver> gpu;
  // About how long one core of a usual machine takes to find out all that is to be known, distances included.
  double (*seconds)(const AnyGame& game) = nullptr;
  // A hidden game.
  std::unique_ptr<HiddenOracle> (*contests)(const AnyGame& game) = nullptr;

  const TableMaker& maker(TableKind kind) const { return kind == TableKind::values ? values : winners; }
  bool has_table() const { return values.exists(); }
};

// In the order of the list of games.
std::vector<GameSolver> all_solvers();

}  // namespace duello
