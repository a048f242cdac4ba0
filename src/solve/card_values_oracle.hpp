// Knows every value to the ply, on a card.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "solve/blocks.hpp"
#include "solve/card_tables.hpp"
#include "solve/codes.hpp"
#include "solve/oracle.hpp"

namespace duello {

template <LaidOutInBlocks G>
class CardValuesOracle final : public TableOracle<G> {
 public:
  using Position = typename G::Position;

  CardValuesOracle(const G& game, const std::shared_ptr<const gpu::Card>& card)
      : TableOracle<G>(game), card_(card, game) {}

  bool solve(Workers& /*not_needed*/, const Watch& watch) override {
    this->set_origin(cat("by ", card_.card().name()));
    const Value round = round_ahead(played());
    if (!fill(round, watch)) return false;
    const Value found = value_of(played().start(Seat::one));
    if (PlayedInRounds<G> && found != round && !fill(found, watch)) return false;
    if (!is_sound()) trouble_ = kWrongCard;
    return trouble_.empty();
  }
  std::string trouble() const override { return trouble_; }
  std::string manner() const override { return cat(kWithDistances, this->origin()); }
  std::uint64_t positions() const override { return played().position_count(); }

  std::vector<std::uint64_t> shape() const override { return {played().position_count()}; }
  bool reshape(const std::vector<std::uint64_t>& /*from_files*/, std::uint64_t /*bytes*/) override { return false; }
  bool bring_home() const override {
    if (home_) return true;
    auto home = std::make_unique<BlockTable<G>>(played());
    if (!home->has_room()) return false;
    copy_scores(card_, home->contents().front());
    home_ = std::move(home);
    return true;
  }
  std::vector<std::span<std::byte>> contents() override {
    bring_home();
    return home_->contents();
  }
  // Whether each of some positions is worth what the best of its moves is.
  bool is_sound() const override {
    return this->holds_for(kCardSample, [this](const Position& position, std::span<const Position> next) {
      Value best = Value::loss(0);
      for (const Position& after : next) best = std::max(best, value_of(after).before());
      return value_of(position) == best;
    });
  }

  double survey_bytes() const override {
    const double home = home_ ? 0 : static_cast<double>(BlockTable<G>::bytes_for(played()));
    return home + TableOracle<G>::survey_bytes();
  }
  std::optional<Survey> survey(const Watch& watch) const override {
    return bring_home() ? TableOracle<G>::survey(watch) : std::nullopt;
  }

 private:
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
