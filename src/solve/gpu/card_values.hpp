// Knows every value to the ply, on a card.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "solve/blocks.hpp"
#include "solve/brought_home.hpp"
#include "solve/codes.hpp"
#include "solve/gpu/card_table.hpp"
#include "solve/sample.hpp"

namespace duello {

// As TableOracle asks for it.
template <LaidOutInBlocks T>
class CardValues {
 public:
  using Game = T;
  using G = T;
  using Position = typename G::Position;
  static constexpr TableKind kKind = TableKind::values;

  explicit CardValues(std::shared_ptr<const CardTable<G, Codes>> card) : card_(std::move(card)) {}

  const G& game() const { return card_->game(); }
  std::uint64_t size() const { return game().position_count(); }

  Value value(const Position& position) const {
    if (const auto* const table = home_.get()) return table->value(position);
    const Codes::Unit unit = card_->unit_of(position);
    return Value::unpacked(Codes::score_of(Codes::at(&unit, game().number_of(position) % 16)));
  }
  std::vector<Value> values(const std::vector<Position>& positions) const {
    std::vector<Value> values;
    for (const Position& position : positions) values.push_back(value(position));
    return values;
  }
  bool is_won(const Position& position) const { return value(position).is_win(); }
  bool is_lost(const Position& position) const { return value(position).is_loss(); }
  std::size_t slots() const { return static_cast<std::size_t>(game().position_count()); }
  std::size_t slot(const Position& position) const { return static_cast<std::size_t>(game().place(position)); }

  bool come_home() const {
    return home_.bring([this]() -> std::unique_ptr<const BlockTable<G>> {
      auto home = std::make_unique<BlockTable<G>>(game());
      if (!home->has_room()) return nullptr;
      copy_scores(*card_, home->contents().front());
      return home;
    });
  }
  double home_bytes() const {
    return home_.get() != nullptr ? 0 : static_cast<double>(BlockTable<G>::bytes_for(game()));
  }
  TableContents contents() const { return {kKind, home_.get()->shape(), {}, home_.get()->scores(), {}}; }

  // Whether each of so many positions is worth what the best of its moves is.
  bool follows(std::uint64_t sample) const {
    return holds_for_sample(
        game(), sample, [this](const Position& position) { return slot(position); },
        [this](const Position& position, std::span<const Position> next) {
          Value best = Value::loss(0);
          for (const Position& after : next) best = std::max(best, value(after).before());
          return next.empty() || value(position) == best;
        });
  }
  bool is_sound() const { return follows(kSample); }

 private:
  static constexpr std::uint64_t kSample = 50'000;

  std::shared_ptr<const CardTable<G, Codes>> card_;
  mutable BroughtHome<const BlockTable<G>> home_;
};

}  // namespace duello
