// Knows who wins in every position of an open game, and looks ahead for how fast.
#pragma once

#include <memory>
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

  // As Solution::solve does: what a new round is worth follows from a look ahead, or from a pass that does not know.
  bool solve(Workers& workers, const Watch& watch) override {
    Value round;
    if constexpr (PlayedInRounds<G>) round = Lookahead(played(), kNodes).value(played().start(Seat::one));
    if (!fill(round.is_win()    ? Words::Round::won
              : round.is_loss() ? Words::Round::lost
                                : Words::Round::neither,
              workers, watch))
      return false;
    const Winner start = winner_of(played().start(Seat::one));
    if (!PlayedInRounds<G> || !round.is_neither() || start.is_neither()) return true;
    return fill(start.is_mover() ? Words::Round::won : Words::Round::lost, workers, watch);
  }
  std::string trouble() const override { return trouble_; }
  std::string manner() const override {
    return cat("who wins, without distances", card_ ? cat(", by ", card_->card().name()) : "");
  }
  std::uint64_t positions() const override { return table_.size(); }

  bool is_mappable() const override { return true; }
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
    if (!table_.take_room()) return false;
    const auto units = table_.own_contents();
    if (card_) card_->fetch({reinterpret_cast<Words::Unit*>(units.data()), units.size() / sizeof(Words::Unit)}, 0);
    return true;
  }
  std::vector<std::span<std::byte>> contents() override {
    bring_home();
    return {table_.own_contents()};
  }
  void adopt(std::span<const std::byte> mapped, const std::shared_ptr<const void>& owner) override {
    owner_ = owner;
    table_.adopt(reinterpret_cast<const Words::Unit*>(mapped.data()));
  }

  // Whether each of many positions follows from those its moves lead to.
  bool is_sound() const override {
    Random random(kSample);
    std::vector<Position> open{played().start(Seat::one)};
    for (int looked_at = 0; looked_at < kSample && !open.empty(); ++looked_at) {
      std::swap(open[random.index(open.size())], open.back());
      const Position position = open.back();
      open.pop_back();
      if (played().outcome(position)) continue;
      bool wins = false;
      bool loses = true;
      played().legal(position).for_each([&](typename G::Move move) {
        const Position next = played().after(position, move);
        const bool over = played().outcome(next).has_value();
        wins = wins || over || winner_of(next).is_other();
        loses = loses && !over && winner_of(next).is_mover();
        if (open.size() < kSample) open.push_back(next);
      });
      const Winner told = winner_of(position);
      if (told.is_mover() != wins || told.is_other() != loses) return false;
    }
    return true;
  }

  double survey_bytes() const override {
    const double home = table_.is_here() ? 0 : WinnerTable<G>::bytes_for(played());
    return home + TableOracle<G>::survey_bytes();
  }
  std::optional<Survey> survey(const Watch& watch) const override {
    return bring_home() ? TableOracle<G>::survey(watch) : std::nullopt;
  }

 private:
  static constexpr std::uint64_t kNodes = 200'000;
  static constexpr int kSample = 50'000;
  static constexpr std::uint64_t kMostRound = 2;
  // Positions to be looked at for what one question is about.
  static constexpr std::uint64_t kLooks = 1'000'000;
  static constexpr std::uint64_t kFetches = 300'000;  // where each is fetched

  using TableOracle<G>::played;

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
    return table_.winner_in(card_->unit_of(position), played().number_of(position));
  }

  std::vector<Value> values_of(const std::vector<Position>& positions) const override {
    const std::uint64_t all = table_.is_here() ? kLooks : kFetches;
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

  mutable WinnerTable<G> table_;  // empty as long as all of it is on a card
  std::unique_ptr<CardTable<G, Words>> card_;
  std::shared_ptr<const void> owner_;
  std::string trouble_;
};

// Every value to the ply, on a card.
template <LaidOutInBlocks G>
class CardValuesOracle final : public TableOracle<G> {
 public:
  using Position = typename G::Position;

  CardValuesOracle(const G& game, const std::shared_ptr<const gpu::Card>& card)
      : TableOracle<G>(game), card_(card, game) {}

  bool solve(Workers& /*not_needed*/, const Watch& watch) override {
    Value round;
    if constexpr (PlayedInRounds<G>) round = Lookahead(played(), kNodes).value(played().start(Seat::one));
    if (!fill(round, watch)) return false;
    const Value found = value_of(played().start(Seat::one));
    return found == round || !PlayedInRounds<G> || fill(found, watch);
  }
  std::string trouble() const override { return trouble_; }
  std::string manner() const override { return cat("who wins and how fast, by ", card_.card().name()); }
  std::uint64_t positions() const override { return played().position_count(); }

  std::vector<std::uint64_t> shape() const override { return {played().position_count()}; }
  bool reshape(const std::vector<std::uint64_t>& /*from_files*/, std::uint64_t /*bytes*/) override { return false; }
  bool bring_home() const override {
    if (home_) return home_->has_room();
    home_ = std::make_unique<BlockTable<G>>(played());
    if (home_->has_room()) copy_scores(card_, home_->contents().front());
    return home_->has_room();
  }
  std::vector<std::span<std::byte>> contents() override {
    bring_home();
    return home_->contents();
  }
  bool is_sound() const override { return true; }

  double survey_bytes() const override {
    const double home = home_ ? 0 : static_cast<double>(BlockTable<G>::bytes_for(played()));
    return home + TableOracle<G>::survey_bytes();
  }
  std::optional<Survey> survey(const Watch& watch) const override {
    return bring_home() ? TableOracle<G>::survey(watch) : std::nullopt;
  }

 private:
  static constexpr std::uint64_t kNodes = 200'000;

  using TableOracle<G>::played;

  bool fill(Value round, const Watch& watch) {
    const auto filled = card_.fill(Codes::code_of(round), watch);
    if (!filled) trouble_ = filled.error().why;
    return filled.value_or(false);
  }

  Value value_of(const Position& position) const {
    if (home_) return home_->value(position);
    const Codes::Unit unit = card_.unit_of(position);
    return Value::unpacked(Codes::score_of(Codes::at(&unit, played().number_of(position) % 16)));
  }

  std::vector<Value> values_of(const std::vector<Position>& positions) const override {
    std::vector<Value> values;
    for (const Position& position : positions) values.push_back(value_of(position));
    return values;
  }
  bool is_won(const Position& position) const override { return value_of(position).is_win(); }
  bool is_lost(const Position& position) const override { return value_of(position).is_loss(); }
  std::size_t slots() const override { return static_cast<std::size_t>(played().position_count()); }
  std::size_t slot_of(const Position& position) const override {
    return static_cast<std::size_t>(played().place(position));
  }

  CardTable<G, Codes> card_;
  mutable std::unique_ptr<BlockTable<G>> home_;  // once somebody wanted all of it
  std::string trouble_;
};

}  // namespace duello
