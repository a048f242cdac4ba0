// Games that a compiler can play side by side.
//
// A loop over sixteen games becomes a loop over vectors if nothing in it branches. A game that wants to be played so
// says what a move does to a few words of 32 bits, without a branch and in the order of its `legal`.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>

#include "core/game.hpp"

namespace duello {

inline constexpr std::size_t kLanes = 16;

// Whether lanes are faster than one game after another. Each lane shifts by as much as it likes, which older vectors
// cannot do.
#ifdef __AVX2__
inline constexpr bool kHasVectors = true;
#else
inline constexpr bool kHasVectors = false;
#endif

// A position in two words, one for each side. As the seats alternate, it need not know who the mover is.
using Lane = Sides<std::uint32_t>;

// A lane after a move, as the other seat sees it; of no use once the game is won.
struct LaneStep {
  std::uint32_t mine = 0;
  std::uint32_t theirs = 0;
  std::uint32_t won = 0;  // 1 if the seat that has moved has won; a word like the others, as vectors want it
};

template <class G>
concept PlayedInLanes = Game<G> && requires(const G game, Lane lane, std::uint32_t rank) {
  { game.lane_start() } -> std::same_as<Lane>;
  { game.lane_moves(lane) } -> std::same_as<std::uint32_t>;  // how many are legal
  { game.lane_after(lane, rank) } -> std::same_as<LaneStep>;
};

// How many bits are set, and which of them has `rank` set bits below it: as std::popcount and bit_number, in steps that
// every processor with vectors can take for many lanes at once.
constexpr std::uint32_t lane_popcount(std::uint32_t bits) {
#ifdef __AVX512VPOPCNTDQ__
  return static_cast<std::uint32_t>(__builtin_popcount(bits));
#else
  bits -= bits >> 1 & 0x55555555;
  bits = (bits & 0x33333333) + (bits >> 2 & 0x33333333);
  bits = (bits + (bits >> 4)) & 0x0f0f0f0f;
  bits += bits >> 8;
  return (bits + (bits >> 16)) & 0x3f;
#endif
}

// `width` is the number of bits that may be set, from the lowest on: 16 or 32.
constexpr std::uint32_t lane_bit_number(std::uint32_t bits, std::uint32_t rank, int width) {
  const std::uint32_t twos = bits - (bits >> 1 & 0x55555555);
  const std::uint32_t fours = (twos & 0x33333333) + (twos >> 2 & 0x33333333);
  const std::uint32_t eights = (fours + (fours >> 4)) & 0x0f0f0f0f;
  const std::uint32_t halves = eights + (eights >> 8);
  std::uint32_t at = 0;
  const auto look = [&](std::uint32_t sums, std::uint32_t mask, std::uint32_t step) {
    const std::uint32_t here = sums >> at & mask;
    const std::uint32_t past = rank >= here ? ~std::uint32_t{0} : 0;
    rank -= past & here;
    at += past & step;
  };
  if (width > 16) look(halves, 0x1f, 16);
  look(eights, 0xf, 8);
  look(fours, 0x7, 4);
  look(twos, 0x3, 2);
  look(bits, 0x1, 1);
  return at;
}

}  // namespace duello
