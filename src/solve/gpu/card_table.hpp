// A table that a graphics processor solves. It stays in its memory, and what is asked of it is fetched, until somebody
// wants it whole.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <expected>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "core/layout.hpp"
#include "core/try.hpp"
#include "core/watch.hpp"
#include "solve/damaged_table.hpp"
#include "solve/gpu/driver.hpp"
#include "solve/gpu/kernels.hpp"
#include "solve/oracle.hpp"
#include "solve/plan.hpp"

namespace duello {

// How a layer is shared out; bench/gpu.cpp tries others.
struct CardTuning {
  int team_units = 10;                                 // a team solves at most 2^team_units units of a block,
  std::uint64_t least_teams = std::uint64_t{1} << 14;  // and fewer where that makes too few teams
};

template <LaidOutInBlocks G, class Form>
class CardTable final : public TableStorage {
 public:
  using Unit = typename Form::Unit;

  // The card has the code for the game.
  CardTable(std::shared_ptr<const gpu::Card> card, const G& game)
      : card_(std::move(card)), game_(game), shelves_(game) {}

  static double bytes_for(const G& game) {
    return static_cast<double>(Shelves<G, Form::kLowBits>(game).size() * sizeof(Unit));
  }

  const gpu::Card& card() const { return *card_; }
  const G& game() const { return game_; }
  const Shelves<G, Form::kLowBits>& shelves() const { return shelves_; }
  void tune(const CardTuning& tuning) { tuning_ = tuning; }

  // One pass over all layers, later ones first. False if the watch stopped it, which it can between layers.
  std::expected<bool, Complaint> fill(typename Form::Round round, const Watch& watch) {
    DUELLO_CHECK(take_room());
    DUELLO_TRY(const auto kernel, card_->kernel(Form::kKernel));
    gpu::Address units = units_.address();
    std::uint64_t done = 0;
    for (int number = game_.layer_count() - 1; number >= 0; --number) {
      kernels::Layer<G> layer = shared_out(number);
      std::array<void*, 4> arguments{&layer, &units, &units, &round};
      const auto groups = static_cast<std::uint32_t>((layer.teams + kernels::kTeams - 1) / kernels::kTeams);
      const gpu::Grid grid{groups, kernels::kTeam * kernels::kTeams, layer.plan_bytes()};
      DUELLO_CHECK(card_->launch(kernel, grid, arguments));
      // Small layers are not worth waiting for.
      const std::uint64_t positions = game_.layer_size(number) << game_.layer_bits(number);
      done += positions;
      if (positions < kPause && number != 0) continue;
      DUELLO_CHECK(card_->finish());
      if (!watch(done, game_.position_count())) return false;
    }
    return true;
  }

  // Memory for all of it; nothing if it is there.
  std::expected<void, Complaint> take_room() {
    if (units_.size() != 0) return {};
    const auto begins = std::as_bytes(std::span(shelves_.begins()));
    DUELLO_TRY(begins_, card_->allocate(begins.size()));
    DUELLO_TRY(units_, card_->allocate(shelves_.size() * sizeof(Unit)));
    return card_->write(begins_.address(), begins);
  }

  // Of its units.
  bool read(std::uint64_t at, std::span<std::byte> bytes) const override {
    return card_->read(bytes, units_.address() + at).has_value();
  }
  [[noreturn]] void refuse() const override { refuse_lost_card(); }
  // So many units from one on.
  void fetch(std::span<Unit> units, std::uint64_t first) const {
    must_read(first * sizeof(Unit), std::as_writable_bytes(units));
  }
  Unit unit_of(const typename G::Position& position) const {
    Unit unit;
    fetch({&unit, 1}, shelves_.unit_of(game_, game_.block_of(position), game_.number_of(position)));
    return unit;
  }

 private:
  static constexpr std::uint64_t kPause = std::uint64_t{1} << 32;  // positions

  kernels::Layer<G> shared_out(int layer) const {
    const int bits = shelves_.unit_bits(game_.layer_bits(layer));
    const std::uint64_t blocks = game_.layer_size(layer);
    int part_bits = std::max(0, bits - tuning_.team_units);
    while (bits - part_bits > 5 && blocks << part_bits < tuning_.least_teams) ++part_bits;
    // An address there means nothing here. NOLINTNEXTLINE(performance-no-int-to-ptr)
    return {game_, reinterpret_cast<const std::uint64_t*>(begins_.address()), layer, part_bits, blocks << part_bits};
  }

  std::shared_ptr<const gpu::Card> card_;
  G game_;
  Shelves<G, Form::kLowBits> shelves_;
  gpu::Memory begins_;
  gpu::Memory units_;
  CardTuning tuning_;
};

// Codes as the processor's table has them: scores, in the game's own order.
template <LaidOutInBlocks G>
void copy_scores(const CardTable<G, Codes>& from, std::span<std::byte> to) {
  constexpr std::uint64_t kAtOnce = std::uint64_t{1} << 22;  // units
  const G& game = from.game();
  std::vector<Codes::Unit> units;
  for (int layer = 0; layer < game.layer_count(); ++layer) {
    const int bits = game.layer_bits(layer);
    const int unit_bits = from.shelves().unit_bits(bits);
    const std::uint64_t blocks = std::max<std::uint64_t>(1, kAtOnce >> unit_bits);
    for (std::uint64_t first = 0; first < game.layer_size(layer); first += blocks) {
      const std::uint64_t count = std::min(blocks, game.layer_size(layer) - first);
      units.resize(static_cast<std::size_t>(count << unit_bits));
      from.fetch(units, from.shelves().begin(layer) + (first << unit_bits));
      for (std::uint64_t i = 0; i < count; ++i) {
        const Codes::Unit* const block = units.data() + (i << unit_bits);
        std::byte* const scores = to.data() + game.block_begin(game.layer_block(layer, first + i));
        for (std::uint64_t number = 0; number < std::uint64_t{1} << bits; ++number)
          scores[number] = static_cast<std::byte>(Codes::score_of(Codes::at(block, number)));
      }
    }
  }
}

}  // namespace duello
