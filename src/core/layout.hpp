// How a game may lay its positions out for a solver that takes many at a time.
//
// A block holds 2^bits positions that have the same moves, numbered by the pieces that are the mover's. A move leads
// all of them into one later block, where the sides have changed: position c goes to ~c with `gap` zeros put in at bit
// `at`. The blocks of one layer do not lead to each other; every move leads to a higher layer. In blocks that start
// over, what is not finished stands for the beginning of a new round. What `block_finished` gives says of 64 positions,
// from a multiple of 64 on, which ones are over, by a bit each.
#pragma once

#include <concepts>
#include <cstdint>

#include "core/game.hpp"

namespace duello {

struct BlockMove {
  std::uint64_t to;  // the first position of the block it leads to
  int at;
  int gap;
};

template <class G>
concept LaidOutInBlocks = Game<G> && requires(const G game, std::uint64_t block, std::uint64_t number, int layer,
                                              typename G::Position position) {
  { game.position_count() } -> std::same_as<std::uint64_t>;
  { game.place(position) } -> std::same_as<std::uint64_t>;
  { game.block_count() } -> std::same_as<std::uint64_t>;
  { game.block_layer(block) } -> std::same_as<int>;
  { game.block_begin(block) } -> std::same_as<std::uint64_t>;
  { game.block_bits(block) } -> std::same_as<int>;
  { game.block_position(block, number) } -> std::same_as<typename G::Position>;
  { game.block_finished(block)(number) } -> std::same_as<std::uint64_t>;
  { game.block_starts_over(block) } -> std::same_as<bool>;  // what is not over there begins a new round
  game.for_each_block_move(block, [](BlockMove) {});
};

}  // namespace duello
