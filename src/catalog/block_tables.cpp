#include "catalog/block_tables.hpp"

#include "games/all.hpp"
#include "solve/winners_oracle.hpp"

namespace duello {

namespace {

template <LaidOutInBlocks G>
void add_tables_of(GameSolver& solver) {
  solver.winners.bytes = [](const AnyGame& game) { return WinnerTable<G>::bytes_for(typed<G>(game)); };
  solver.winners.solve = [](const AnyGame& game, Workers& workers, const Watch& watch) {
    return solve_winners(typed<G>(game), workers, watch);
  };
  solver.winners.stored = [](const AnyGame& game, const TableInStorage& stored) {
    return stored_winners(typed<G>(game), stored);
  };
}

}  // namespace

void add_block_tables(std::vector<GameSolver>& solvers) {
  auto solver = solvers.begin();
  AllGames::for_each([&]<class G>() {
    if constexpr (LaidOutInBlocks<G>) add_tables_of<G>(*solver);
    ++solver;
  });
}

}  // namespace duello
