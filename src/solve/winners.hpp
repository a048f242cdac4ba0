// Who wins in every position of a game that lays its positions out in blocks: two bits a position, 64 at a time.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <span>

#include "core/fast_paths.hpp"
#include "core/layout.hpp"
#include "core/watch.hpp"
#include "core/workers.hpp"
#include "solve/layers.hpp"
#include "solve/plan.hpp"
#include "solve/units.hpp"
#include "solve/winner.hpp"
#include "solve/words.hpp"

namespace duello {

template <LaidOutInBlocks G>
class WinnerTable {
 public:
  using Unit = Words::Unit;

  explicit WinnerTable(const G& game) : game_(game), shelves_(game) {}

  static double bytes_for(const G& game) {
    return static_cast<double>(Shelves<G, Words::kLowBits>(game).size() * sizeof(Unit));
  }

  const G& game() const { return game_; }
  const Shelves<G, Words::kLowBits>& shelves() const { return shelves_; }
  std::uint64_t size() const { return game_.position_count(); }
  // What a new round was taken to be worth.
  Words::Round round() const { return round_; }
  void set_round(Words::Round round) { round_ = round; }

  // Gets memory for all units, whatever they may hold at first; false if there is none.
  bool take_room() {
    if (!units_) units_.reset(new (std::nothrow) Unit[units()]);
    return units_ != nullptr;
  }

  std::span<const std::byte> contents() const { return std::as_bytes(std::span(units_.get(), units())); }
  std::span<std::byte> own_contents() { return std::as_writable_bytes(std::span(units_.get(), units())); }

  // One pass over all layers, later ones first. False if the watch stopped it.
  bool fill(Words::Round round, Workers& workers, const Watch& watch) {
    round_ = round;
    // What lies between two layers is nobody's.
    for (int layer = 1; layer <= game_.layer_count(); ++layer)
      std::fill_n(units_.get() + shelves_.begin(layer) - kBetween, kBetween, Unit{});
    return solve_layers(game_, workers, watch, [this](int layer, std::uint64_t rank) { solve_block(layer, rank); });
  }

  Winner winner(const typename G::Position& position) const {
    const std::uint64_t number = game_.number_of(position);
    const Unit& unit = units_[shelves_.unit_of(game_, game_.block_of(position), number)];
    return Winner::told_by(Words::at(&unit, number % 64), round_);
  }

 private:
  static constexpr int kAtOnce = 4;
  static constexpr std::uint64_t kBetween = Shelves<G, Words::kLowBits>::kTogether;

  std::size_t units() const { return static_cast<std::size_t>(shelves_.size()); }

  DUELLO_FAST_PATHS void solve_block(int layer, std::uint64_t rank) {
    const std::uint64_t number = game_.layer_block(layer, rank);
    const std::uint64_t* const begins = shelves_.begins().data();
    RoomyPlan<G> room;
    const BlockPlan plan = room.plan();
    plan.make<Words::kLowBits>(game_, number, begins, {});
    const auto block = PlannedBlock::of<G, Words::kLowBits>(game_, layer, rank, number, begins);
    const UnitTable<Words> table{units_.get(), units_.get(), round_};
    const std::uint64_t size = std::uint64_t{1} << shelves_.unit_bits(block.bits);
    solve_units<Words, kAtOnce>(block, plan, table, 0, size, {});
  }

  G game_;
  Shelves<G, Words::kLowBits> shelves_;
  std::unique_ptr<Unit[]> units_;  // every one is written before it is read
  Words::Round round_ = Words::Round::neither;
};

}  // namespace duello
