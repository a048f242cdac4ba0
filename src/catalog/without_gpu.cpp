// Linked in place of with_gpu.cpp where solve/gpu is left out.
#include "catalog/block_tables.hpp"

namespace duello {

void add_gpu_solvers(std::vector<GameSolver>& /*solvers*/) {}

}  // namespace duello
