// Who wins, for 64 positions at a time: a bit each says that the mover wins, and, where neither side may be able to
// force anything, another that the mover loses. Written once for processors of every kind.
#pragma once

#include <bit>
#include <cstdint>

#include "core/bits.hpp"
#include "core/layout.hpp"
#include "solve/plan.hpp"

namespace duello::words {

using Word = std::uint64_t;
constexpr int kLowBits = 6;
constexpr int kWidestGap = 3;  // that is dealt with in words; wider ones go bit by bit

// What a new round is worth to whoever begins it.
enum class Round : std::uint8_t { lost, won, neither };

// Of 64 bits those in whose numbers bit At is clear, pushed together: in steps that every processor has.
template <int At>
DUELLO_INLINE constexpr std::uint32_t squeezed_in_steps(Word word) {
  auto low = static_cast<std::uint32_t>(word);
  auto high = static_cast<std::uint32_t>(word >> 32);
  if constexpr (At == 5) return low;
  if constexpr (At == 4) return (low & 0xffff) | high << 16;
  // Each step leaves what is wanted in twice as long stretches, with rubbish between them.
  const auto step = [&](std::uint32_t kept, int by) DUELLO_INLINE {
    low = (low & kept) | (low >> by & ~kept);
    high = (high & kept) | (high >> by & ~kept);
  };
  if constexpr (At < 1) step(0x55555555, 1);
  if constexpr (At < 2) step(0x33333333, 2);
  if constexpr (At < 3) step(0x0f0f0f0f, 4);
#ifdef __CUDA_ARCH__
  return __nvvm_prmt(low, high, 0x6420);
#else
  return (low & 0xff) | (low >> 8 & 0xff00) | (high & 0xff) << 16 | (high & 0xff0000) << 8;
#endif
}

template <int At>
DUELLO_INLINE constexpr std::uint32_t squeezed(Word word) {
#ifdef __BMI2__
  constexpr Word kClear = ~Word{0} / ((Word{1} << (1 << At)) + 1);
  return static_cast<std::uint32_t>(compressed(word, kClear));
#else
  return squeezed_in_steps<At>(word);
#endif
}

// What 64 positions lead to, from the 2^Gap words in a row among which that is spread.
template <int At, int Gap>
DUELLO_INLINE constexpr Word gathered(const Word* from) {
  if constexpr (Gap == 0) {
    return *from;
  } else {
    return squeezed<At>(gathered<At, Gap - 1>(from)) |
           Word{squeezed<At>(gathered<At, Gap - 1>(from + (1 << (Gap - 1))))} << 32;
  }
}

// The general case, bit by bit. `size` positions from `number` on.
DUELLO_INLINE constexpr Word gathered_slowly(const Word* child, std::uint64_t number, int size, int at, int gap) {
  Word word = 0;
  for (int i = 0; i < size; ++i) {
    const std::uint64_t there = with_gap(number + static_cast<std::uint64_t>(i), at, gap);
    word |= (child[there / 64] >> (there % 64) & 1) << i;
  }
  return word;
}

// Several words of a block, numbered as after a move.
template <int Count>
struct Numbers {
  std::uint64_t of[Count];  // NOLINT(*-avoid-c-arrays)
};

template <int At, int Gap, int Count, class Take>
DUELLO_INLINE constexpr void take_gathered(const Word* child, const Numbers<Count>& numbers, Take take) {
  for (int i = 0; i < Count; ++i)
    take(i, gathered<At, Gap>(static_cast<const Word*>(
                __builtin_assume_aligned(child + (numbers.of[i] << Gap), sizeof(Word) << Gap))));
}

template <int Gap, int Count, class Take>
DUELLO_INLINE constexpr void take_by_place(const Word* child, const Numbers<Count>& numbers, int at, Take take) {
  switch (at) {
    case 0:
      return take_gathered<0, Gap>(child, numbers, take);
    case 1:
      return take_gathered<1, Gap>(child, numbers, take);
    case 2:
      return take_gathered<2, Gap>(child, numbers, take);
    case 3:
      return take_gathered<3, Gap>(child, numbers, take);
    case 4:
      return take_gathered<4, Gap>(child, numbers, take);
    default:
      return take_gathered<5, Gap>(child, numbers, take);
  }
}

// Calls `take` with each word of what one move leads to.
template <int Count, class Take>
DUELLO_INLINE constexpr void take_led_to(const Word* table, PlannedMove move, const Numbers<Count>& numbers, int bits, Take take) {
  const Word* const child = table + move.first();
  const int at = move.at();
  const int gap = move.gap();
  if (at >= kLowBits) {
    for (int i = 0; i < Count; ++i) take(i, child[with_gap(numbers.of[i], at - kLowBits, gap)]);
  } else if (bits < kLowBits || gap > kWidestGap) {
    const int size = bits < kLowBits ? 1 << bits : 64;
    for (int i = 0; i < Count; ++i) take(i, gathered_slowly(child, numbers.of[i] * 64, size, at, gap));
  } else if (gap == 1) {
    take_by_place<1>(child, numbers, at, take);
  } else if (gap == 2) {
    take_by_place<2>(child, numbers, at, take);
  } else {
    take_by_place<3>(child, numbers, at, take);
  }
}

DUELLO_INLINE constexpr Word reversed(Word word) {
#ifdef __clang__
  return __builtin_bitreverse64(word);
#else
  word = (word >> 1 & 0x5555555555555555) | (word & 0x5555555555555555) << 1;
  word = (word >> 2 & 0x3333333333333333) | (word & 0x3333333333333333) << 2;
  word = (word >> 4 & 0x0f0f0f0f0f0f0f0f) | (word & 0x0f0f0f0f0f0f0f0f) << 4;
  return __builtin_bswap64(word);
#endif
}

// The words of a table, and what is taken for granted.
struct Planes {
  const Word* read;
  Word* written;         // the same table
  std::uint64_t losses;  // how far behind a word that says who wins is the one that says who loses
  Round round;
};

// Solves the words [begin, end) of a block, every member its own: as far apart as there are members, Count at a time.
//
// A position is won if a move leads to one that is lost for the other player, and lost if all lead to won ones. Where
// somebody can always force a win, one follows from the other and half the work does. The sides are changed only once
// all moves have been looked at; until then positions are numbered as after a move, ~c instead of c.
template <bool Decided, int Count>
DUELLO_INLINE constexpr void solve(const PlannedBlock& block, const PlannedMove* moves, const PatternMask* patterns,
                     const Planes& planes, std::uint64_t begin, std::uint64_t end, TeamMember member) {
  const Word all = block.bits < kLowBits ? (Word{1} << (1 << block.bits)) - 1 : ~Word{0};
  const std::uint64_t last = (std::uint64_t{1} << (block.bits < kLowBits ? 0 : block.bits - kLowBits)) - 1;
  for (std::uint64_t word = begin + member.number; word < end; word += std::uint64_t{Count} * member.count) {
    Numbers<Count> numbers{};
    Word won[Count];   // by the other player, after every move   NOLINT(*-avoid-c-arrays)
    Word lost[Count];  // after some                              NOLINT(*-avoid-c-arrays)
    for (int i = 0; i < Count; ++i) {
      const std::uint64_t here = word + static_cast<std::uint64_t>(i) * member.count;
      numbers.of[i] = last - (here < end ? here : word);
      won[i] = ~Word{0};
      lost[i] = 0;
    }
    for (std::uint32_t i = 0; i < block.moves; ++i) {
      const PlannedMove move = moves[i];
      take_led_to(planes.read, move, numbers, block.bits, [&](int k, Word found) DUELLO_INLINE { won[k] &= found; });
      if constexpr (!Decided)
        take_led_to(planes.read + planes.losses, move, numbers, block.bits, [&](int k, Word found) DUELLO_INLINE { lost[k] |= found; });
    }
    for (int i = 0; i < Count; ++i) {
      const std::uint64_t here = word + static_cast<std::uint64_t>(i) * member.count;
      if (here >= end) break;
      Word over = 0;
      for (std::uint32_t k = 0; k < block.patterns; ++k) over |= patterns[k].among(here * 64);
      Word wins = reversed(Decided ? ~won[i] : lost[i]);
      Word loses = Decided ? Word{0} : reversed(won[i]);
      if (block.bits < kLowBits) {
        wins >>= 64 - (1 << block.bits);
        loses >>= 64 - (1 << block.bits);
      }
      if (block.starts_over) {
        wins = planes.round == Round::won ? ~Word{0} : 0;
        loses = 0;
      }
      planes.written[block.first + here] = wins & ~over & all;
      if constexpr (!Decided) planes.written[planes.losses + block.first + here] = (loses | over) & all;
    }
  }
}

}  // namespace duello::words
