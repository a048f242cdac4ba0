#include "catalog/solvers.hpp"

#include "catalog/block_tables.hpp"
#include "games/all.hpp"
#include "solve/table_oracle.hpp"

namespace duello {

namespace {

template <class G>
GameSolver solver_for() {
  GameSolver solver;
  if constexpr (Solvable<G>) {
    solver.seconds = [](const AnyGame& game) { return Solution<G>::seconds_for(typed<G>(game)); };
    solver.values.bytes = [](const AnyGame& game) { return Solution<G>::bytes_for(typed<G>(game)); };
    solver.values.solve = [](const AnyGame& game, Workers& workers, const Watch& watch) {
      return solve_values(typed<G>(game), workers, watch);
    };
    solver.values.stored = [](const AnyGame& game, const TableInStorage& stored) {
      return stored_values(typed<G>(game), stored);
    };
  }
  if constexpr (HasContests<G>) {
    solver.seconds = [](const AnyGame& game) { return ContestOracle<G>::seconds_for(typed<G>(game)); };
    solver.contests = [](const AnyGame& game) -> std::unique_ptr<HiddenOracle> {
      return std::make_unique<ContestOracle<G>>(typed<G>(game));
    };
  }
  return solver;
}

}  // namespace

std::vector<GameSolver> all_solvers() {
  std::vector<GameSolver> solvers;
  AllGames::for_each([&]<class G>() { solvers.push_back(solver_for<G>()); });
  add_block_tables(solvers);
  add_gpu_solvers(solvers);
  return solvers;
}

}  // namespace duello
