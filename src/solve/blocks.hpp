// Solving a game that lays its positions out in blocks: one byte a position, whole blocks at a time.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/game.hpp"
#include "core/layout.hpp"
#include "core/watch.hpp"
#include "core/workers.hpp"
#include "solve/value.hpp"

// Where the program is built for any processor of its kind, what takes longest is there twice, and the fast one is
// taken where the processor can.
#ifdef DUELLO_DISPATCH
#define DUELLO_FAST_PATHS __attribute__((target_clones("default", "arch=x86-64-v3"), flatten))
#else
#define DUELLO_FAST_PATHS
#endif

namespace duello {

namespace blocks {

using Score = std::int8_t;

// Value::before on packed scores: the other way round, and one ply further from the end.
constexpr Score before(Score score) { return static_cast<Score>(score < 0 ? -score - 2 : -score); }

using Lane = Score __attribute__((vector_size(16)));
using Bits = std::uint8_t __attribute__((vector_size(16)));  // for arithmetic that wraps

inline Lane load(const Score* from) {
  Lane lane;
  std::memcpy(&lane, from, sizeof lane);
  return lane;
}

inline void raise(Score* best, Lane found) {
  const Bits lost = Bits(found < 0);  // all ones where it is
  const auto lane = Lane(lost + lost - Bits(found));
  const Lane old = load(best);
  const Lane top = old > lane ? old : lane;
  std::memcpy(best, &top, sizeof top);
}

constexpr int kLane = sizeof(Lane);
constexpr std::ptrdiff_t kStep = sizeof(Lane);

// The general case: one position after the other.
inline void raise_slowly(Score* best, const Score* child, int bits, int at, int gap) {
  const std::uint32_t low = (1U << at) - 1;
  const std::uint32_t size = 1U << bits;
  for (std::uint32_t c = 0; c < size; ++c) {
    const std::uint32_t other = ~c & (size - 1);
    const std::uint64_t there = (other & low) | std::uint64_t{other & ~low} << gap;
    best[c] = std::max(best[c], before(child[there]));
  }
}

// The children of sixteen positions in a row, picked from the stretch of memory they lie in. They run backward, because
// the sides have changed, and lie apart where zeros were put in below bit 4.
template <int At, int Gap>
Lane gathered(const Score* window) {
  constexpr auto kWhere = [](int i) {
    const int other = kLane - 1 - i;
    return (other & ((1 << At) - 1)) | (other >> At << (At + Gap));
  };
  return [&]<int... I>(std::integer_sequence<int, I...>) {
    if constexpr (At >= 4) {
      const Lane all = load(window);
      return __builtin_shufflevector(all, all, kLane - 1 - I...);
    } else if constexpr (Gap == 1) {
      return __builtin_shufflevector(load(window), load(window + kStep), kWhere(I)...);
    } else {
      static_assert(Gap == 2);
      const Lane low = __builtin_shufflevector(load(window), load(window + kStep), (kWhere(I) % (2 * kLane))...);
      const Lane high =
          __builtin_shufflevector(load(window + 2 * kStep), load(window + 3 * kStep), (kWhere(I) % (2 * kLane))...);
      return __builtin_shufflevector(low, high, (kWhere(I) < 2 * kLane ? I : I + kLane)...);
    }
  }(std::make_integer_sequence<int, kLane>());
}

template <int At, int Gap>
void raise_fast(Score* best, const Score* child, int bits, int at) {
  const std::uint32_t size = 1U << bits;
  const std::uint32_t low = (1U << at) - 1;
  for (std::uint32_t c = 0; c < size; c += kLane) {
    const std::uint32_t other = ~(c + kLane - 1) & (size - 1);  // the least of the sixteen
    const std::uint64_t there = (other & low) | std::uint64_t{other & ~low} << Gap;
    raise(best + c, gathered<At, Gap>(child + there));
  }
}

template <int Gap>
void raise_by_place(Score* best, const Score* child, int bits, int at) {
  switch (at) {
    case 0:
      return raise_fast<0, Gap>(best, child, bits, at);
    case 1:
      return raise_fast<1, Gap>(best, child, bits, at);
    case 2:
      return raise_fast<2, Gap>(best, child, bits, at);
    case 3:
      return raise_fast<3, Gap>(best, child, bits, at);
    default:
      return raise_fast<4, Gap>(best, child, bits, at);
  }
}

// Raises each position of a block to what one move is worth there.
inline void raise_block(Score* best, const Score* child, int bits, int at, int gap) {
  if (bits < 4 || gap > 2) return raise_slowly(best, child, bits, at, gap);
  return gap == 1 ? raise_by_place<1>(best, child, bits, at) : raise_by_place<2>(best, child, bits, at);
}

}  // namespace blocks

// The values of all positions of such a game.
template <LaidOutInBlocks G>
class BlockTable {
 public:
  using Score = blocks::Score;

  explicit BlockTable(const G& game)
      : game_(game),
        size_(static_cast<std::size_t>(game.position_count())),
        scores_(std::make_unique_for_overwrite<Score[]>(size_)) {}

  static std::uint64_t bytes_for(const G& game) { return game.position_count() * sizeof(Score); }

  std::uint64_t size() const { return size_; }
  std::size_t slots() const { return size_; }
  std::size_t slot(const typename G::Position& position) const {
    return static_cast<std::size_t>(game_.place(position));
  }
  Value value(const typename G::Position& position) const { return Value::unpacked(scores_[slot(position)]); }
  std::optional<Value> find(const typename G::Position& position) const { return value(position); }

  // For table files: what must agree before contents can be exchanged, and the contents.
  std::vector<std::uint64_t> shape() const { return {size_}; }
  bool reshape(const std::vector<std::uint64_t>& shape, std::uint64_t bytes) {
    return shape == this->shape() && bytes == size_ * sizeof(Score);
  }
  std::vector<std::span<std::byte>> contents() { return {std::as_writable_bytes(std::span(scores_.get(), size_))}; }
  bool is_sound() const { return true; }

  // One pass over all blocks, later ones first, taking a new round to be worth `round`. False if the watch stopped it.
  bool fill(Value round, Workers& workers, const Watch& watch) {
    std::vector<std::vector<std::uint64_t>> layers;
    for (std::uint64_t block = 0; block < game_.block_count(); ++block) {
      const auto layer = static_cast<std::size_t>(game_.block_layer(block));
      if (layer >= layers.size()) layers.resize(layer + 1);
      layers[layer].push_back(block);
    }
    std::atomic<std::uint64_t> done = 0;
    std::atomic<bool> going = true;
    std::atomic_flag watched;  // whoever finds it taken leaves the watch to the other
    for (auto layer = layers.rbegin(); layer != layers.rend() && going; ++layer) {
      // Small blocks are handed out by the dozen.
      const std::size_t share = std::clamp<std::size_t>(layer->size() / 64, 1, 256);
      workers.run((layer->size() + share - 1) / share, [&](std::size_t task) {
        std::uint64_t solved = 0;
        for (std::size_t i = task * share; i < std::min(layer->size(), (task + 1) * share) && going; ++i) {
          solve_block((*layer)[i], round);
          solved += std::uint64_t{1} << game_.block_bits((*layer)[i]);
        }
        done += solved;
        if (watched.test_and_set()) return;
        if (!watch(done, size())) going = false;
        watched.clear();
      });
    }
    return going;
  }

 private:
  DUELLO_FAST_PATHS void solve_block(std::uint64_t block, Value round) {
    const int bits = game_.block_bits(block);
    const std::uint64_t count = std::uint64_t{1} << bits;
    Score* const best = scores_.get() + game_.block_begin(block);
    const bool starts_over = game_.block_starts_over(block);
    std::fill_n(best, count, starts_over ? round.template packed<Score>() : std::numeric_limits<Score>::min());
    game_.for_each_block_move(
        block, [&](BlockMove move) { blocks::raise_block(best, scores_.get() + move.to, bits, move.at, move.gap); });
    const auto lost = Value::loss(0).packed<Score>();
    for (std::uint64_t begin = 0; begin < count; begin += std::tuple_size_v<FinishedFlags>) {
      const FinishedFlags finished = game_.block_finished(block, begin);
      const std::size_t here = static_cast<std::size_t>(std::min<std::uint64_t>(finished.size(), count - begin));
      for (std::size_t i = 0; i < here; ++i) best[begin + i] = finished[i] != 0 ? lost : best[begin + i];
    }
  }

  G game_;
  std::size_t size_;
  std::unique_ptr<Score[]> scores_;  // every one is written before it is read
};

}  // namespace duello

#undef DUELLO_FAST_PATHS
