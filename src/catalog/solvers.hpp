// What finds out about a game. In a file of its own, as it has to be fast where all else may be small.
#pragma once

#include <memory>
#include <vector>

#include "core/any_game.hpp"
#include "gpu/driver.hpp"
#include "solve/hidden_oracle.hpp"
#include "solve/oracle.hpp"

namespace duello {

// One kind of table of an open game.
struct TableMaker {
  // How many bytes it takes at most, in memory and on a card, and the table, empty as yet. The second is solved by a
  // card that has the game's code.
  const char* kernel = nullptr;  // by which a card does it
  double (*bytes)(const AnyGame& game) = nullptr;
  double (*card_bytes)(const AnyGame& game) = nullptr;
  std::unique_ptr<SolvedGame> (*table)(const AnyGame& game) = nullptr;
  std::unique_ptr<SolvedGame> (*card_table)(const AnyGame& game,
                                            const std::shared_ptr<const gpu::Card>& card) = nullptr;
};

struct GameSolver {
  TableMaker values;   // of an open game, to the ply
  TableMaker winners;  // who wins; only where positions are laid out in blocks
  // About how long one core of a usual machine takes to find out all that is to be known, distances included.
  double (*seconds)(const AnyGame& game) = nullptr;
  // A hidden game.
  std::unique_ptr<HiddenOracle> (*contests)(const AnyGame& game) = nullptr;

  bool has_table() const { return values.table != nullptr; }
};

// Whoever knows which game it is.
template <class G>
const G& typed(const AnyGame& game) {
  return static_cast<const Erased<G>&>(game).typed();
}

// In the order of the list of games.
std::vector<GameSolver> all_solvers();

}  // namespace duello
