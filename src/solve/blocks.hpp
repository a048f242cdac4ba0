// Solving a game that lays its positions out in blocks: one byte a position, whole blocks at a time.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <concepts>
#include <cstdint>
#include <limits>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/fast_paths.hpp"
#include "core/game.hpp"
#include "core/layout.hpp"
#include "core/watch.hpp"
#include "core/workers.hpp"
#include "solve/layers.hpp"
#include "solve/patterns.hpp"
#include "solve/value.hpp"

namespace duello {

namespace blocks {

using Score = std::int8_t;

// Value::before on packed scores: the other way round, and one ply further from the end.
constexpr Score before(Score score) { return static_cast<Score>(score < 0 ? -score - 2 : -score); }

using Lane = Score __attribute__((vector_size(16)));
using Bits = std::uint8_t __attribute__((vector_size(16)));  // for arithmetic that wraps
using Words = std::uint16_t __attribute__((vector_size(16)));

// The builtin is never checked by FORTIFY_SOURCE, which would make these loops take nearly twice as long.
inline Lane load(const Score* from) {
  Lane lane;
  __builtin_memcpy(&lane, from, sizeof lane);
  return lane;
}

inline void store(Score* to, Lane lane) { __builtin_memcpy(to, &lane, sizeof lane); }

constexpr std::ptrdiff_t kLane = sizeof(Lane);

// What a position is worth follows from the least that its moves leave to the other player. The sides are changed only
// once all moves have been looked at: until then positions are numbered as after a move, ~c instead of c.
inline void lower(Score* least, Lane found) {
  const Lane old = load(least);
  store(least, old < found ? old : found);
}

// The general case: one position after the other.
inline void lower_slowly(Score* least, const Score* child, int bits, int at, int gap) {
  const std::uint32_t size = 1U << bits;
  for (std::uint32_t i = 0; i < size; ++i) least[i] = std::min(least[i], child[with_gap(i, at, gap)]);
}

// Where lanes lie together in the child too.
inline void lower_stretches(Score* least, const Score* child, int bits, int at, int gap) {
  const std::ptrdiff_t size = std::ptrdiff_t{1} << bits;
  const std::ptrdiff_t stretch = std::ptrdiff_t{1} << std::min(at, bits);
  for (std::ptrdiff_t begin = 0; begin < size; begin += stretch, child += stretch << gap)
    for (std::ptrdiff_t i = 0; i < stretch; i += kLane) lower(least + begin + i, load(child + i));
}

// Of two lanes side by side, every other group of 2^At bytes.
template <int At>
Lane unzipped(Lane low, Lane high) {
  return [&]<int... I>(std::integer_sequence<int, I...>) {
    return __builtin_shufflevector(low, high, ((I & ((1 << At) - 1)) | I >> At << (At + 1))...);
  }(std::make_integer_sequence<int, kLane>());
}

// The children of sixteen positions in a row, picked from the stretch of memory they lie in. They lie apart there,
// because zeros were put in below bit 4.
template <int At, int Gap>
Lane gathered(const Score* window) {
  if constexpr (Gap == 0) {
    return load(window);
  } else {
    return unzipped<At>(gathered<At, Gap - 1>(window), gathered<At, Gap - 1>(window + (kLane << (Gap - 1))));
  }
}

template <int At, int Gap>
void lower_gathered(Score* least, const Score* child, int bits) {
  const std::ptrdiff_t size = std::ptrdiff_t{1} << bits;
  for (std::ptrdiff_t i = 0; i < size; i += kLane) lower(least + i, gathered<At, Gap>(child + (i << Gap)));
}

template <int Gap>
void lower_by_place(Score* least, const Score* child, int bits, int at) {
  switch (at) {
    case 0:
      return lower_gathered<0, Gap>(least, child, bits);
    case 1:
      return lower_gathered<1, Gap>(least, child, bits);
    case 2:
      return lower_gathered<2, Gap>(least, child, bits);
    case 3:
      return lower_gathered<3, Gap>(least, child, bits);
    default:
      return lower_stretches(least, child, bits, at, Gap);
  }
}

// Lowers 2^bits positions to what one move leaves the other player.
inline void lower_all(Score* least, const Score* child, int bits, int at, int gap) {
  if (bits < 4 || gap > 2) return lower_slowly(least, child, bits, at, gap);
  return gap == 1 ? lower_by_place<1>(least, child, bits, at) : lower_by_place<2>(least, child, bits, at);
}

constexpr auto kLost = Value::loss(0).packed<Score>();

// Sixteen positions from what was least there, numbered the other way round. Where the game is over, as the lowest bits
// of `over` say, the player to move has lost.
inline Lane turned(Lane least, std::uint64_t over) {
  const Lane back = __builtin_shufflevector(least, least, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
  const Bits lost = Bits(back < 0);  // all ones where it is
  const auto value = Lane(lost + lost - Bits(back));
  const Bits words = Bits(Words{} + static_cast<std::uint16_t>(over));
  const Bits bytes = __builtin_shufflevector(words, words, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1);
  constexpr Bits kOneEach{1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
  return (bytes & kOneEach) != 0 ? Lane{} + kLost : value;
}

// What so many positions are worth, at most 64, from what was least there.
inline void turn_over(Score* scores, const Score* least, std::ptrdiff_t size, std::uint64_t over) {
  for (std::ptrdiff_t i = 0; size < kLane && i < size; ++i)
    scores[i] = (over >> i & 1) != 0 ? kLost : before(least[size - 1 - i]);
  for (std::ptrdiff_t end = size; end >= kLane; end -= kLane, scores += kLane, over >>= kLane)
    store(scores, turned(load(least + end - kLane), over));
}

}  // namespace blocks

// The values of all positions of such a game.
template <LaidOutInBlocks G>
class BlockTable {
 public:
  using Score = blocks::Score;

  explicit BlockTable(const G& game)
      : game_(game), size_(static_cast<std::size_t>(game.position_count())), scores_(new(std::nothrow) Score[size_]) {}

  static std::uint64_t bytes_for(const G& game) { return game.position_count() * sizeof(Score); }
  // How long one core takes for a byte at most, as measured; a game of rounds may take two passes.
  static constexpr double kSecondsPerByte = 3.5e-9;
  // Nothing else may be asked of a table that did not get its memory.
  bool has_room() const { return scores_ != nullptr; }

  std::uint64_t size() const { return size_; }
  std::size_t slots() const { return size_; }
  std::size_t slot(const typename G::Position& position) const {
    return static_cast<std::size_t>(game_.place(position));
  }
  Value value(const typename G::Position& position) const { return Value::unpacked(scores_[slot(position)]); }
  std::optional<Value> find(const typename G::Position& position) const { return value(position); }

  // The values as they are packed, by slot.
  std::span<const Score> scores() const { return {scores_.get(), size_}; }
  std::span<const std::uint64_t> keys() const { return {}; }

  // For table files: what must agree before contents can be exchanged, and the contents.
  std::vector<std::uint64_t> shape() const { return {size_}; }
  bool reshape(const std::vector<std::uint64_t>& shape, std::uint64_t bytes) {
    return shape == this->shape() && bytes == size_ * sizeof(Score);
  }
  std::vector<std::span<std::byte>> contents() { return {std::as_writable_bytes(std::span(scores_.get(), size_))}; }
  bool is_sound() const { return true; }

  // One pass over all blocks, later ones first, taking a new round to be worth `round`. False if the watch stopped it.
  bool fill(Value round, Workers& workers, const Watch& watch) {
    return solve_layers(game_, workers, watch,
                        [&](int layer, std::uint64_t rank) { solve_block(game_.layer_block(layer, rank), round); });
  }

 private:
  static constexpr int kTile = 11;  // bits of the part of a block that is worked on at a time, close at hand

  DUELLO_FAST_PATHS void solve_block(std::uint64_t block, Value round) {
    const std::uint64_t count = std::uint64_t{1} << game_.block_bits(block);
    Score* const scores = scores_.get() + game_.block_begin(block);
    const FinishedPositions<G> finished(game_, block);
    // A new round has the value of a position that one move leads to.
    const Score most =
        game_.block_starts_over(block) ? round.after().template packed<Score>() : std::numeric_limits<Score>::max();
    std::array<BlockMove, static_cast<std::size_t>(G::kMostBlockMoves)> moves;  // to places instead of blocks
    int move_count = 0;
    game_.block_moves(block).for_each([&](BlockMove move) {
      moves[static_cast<std::size_t>(move_count++)] = {game_.block_begin(move.to), move.at, move.gap};
    });
    const int bits = std::min(game_.block_bits(block), kTile);
    const std::uint64_t size = std::uint64_t{1} << bits;
    std::array<Score, std::size_t{1} << kTile> least;  // the first `size` are used
    for (std::uint64_t begin = 0; begin < count; begin += size) {
      std::fill_n(least.begin(), size, most);
      for (int i = 0; i < move_count; ++i) {
        const BlockMove move = moves[static_cast<std::size_t>(i)];
        const std::uint64_t first = move.to + with_gap(count - size - begin, move.at, move.gap);
        blocks::lower_all(least.data(), scores_.get() + first, bits, move.at, move.gap);
      }
      const std::uint64_t step = std::min<std::uint64_t>(size, 64);
      for (std::uint64_t i = 0; i < size; i += step)
        blocks::turn_over(scores + begin + i, least.data() + (size - step - i), static_cast<std::ptrdiff_t>(step),
                          finished.among(begin + i));
    }
  }

  G game_;
  std::size_t size_;
  std::unique_ptr<Score[]> scores_;  // every one is written before it is read
};

}  // namespace duello
