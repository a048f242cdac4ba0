// How a game may lay its positions out for a solver that takes many at a time.
//
// A block holds 2^bits positions that have the same moves, numbered by the pieces that are the mover's. A move leads
// all of them into one later block, where the sides have changed: position c goes to ~c with `gap` zeros put in at bit
// `at`. The blocks of one layer are of one size and do not lead to each other; every move leads to a higher layer. In
// blocks that start over, what is not finished stands for the beginning of a new round.
//
// All of it is asked by processors that have thousands of threads and no library, too: it is constexpr, keeps no
// tables and takes nothing from the heap.
#pragma once

#include <concepts>
#include <cstdint>

#include "core/game.hpp"

namespace duello {

struct BlockMove {
  std::uint64_t to;  // the block it leads to
  int at;
  int gap;
};

// Positions that are over, their mover having lost: those in whose numbers, of the bits that are looked at, just these
// are set.
struct BlockPattern {
  std::uint64_t looked_at;
  std::uint64_t set;
};

// How far apart numbers are in the block that a move leads to: the number with `gap` zeros put in at bit `at`.
constexpr std::uint64_t with_gap(std::uint64_t number, int at, int gap) {
  const std::uint64_t low = number & ((std::uint64_t{1} << at) - 1);
  return low | (number ^ low) << gap;
}

template <class R>
concept PatternRange = requires(const R patterns, std::uint64_t index) {
  { patterns.size() } -> std::same_as<std::uint64_t>;
  { patterns[index] } -> std::same_as<BlockPattern>;
};

template <class G>
concept LaidOutInBlocks = Game<G> && requires(const G game, std::uint64_t block, std::uint64_t number, int layer,
                                              typename G::Position position) {
  { game.position_count() } -> std::same_as<std::uint64_t>;
  { game.place(position) } -> std::same_as<std::uint64_t>;  // counted through all blocks in their order
  { game.block_count() } -> std::same_as<std::uint64_t>;
  { game.block_of(position) } -> std::same_as<std::uint64_t>;
  { game.number_of(position) } -> std::same_as<std::uint64_t>;  // in its block
  { game.block_layer(block) } -> std::same_as<int>;
  { game.block_begin(block) } -> std::same_as<std::uint64_t>;  // the place of its first position
  { game.block_bits(block) } -> std::same_as<int>;
  { game.block_position(block, number) } -> std::same_as<typename G::Position>;
  { game.block_starts_over(block) } -> std::same_as<bool>;  // what is not over there begins a new round
  { game.block_moves(block) } -> MoveRange<BlockMove>;
  { game.block_patterns(block) } -> PatternRange;

  // Layer by layer, for whoever keeps blocks of one size together.
  { game.layer_count() } -> std::same_as<int>;
  { game.layer_bits(layer) } -> std::same_as<int>;
  { game.layer_size(layer) } -> std::same_as<std::uint64_t>;  // blocks
  { game.layer_block(layer, number) } -> std::same_as<std::uint64_t>;
  { game.block_rank(block) } -> std::same_as<std::uint64_t>;  // the other way: among those of its layer

  // No block of the layer has more, and none of any layer.
  { game.most_moves(layer) } -> std::same_as<int>;
  { game.most_patterns(layer) } -> std::same_as<int>;
  { G::kMostBlockMoves } -> std::convertible_to<int>;
  { G::kMostBlockPatterns } -> std::convertible_to<int>;
};

}  // namespace duello
