// The games that a graphics processor can solve.
#include "catalog/block_tables.hpp"
#include "games/all.hpp"
#include "solve/gpu/solver.hpp"

namespace duello {

void add_gpu_solvers(std::vector<GameSolver>& solvers) {
  auto solver = solvers.begin();
  AllGames::for_each([&]<class G>() {
    if constexpr (LaidOutInBlocks<G>) solver->gpu = std::make_unique<GpuSolverOf<G>>();
    ++solver;
  });
}

}  // namespace duello
