// A pass over all blocks of a table, by several threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "core/layout.hpp"
#include "core/watch.hpp"
#include "core/workers.hpp"

namespace duello {

// Calls `solve_block` with the layer and the rank of every block, later layers first. False if the watch stopped it.
template <LaidOutInBlocks G, class SolveBlock>
bool solve_layers(const G& game, Workers& workers, const Watch& watch, SolveBlock solve_block) {
  std::atomic<std::uint64_t> done = 0;
  std::atomic<bool> going = true;
  std::atomic_flag watched;  // whoever finds it taken leaves the watch to the other
  for (int layer = game.layer_count() - 1; layer >= 0 && going; --layer) {
    const std::uint64_t size = game.layer_size(layer);
    // Small blocks are handed out by the dozen.
    const std::uint64_t share = std::clamp<std::uint64_t>(size / 64, 1, 256);
    workers.run(static_cast<std::size_t>((size + share - 1) / share), [&](std::size_t task) {
      const std::uint64_t begin = task * share;
      const std::uint64_t end = std::min(size, begin + share);
      for (std::uint64_t rank = begin; rank < end && going; ++rank) solve_block(layer, rank);
      done += (end - begin) << game.layer_bits(layer);
      if (watched.test_and_set()) return;
      if (!watch(done, game.position_count())) going = false;
      watched.clear();
    });
  }
  return going;
}

}  // namespace duello
