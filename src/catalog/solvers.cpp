#include "catalog/solvers.hpp"

#include "games/all.hpp"
#include "solve/winners_oracle.hpp"

namespace duello {

namespace {

template <class G>
const G& typed(const AnyGame& game) {
  return static_cast<const Erased<G>&>(game).typed();
}

template <class G>
GameSolver solver_for() {
  GameSolver solver;
  if constexpr (Solvable<G>) {
    solver.values.bytes = [](const AnyGame& game) { return Solution<G>::bytes_for(typed<G>(game)); };
    solver.values.table = [](const AnyGame& game) -> std::unique_ptr<SolvedGame> {
      return std::make_unique<SolutionOracle<G>>(typed<G>(game));
    };
  }
  if constexpr (LaidOutInBlocks<G>) {
    solver.values.kernel = Codes::kKernel;
    solver.winners.kernel = Words::kKernel;
    solver.values.card_bytes = [](const AnyGame& game) { return CardTable<G, Codes>::bytes_for(typed<G>(game)); };
    solver.values.card_table = [](const AnyGame& game,
                                  const std::shared_ptr<const gpu::Card>& card) -> std::unique_ptr<SolvedGame> {
      return std::make_unique<CardValuesOracle<G>>(typed<G>(game), card);
    };
    solver.winners.bytes = [](const AnyGame& game) { return WinnerTable<G>::bytes_for(typed<G>(game)); };
    solver.winners.card_bytes = solver.winners.bytes;
    solver.winners.table = [](const AnyGame& game) -> std::unique_ptr<SolvedGame> {
      return std::make_unique<WinnersOracle<G>>(typed<G>(game), nullptr);
    };
    solver.winners.card_table = [](const AnyGame& game,
                                   const std::shared_ptr<const gpu::Card>& card) -> std::unique_ptr<SolvedGame> {
      return std::make_unique<WinnersOracle<G>>(typed<G>(game), card);
    };
  }
  if constexpr (HasContests<G>)
    solver.contests = [](const AnyGame& game) -> std::unique_ptr<HiddenOracle> {
      return std::make_unique<ContestOracle<G>>(typed<G>(game));
    };
  return solver;
}

}  // namespace

std::vector<GameSolver> all_solvers() {
  std::vector<GameSolver> solvers;
  AllGames::for_each([&]<class G>() { solvers.push_back(solver_for<G>()); });
  return solvers;
}

}  // namespace duello
