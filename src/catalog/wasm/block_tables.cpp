#include "catalog/block_tables.hpp"

namespace duello {

void add_block_tables(std::vector<GameSolver>& /*solvers*/) {}

}  // namespace duello
