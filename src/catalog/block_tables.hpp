// What solves games that lay their positions out in blocks, besides what solves every open game: who wins alone, and
// both kinds of table on a graphics processor. WebAssembly modules do without it.
#pragma once

#include <vector>

#include "catalog/solvers.hpp"

namespace duello {

// `solvers` are in the order of the list of games.
void add_block_tables(std::vector<GameSolver>& solvers);
void add_gpu_solvers(std::vector<GameSolver>& solvers);

}  // namespace duello
