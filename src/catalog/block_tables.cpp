#include "catalog/block_tables.hpp"

#include "games/all.hpp"
#include "solve/card_values_oracle.hpp"
#include "solve/winners_oracle.hpp"

namespace duello {

namespace {

using Card = std::shared_ptr<const gpu::Card>;

template <LaidOutInBlocks G>
void add_tables_of(GameSolver& solver) {
  solver.values.kernel = Codes::kKernel;
  solver.values.card_bytes = [](const AnyGame& game) { return CardTable<G, Codes>::bytes_for(typed<G>(game)); };
  solver.values.card_table = [](const AnyGame& game, const Card& card) -> std::unique_ptr<SolvedGame> {
    return std::make_unique<CardValuesOracle<G>>(typed<G>(game), card);
  };
  solver.winners.kernel = Words::kKernel;
  solver.winners.bytes = [](const AnyGame& game) { return WinnerTable<G>::bytes_for(typed<G>(game)); };
  solver.winners.card_bytes = solver.winners.bytes;
  solver.winners.table = [](const AnyGame& game) -> std::unique_ptr<SolvedGame> {
    return std::make_unique<WinnersOracle<G>>(typed<G>(game), nullptr);
  };
  solver.winners.card_table = [](const AnyGame& game, const Card& card) -> std::unique_ptr<SolvedGame> {
    return std::make_unique<WinnersOracle<G>>(typed<G>(game), card);
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
