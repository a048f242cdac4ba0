// Solves a game on a graphics processor.
#pragma once

#include <memory>
#include <utility>

#include "core/try.hpp"
#include "solve/gpu/card_table.hpp"
#include "solve/gpu/card_values.hpp"
#include "solve/gpu/code.hpp"
#include "solve/gpu_solver.hpp"
#include "solve/table_oracle.hpp"
#include "solve/winners_oracle.hpp"

namespace duello {

// Passes over a table until it is solved; what the last pass took a new round to be worth.
template <LaidOutInBlocks G, class Form, class Found>
std::expected<typename Form::Round, NotKnown> solve_on(CardTable<G, Form>& table, typename Form::Round ahead,
                                                       const Watch& watch, Found found) {
  return fill_rounds<G>(
      ahead,
      [&](typename Form::Round round) -> std::expected<typename Form::Round, NotKnown> {
        const auto filled = table.fill(round, watch);
        if (!filled) return not_solved(filled.error());
        if (!*filled) return solve_stopped();
        return round;
      },
      found);
}

// What a card has found is looked at here and there: that costs some milliseconds, and one that is broken is told.
template <class Table, class... Arguments>
SolveResult checked_oracle(const gpu::Card& card, Arguments&&... arguments) {
  constexpr std::uint64_t kSample = 16;  // positions
  auto oracle = std::make_unique<TableOracle<Table>>(cat("by ", card.name()), std::forward<Arguments>(arguments)...);
  if (!oracle->table().follows(kSample)) return not_solved({"The GPU has solved the game wrongly; say --device cpu"});
  return oracle;
}

// The card has the code for the game.
template <LaidOutInBlocks G>
SolveResult solve_values_on(const std::shared_ptr<const gpu::Card>& card, const G& game, const Watch& watch) {
  const auto table = std::make_shared<CardTable<G, Codes>>(card, game);
  const auto start = [&] { return Codes::code_of(CardValues<G>(table).value(game.start(Seat::one))); };
  DUELLO_CHECK(solve_on(*table, Codes::code_of(round_ahead(game)), watch, start));
  return checked_oracle<CardValues<G>>(*card, table);
}

template <LaidOutInBlocks G>
SolveResult solve_winners_on(const std::shared_ptr<const gpu::Card>& card, const G& game, const Watch& watch) {
  constexpr std::uint64_t kLooks = 300'000;  // each fetches a unit
  const auto table = std::make_shared<CardTable<G, Words>>(card, game);
  const auto ahead = Winners<G>::round_for(round_ahead(game));
  const auto start = [&] {
    return Winners<G>::round_for(Winners<G>(game, ahead, table, kLooks).winner(game.start(Seat::one)));
  };
  DUELLO_TRY(const auto round, solve_on(*table, ahead, watch, start));
  return checked_oracle<Winners<G>>(*card, game, round, table, kLooks);
}

template <LaidOutInBlocks G>
class GpuSolverOf final : public GpuSolver {
 public:
  std::expected<double, Complaint> free_bytes() const override {
    constexpr double kUsable = 0.98;  // the driver wants some too
    if (gpu_code(G::kFacts.id, Words::kKernel).empty())
      return complaint("This program was built without code for a GPU", kAdvice);
    const auto card = opened_card();
    if (!card) return complaint(card.error().why, kAdvice);
    const auto free = (*card)->free_bytes();
    if (!free) return complaint(free.error().why, kAdvice);
    return *free * kUsable;
  }
  double bytes(const AnyGame& game, TableKind kind) const override {
    return kind == TableKind::values ? CardTable<G, Codes>::bytes_for(typed<G>(game))
                                     : CardTable<G, Words>::bytes_for(typed<G>(game));
  }
  SolveResult solve(const AnyGame& game, TableKind kind, const Watch& watch) const override {
    const auto card = card_with_code(G::kFacts.id, kind == TableKind::values ? Codes::kKernel : Words::kKernel);
    if (!card) return not_solved({cat(card.error().why, kAdvice)});
    return kind == TableKind::values ? solve_values_on(*card, typed<G>(game), watch)
                                     : solve_winners_on(*card, typed<G>(game), watch);
  }

 private:
  static constexpr std::string_view kAdvice = "; say --device cpu";
};

}  // namespace duello
