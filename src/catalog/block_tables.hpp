// Tables of games that lay their positions out in blocks, besides those that every open game has: who wins alone, and
// both kinds by a graphics processor. Pages do without them.
#pragma once

#include <vector>

#include "catalog/solvers.hpp"

namespace duello {

// `solvers` are in the order of the list of games.
void add_block_tables(std::vector<GameSolver>& solvers);

}  // namespace duello
