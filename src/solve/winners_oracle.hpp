// Knows who wins in every position of an open game, and looks ahead for how fast.
#pragma once

#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "solve/brought_home.hpp"
#include "solve/oracle.hpp"
#include "solve/plies.hpp"
#include "solve/solution.hpp"
#include "solve/table_oracle.hpp"
#include "solve/winners.hpp"
#include "solve/words.hpp"

namespace duello {

// As TableOracle asks for it.
template <LaidOutInBlocks T>
class Winners {
 public:
  using Game = T;
  using G = T;
  using Position = typename G::Position;
  static constexpr TableKind kKind = TableKind::winners;

  // Positions to be looked at for what one question is about.
  static constexpr std::uint64_t kLooks = 1'000'000;

  // In memory.
  explicit Winners(std::unique_ptr<const WinnerTable<G>> table)
      : game_(table->game()), shelves_(table->shelves()), round_(table->round()), home_(std::move(table)) {}
  // Units that lie elsewhere, and are read one at a time until all are wanted: for a question, at most so many of them.
  Winners(const G& game, Words::Round round, std::shared_ptr<const TableStorage> storage, std::uint64_t looks)
      : game_(game), shelves_(game), round_(round), storage_(std::move(storage)), looks_(looks) {}

  const G& game() const { return game_; }
  std::uint64_t size() const { return game_.position_count(); }

  Winner winner(const Position& position) const {
    if (const auto* const table = home_.get()) return table->winner(position);
    return winner_at(position, *storage_);
  }
  std::vector<Value> values(const std::vector<Position>& positions) const {
    PliesSearch search(
        game_, [this](const Position& position) { return winner(position); },
        std::max<std::uint64_t>(
            1, (home_.get() != nullptr ? kLooks : looks_) / std::max<std::size_t>(1, positions.size())));
    std::vector<Value> values;
    for (const Position& position : positions) values.push_back(search.value(position));
    return values;
  }
  bool is_won(const Position& position) const { return !game_.outcome(position) && winner(position).is_mover(); }
  bool is_lost(const Position& position) const { return game_.outcome(position) || winner(position).is_other(); }
  std::size_t slots() const { return static_cast<std::size_t>(game_.position_count()); }
  std::size_t slot(const Position& position) const { return static_cast<std::size_t>(game_.place(position)); }

  bool come_home() const {
    return home_.bring([this]() -> std::unique_ptr<const WinnerTable<G>> {
      auto home = std::make_unique<WinnerTable<G>>(game_);
      home->set_round(round_);
      if (!home->take_room()) return nullptr;
      storage_->must_read(0, home->own_contents());
      return home;
    });
  }
  double home_bytes() const { return home_.get() != nullptr ? 0 : WinnerTable<G>::bytes_for(game_); }
  TableContents contents() const {
    return {kKind, {shelves_.size(), static_cast<std::uint64_t>(round_)}, {}, {}, home_.get()->contents()};
  }

  // Whether each of many positions follows from those its moves lead to, and a new round is worth what it was taken to
  // be worth. Who wins a round must win it before the next: otherwise each would lean on the one behind it.
  bool is_sound() const { return round_for(winner(game_.start(Seat::one))) == round_ && follows(kSample); }
  // The first, for so many.
  bool follows(std::uint64_t sample) const {
    return holds_for_sample(
        game_, sample, [this](const Position& position) { return slot(position); },
        [this](const Position& position, std::span<const Position> next) {
          return next.empty() || winner(position) == following_from(next);
        });
  }

  // What a new round is worth if this is what the start is worth, or if that much is known ahead.
  static Words::Round round_for(Winner start) {
    if (!PlayedInRounds<G> || !start.is_settled()) return Words::Round::neither;
    return start.is_mover() ? Words::Round::won : Words::Round::lost;
  }
  static Words::Round round_for(Value ahead) {
    return ahead.is_win() ? Words::Round::won : ahead.is_loss() ? Words::Round::lost : Words::Round::neither;
  }

 private:
  static constexpr std::uint64_t kSample = 50'000;

  Winner winner_at(const Position& position, const TableStorage& storage) const {
    const std::uint64_t number = game_.number_of(position);
    Words::Unit unit;
    storage.must_read(shelves_.unit_of(game_, game_.block_of(position), number) * sizeof unit,
                      std::as_writable_bytes(std::span(&unit, 1)));
    return Winner::told_by(Words::at(&unit, number % 64), round_);
  }

  // Who wins, as those positions say that the moves lead to.
  Winner following_from(std::span<const Position> reached) const {
    bool wins = false;
    bool wins_now = false;  // in this round
    bool loses_now = true;
    for (const Position& next : reached) {
      const bool over = game_.outcome(next).has_value();
      const Winner after = winner(next);
      const bool now = after.is_settled() && !is_new_round(game_, next);
      wins = wins || over || after.is_other();
      wins_now = wins_now || over || (after.is_other() && now);
      loses_now = loses_now && !over && after.is_mover() && now;
    }
    const bool won = round_ == Words::Round::neither ? wins_now : wins;
    return Winner::told_by((won ? 1U : 0U) | (wins_now || loses_now ? 2U : 0U), round_);
  }

  G game_;
  Shelves<G, Words::kLowBits> shelves_;
  Words::Round round_;
  std::shared_ptr<const TableStorage> storage_;  // null if it was solved in memory
  std::uint64_t looks_ = kLooks;
  mutable BroughtHome<const WinnerTable<G>> home_;
};

// Finds out who wins.
template <LaidOutInBlocks G>
SolveResult solve_winners(const G& game, Workers& workers, const Watch& watch) {
  auto table = std::make_unique<WinnerTable<G>>(game);
  if (!table->take_room()) return no_room_for_table(WinnerTable<G>::bytes_for(game));
  const bool filled = fill_rounds<G>(
      Winners<G>::round_for(round_ahead(game)), [&](Words::Round round) { return table->fill(round, workers, watch); },
      [&] { return Winners<G>::round_for(table->winner(game.start(Seat::one))); });
  if (!filled) return solve_stopped();
  return std::make_unique<TableOracle<Winners<G>>>(by_processor(workers.size()), std::move(table));
}

// As a file has it, in which it stays; null if the file cannot have it.
template <LaidOutInBlocks G>
SolveResult stored_winners(const G& game, const TableInStorage& stored) {
  constexpr std::uint64_t kMostRound = 2;
  const std::uint64_t units = Shelves<G, Words::kLowBits>(game).size();
  if (stored.kind != TableKind::winners || stored.shape.size() != 2 || stored.shape[0] != units ||
      stored.shape[1] > kMostRound || stored.bytes != units * sizeof(Words::Unit))
    return nullptr;
  return std::make_unique<TableOracle<Winners<G>>>(kFromFile, game, static_cast<Words::Round>(stored.shape[1]),
                                                   stored.storage, Winners<G>::kLooks);
}

}  // namespace duello
