// Knows who wins in every position of an open game, and looks ahead for how fast.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "solve/card_tables.hpp"
#include "solve/oracle.hpp"
#include "solve/plies.hpp"
#include "solve/winners.hpp"
#include "solve/words.hpp"

namespace duello {

template <LaidOutInBlocks G>
class WinnersOracle final : public TableOracle<G> {
 public:
  using Position = typename G::Position;

  // With a card that has the game's code it solves there.
  WinnersOracle(const G& game, const std::shared_ptr<const gpu::Card>& card) : TableOracle<G>(game), table_(game) {
    if (card) card_ = std::make_unique<CardTable<G, Words>>(card, game);
  }

  bool solve(Workers& workers, const Watch& watch) override {
    this->set_origin(card_ ? cat("by ", card_->card().name()) : by_processor(workers.size()));
    if (!solve_rounds(workers, watch)) return false;
    if (card_ && !follows(kCardSample)) trouble_ = kWrongCard;
    return trouble_.empty();
  }
  std::string trouble() const override { return trouble_; }
  std::string manner() const override { return cat(kWithoutDistances, this->origin()); }
  std::uint64_t positions() const override { return table_.size(); }

  bool stays_in_file() const override { return true; }
  std::vector<std::uint64_t> shape() const override {
    return {table_.shelves().size(), static_cast<std::uint64_t>(table_.round())};
  }
  bool reshape(const std::vector<std::uint64_t>& shape, std::uint64_t bytes) override {
    if (shape.size() != 2 || shape[0] != table_.shelves().size() || shape[1] > kMostRound) return false;
    table_.set_round(static_cast<Words::Round>(shape[1]));
    return bytes == shape[0] * sizeof(Words::Unit);
  }
  bool bring_home() const override {
    if (table_.is_here()) return true;
    WinnerTable<G> home(played());
    home.set_round(table_.round());
    if (!home.take_room()) return false;
    const auto units = home.own_contents();
    if (stored_ && !stored_->read(0, units)) refuse_damaged_table();
    if (card_) card_->fetch({reinterpret_cast<Words::Unit*>(units.data()), units.size() / sizeof(Words::Unit)}, 0);
    table_ = std::move(home);
    return true;
  }
  std::vector<std::span<std::byte>> contents() override {
    bring_home();
    return {table_.own_contents()};
  }
  void use(const std::shared_ptr<const StoredContents>& contents) override { stored_ = contents; }

  // Whether each of many positions follows from those its moves lead to, and a new round is worth what it was taken to
  // be worth. Who wins a round must win it before the next: otherwise each would lean on the one behind it.
  bool is_sound() const override {
    return round_for(winner_of(played().start(Seat::one))) == table_.round() && follows(kSample);
  }

  double survey_bytes() const override {
    const double home = table_.is_here() ? 0 : WinnerTable<G>::bytes_for(played());
    return home + TableOracle<G>::survey_bytes();
  }
  std::optional<Survey> survey(const Watch& watch) const override {
    return bring_home() ? TableOracle<G>::survey(watch) : std::nullopt;
  }

 private:
  static constexpr std::uint64_t kSample = 50'000;
  static constexpr std::uint64_t kMostRound = 2;
  // Positions to be looked at for what one question is about.
  static constexpr std::uint64_t kLooks = 1'000'000;
  static constexpr std::uint64_t kFetches = 300'000;  // where each is fetched

  using TableOracle<G>::played;

  // As Solution::solve does: what a new round is worth follows from a look ahead, or from a pass that does not know.
  bool solve_rounds(Workers& workers, const Watch& watch) {
    const Value round = round_ahead(played());
    if (!fill(round.is_win()    ? Words::Round::won
              : round.is_loss() ? Words::Round::lost
                                : Words::Round::neither,
              workers, watch))
      return false;
    const Winner start = winner_of(played().start(Seat::one));
    return !round.is_neither() || round_for(start) == Words::Round::neither || fill(round_for(start), workers, watch);
  }

  bool fill(Words::Round round, Workers& workers, const Watch& watch) {
    if (!card_) {
      if (table_.take_room()) return table_.fill(round, workers, watch);
      trouble_ = "The memory for the table cannot be had";
      return false;
    }
    const auto filled = card_->fill(round, watch);
    if (!filled) trouble_ = filled.error().why;
    table_.set_round(round);
    return filled.value_or(false);
  }

  Winner winner_of(const Position& position) const {
    if (table_.is_here()) return table_.winner(position);
    const std::uint64_t number = played().number_of(position);
    if (!stored_) return table_.winner_in(card_->unit_of(position), number);
    Words::Unit unit;
    const auto bytes = std::as_writable_bytes(std::span(&unit, 1));
    if (!stored_->read(table_.unit_of(position) * sizeof unit, bytes)) refuse_damaged_table();
    return table_.winner_in(unit, number);
  }

  static Words::Round round_for(Winner start) {
    if (!PlayedInRounds<G> || !start.is_settled()) return Words::Round::neither;
    return start.is_mover() ? Words::Round::won : Words::Round::lost;
  }

  bool follows(std::uint64_t sample) const {
    return this->holds_for(sample, [this](const Position& position, std::span<const Position> next) {
      return winner_of(position) == following_from(next);
    });
  }

  // Who wins, as those positions say that the moves lead to.
  Winner following_from(std::span<const Position> reached) const {
    bool wins = false;
    bool wins_now = false;  // in this round
    bool loses_now = true;
    for (const Position& next : reached) {
      const bool over = played().outcome(next).has_value();
      const Winner winner = winner_of(next);
      const bool now = winner.is_settled() && !is_new_round(played(), next);
      wins = wins || over || winner.is_other();
      wins_now = wins_now || over || (winner.is_other() && now);
      loses_now = loses_now && !over && winner.is_mover() && now;
    }
    const bool won = table_.round() == Words::Round::neither ? wins_now : wins;
    return Winner::told_by((won ? 1U : 0U) | (wins_now || loses_now ? 2U : 0U), table_.round());
  }

  std::vector<Value> values_of(const std::vector<Position>& positions) const override {
    const std::uint64_t all = card_ && !table_.is_here() ? kFetches : kLooks;
    PliesSearch search(
        played(), [this](const Position& position) { return winner_of(position); },
        std::max<std::uint64_t>(1, all / std::max<std::size_t>(1, positions.size())));
    std::vector<Value> values;
    for (const Position& position : positions) values.push_back(search.value(position));
    return values;
  }
  bool is_won(const Position& position) const override {
    return !played().outcome(position) && winner_of(position).is_mover();
  }
  bool is_lost(const Position& position) const override {
    return played().outcome(position) || winner_of(position).is_other();
  }
  std::size_t slots() const override { return static_cast<std::size_t>(played().position_count()); }
  std::size_t slot_of(const Position& position) const override {
    return static_cast<std::size_t>(played().place(position));
  }

  mutable WinnerTable<G> table_;  // empty as long as all of it is on a card or in a file
  std::unique_ptr<CardTable<G, Words>> card_;
  std::shared_ptr<const StoredContents> stored_;
  std::string trouble_;
};

}  // namespace duello
