// What has to be known of a block before its positions are solved, found once for all of them.
//
// Tables that are solved many positions at a time keep them in units of 2^LowBits, which never cross the end of a
// block; a block that is smaller has one to itself. Units lie layer by layer, so that a block is found by its rank.
// Written for any processor: several threads may make a plan together, each its part.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/layout.hpp"
#include "solve/patterns.hpp"

// A processor without a stack to speak of wants all of it in one piece.
#define DUELLO_INLINE __attribute__((always_inline))
// And a driver compiles it before it begins: what is not worth it stays short.
#ifdef __clang__
#define DUELLO_KEEP_LOOP _Pragma("clang loop unroll(disable)")
#else
#define DUELLO_KEEP_LOOP
#endif

namespace duello {

// Every other byte of two words.
DUELLO_INLINE constexpr std::uint32_t even_bytes(std::uint32_t low, std::uint32_t high) {
#ifdef __CUDA_ARCH__
  return __nvvm_prmt(low, high, 0x6420);
#else
  return (low & 0xff) | (low >> 8 & 0xff00) | (high & 0xff) << 16 | (high & 0xff0000) << 8;
#endif
}

// Where the units of a table lie.
template <LaidOutInBlocks G, int LowBits>
class Shelves {
 public:
  explicit Shelves(const G& game) : begins_(static_cast<std::size_t>(game.layer_count()) + 1) {
    for (int layer = 0; layer < game.layer_count(); ++layer) {
      const std::uint64_t end = begin(layer) + (game.layer_size(layer) << unit_bits(game.layer_bits(layer)));
      begins_[static_cast<std::size_t>(layer) + 1] = (end + kTogether - 1) / kTogether * kTogether;
    }
  }

  // A block of so many positions has 2^unit_bits units.
  static constexpr int unit_bits(int bits) { return bits < LowBits ? 0 : bits - LowBits; }
  std::uint64_t begin(int layer) const { return begins_[static_cast<std::size_t>(layer)]; }
  const std::vector<std::uint64_t>& begins() const { return begins_; }
  std::uint64_t size() const { return begins_.back(); }

  // The unit of a position, by its block and its number there.
  std::uint64_t unit_of(const G& game, std::uint64_t block, std::uint64_t number) const {
    const int layer = game.block_layer(block);
    return begin(layer) + (game.block_rank(block) << unit_bits(game.layer_bits(layer))) + (number >> LowBits);
  }

  static constexpr std::uint64_t kTogether = 8;  // layers begin at multiples of so many units

 private:
  std::vector<std::uint64_t> begins_;
};

// A move of a whole block: the first unit of the block it leads to, and how the numbers there differ.
class PlannedMove {
 public:
  constexpr PlannedMove() = default;
  constexpr PlannedMove(std::uint64_t first, int at, int gap)
      : packed_(first << 16 | static_cast<std::uint64_t>(at) << 8 | static_cast<std::uint64_t>(gap)) {}
  constexpr std::uint64_t first() const { return packed_ >> 16; }
  constexpr int at() const { return static_cast<int>(packed_ >> 8 & 0xff); }
  constexpr int gap() const { return static_cast<int>(packed_ & 0xff); }

 private:
  std::uint64_t packed_;
};

// One of the threads that work together.
struct TeamMember {
  std::uint32_t number = 0;
  std::uint32_t count = 1;
};

// Room for what all of them have to know, as large as the blocks of a layer ask for.
struct BlockPlan {
  PatternMask* patterns;
  PlannedMove* moves;

  // One member's part. `begins` is what shelves say.
  template <int LowBits, LaidOutInBlocks G>
  constexpr void make(const G& game, std::uint64_t block, const std::uint64_t* begins, TeamMember member) const {
    const auto all = game.block_moves(block);
    for (std::uint64_t i = member.number; i < all.size(); i += member.count) {
      const BlockMove move = all[i];
      const int layer = game.block_layer(move.to);
      const int bits = Shelves<G, LowBits>::unit_bits(game.layer_bits(layer));
      moves[i] = PlannedMove(begins[layer] + (game.block_rank(move.to) << bits), move.at, move.gap);
    }
    const auto finished = game.block_patterns(block);
    for (std::uint64_t i = member.number; i < finished.size(); i += member.count)
      patterns[i] = PatternMask::of<LowBits>(finished[i]);
  }
};

// The same with room for the blocks of all layers.
template <LaidOutInBlocks G>
class RoomyPlan {
 public:
  constexpr BlockPlan plan() { return {patterns_.data(), moves_.data()}; }

 private:
  std::array<PatternMask, static_cast<std::size_t>(G::kMostBlockPatterns)> patterns_;
  std::array<PlannedMove, static_cast<std::size_t>(G::kMostBlockMoves)> moves_;
};

// The block that is solved, as every member knows it.
struct PlannedBlock {
  std::uint64_t first = 0;  // unit
  int bits = 0;
  std::uint32_t moves = 0;
  std::uint32_t patterns = 0;
  bool starts_over = false;

  template <LaidOutInBlocks G, int LowBits>
  static constexpr PlannedBlock of(const G& game, int layer, std::uint64_t rank, std::uint64_t block,
                                   const std::uint64_t* begins) {
    const int bits = game.layer_bits(layer);
    return {.first = begins[layer] + (rank << Shelves<G, LowBits>::unit_bits(bits)),
            .bits = bits,
            .moves = static_cast<std::uint32_t>(game.block_moves(block).size()),
            .patterns = static_cast<std::uint32_t>(game.block_patterns(block).size()),
            .starts_over = game.block_starts_over(block)};
  }
};

}  // namespace duello
