// Who wins in every position of a game that lays its positions out in blocks: two bits a position, or one where
// somebody can always force a win.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <new>
#include <span>
#include <vector>

#include "core/layout.hpp"
#include "core/watch.hpp"
#include "core/workers.hpp"
#include "solve/fast_paths.hpp"
#include "solve/plan.hpp"
#include "solve/words.hpp"

namespace duello {

enum class Winner : std::uint8_t { mover, other, neither };

template <LaidOutInBlocks G>
class WinnerTable {
 public:
  using Word = words::Word;
  using Round = words::Round;

  explicit WinnerTable(const G& game) : game_(game), shelves_(game) {}

  static std::uint64_t bytes_for(const G& game) {
    return 2 * Shelves<G, words::kLowBits>(game).size() * sizeof(Word);
  }

  // One pass over all layers, later ones first, taking a new round to be worth `round`. False if the watch stopped it
  // or there was no memory.
  bool fill(Round round, Workers& workers, const Watch& watch) {
    is_decided_ = round != Round::neither;
    if (!words_) words_.reset(new (std::nothrow) Word[planes() * shelves_.size()]);
    if (!words_) return false;
    std::atomic<std::uint64_t> done = 0;
    std::atomic<bool> going = true;
    std::atomic_flag watched;  // whoever finds it taken leaves the watch to the other
    for (int layer = game_.layer_count() - 1; layer >= 0 && going; --layer) {
      const std::uint64_t size = game_.layer_size(layer);
      const std::uint64_t share = std::clamp<std::uint64_t>(size / 64, 1, 256);
      workers.run((size + share - 1) / share, [&](std::size_t task) {
        const std::uint64_t end = std::min(size, (task + 1) * share);
        for (std::uint64_t rank = task * share; rank < end && going; ++rank) solve_block(layer, rank, round);
        done += (end - task * share) << game_.layer_bits(layer);
        if (watched.test_and_set()) return;
        if (!watch(done, game_.position_count())) going = false;
        watched.clear();
      });
    }
    return going;
  }

  Winner winner(const typename G::Position& position) const {
    const std::uint64_t block = game_.block_of(position);
    const std::uint64_t number = game_.number_of(position);
    const int layer = game_.block_layer(block);
    const std::uint64_t word =
        shelves_.begin(layer) + (game_.block_rank(block) << shelves_.unit_bits(game_.layer_bits(layer))) + number / 64;
    if ((words_[word] >> number % 64 & 1) != 0) return Winner::mover;
    if (is_decided_) return Winner::other;
    return (words_[shelves_.size() + word] >> number % 64 & 1) != 0 ? Winner::other : Winner::neither;
  }

  std::span<const Word> contents() const { return {words_.get(), planes() * shelves_.size()}; }
  const Shelves<G, words::kLowBits>& shelves() const { return shelves_; }
  bool is_decided() const { return is_decided_; }

 private:
  std::size_t planes() const { return is_decided_ ? 1 : 2; }

  DUELLO_FAST_PATHS void solve_block(int layer, std::uint64_t rank, Round round) {
    const std::uint64_t number = game_.layer_block(layer, rank);
    const std::uint64_t* const begins = shelves_.begins().data();
    BlockPlan<G, words::kLowBits> plan;
    plan.make(game_, number, begins, {});
    const auto block = PlannedBlock::of<G, words::kLowBits>(game_, layer, rank, number, begins);
    const words::Planes planes{words_.get(), words_.get(), shelves_.size(), round};
    const std::uint64_t size = std::uint64_t{1} << shelves_.unit_bits(block.bits);
    if (round == Round::neither)
      words::solve<false, kAtOnce>(block, plan.moves, plan.patterns, planes, 0, size, {});
    else
      words::solve<true, kAtOnce>(block, plan.moves, plan.patterns, planes, 0, size, {});
  }

  static constexpr int kAtOnce = 4;

  G game_;
  Shelves<G, words::kLowBits> shelves_;
  std::unique_ptr<Word[]> words_;  // every one is written before it is read
  bool is_decided_ = true;
};

}  // namespace duello
