// Who wins and how fast, for sixteen positions at a time: a byte each. Written once for processors of every kind.
//
// Games end with a loss of the player to move, so what is lost is lost in an even number of plies and what is won in an
// odd one. That leaves seven bits for a value, a greater one being better for the player to move, and the eighth for
// comparing four of them in a word.
#pragma once

#include <bit>
#include <cstdint>

#include "core/layout.hpp"
#include "solve/plan.hpp"
#include "solve/value.hpp"

namespace duello::codes {

constexpr int kLowBits = 4;
constexpr int kWidestGap = 3;  // that is dealt with in units; wider ones go byte by byte

// The score of a byte table with its lowest bit, which is never set, left out.
DUELLO_INLINE constexpr std::uint8_t code_of(Value value) {
  return static_cast<std::uint8_t>((value.packed<std::int8_t>() + 128) / 2);
}
DUELLO_INLINE constexpr std::int8_t score_of(std::uint8_t code) { return static_cast<std::int8_t>(2 * code - 128); }

struct alignas(16) Unit {
  std::uint32_t part[4];  // NOLINT(*-avoid-c-arrays)
};

// All bits of the bytes whose highest bit is set.
DUELLO_INLINE constexpr std::uint32_t spread_highest(std::uint32_t bytes) {
#ifdef __CUDA_ARCH__
  return __nvvm_prmt(bytes, 0, 0xba98);
#else
  return (bytes >> 7 & 0x01010101) * 0xff;
#endif
}

// The lesser of each two bytes, none of which has its highest bit set.
DUELLO_INLINE constexpr std::uint32_t least(std::uint32_t one, std::uint32_t two) {
  const std::uint32_t greater = spread_highest(one + 0x80808080 - two);  // or equal
  return (two & greater) | (one & ~greater);
}

// Value::before on four codes: c becomes 127 - c, or 128 - c where c is 64 or more.
DUELLO_INLINE constexpr std::uint32_t before(std::uint32_t four) { return 0x7f7f7f7f - four + (four >> 6 & 0x01010101); }

DUELLO_INLINE constexpr std::uint32_t even_bytes(std::uint32_t low, std::uint32_t high) {
#ifdef __CUDA_ARCH__
  return __nvvm_prmt(low, high, 0x6420);
#else
  return (low & 0xff) | (low >> 8 & 0xff00) | (high & 0xff) << 16 | (high & 0xff0000) << 8;
#endif
}
DUELLO_INLINE constexpr std::uint32_t even_halves(std::uint32_t low, std::uint32_t high) { return (low & 0xffff) | high << 16; }

// Of two units side by side, every other group of 2^At bytes.
template <int At>
DUELLO_INLINE constexpr Unit unzipped(const Unit& low, const Unit& high) {
  const auto& l = low.part;
  const auto& h = high.part;
  if constexpr (At == 0)
    return {{even_bytes(l[0], l[1]), even_bytes(l[2], l[3]), even_bytes(h[0], h[1]), even_bytes(h[2], h[3])}};
  if constexpr (At == 1)
    return {{even_halves(l[0], l[1]), even_halves(l[2], l[3]), even_halves(h[0], h[1]), even_halves(h[2], h[3])}};
  if constexpr (At == 2) return {{l[0], l[2], h[0], h[2]}};
  if constexpr (At == 3) return {{l[0], l[1], h[0], h[1]}};
}

template <int At, int Gap>
DUELLO_INLINE constexpr Unit gathered(const Unit* from) {
  if constexpr (Gap == 0) {
    return *from;
  } else {
    return unzipped<At>(gathered<At, Gap - 1>(from), gathered<At, Gap - 1>(from + (1 << (Gap - 1))));
  }
}

DUELLO_INLINE constexpr std::uint32_t byte_in(const Unit* units, std::uint64_t number) {
  return units[number / 16].part[number / 4 % 4] >> (number % 4 * 8) & 0xff;
}

// The general case, byte by byte. `size` positions from `number` on.
DUELLO_INLINE constexpr Unit gathered_slowly(const Unit* child, std::uint64_t number, int size, int at, int gap) {
  Unit unit{};
  for (int i = 0; i < size; ++i)
    unit.part[i / 4] |= byte_in(child, with_gap(number + static_cast<std::uint64_t>(i), at, gap)) << (i % 4 * 8);
  return unit;
}

template <int Count>
struct Numbers {
  std::uint64_t of[Count];  // NOLINT(*-avoid-c-arrays)
};

template <int At, int Gap, int Count, class Take>
DUELLO_INLINE constexpr void take_gathered(const Unit* child, const Numbers<Count>& numbers, Take take) {
  for (int i = 0; i < Count; ++i) take(i, gathered<At, Gap>(child + (numbers.of[i] << Gap)));
}

template <int Gap, int Count, class Take>
DUELLO_INLINE constexpr void take_by_place(const Unit* child, const Numbers<Count>& numbers, int at, Take take) {
  switch (at) {
    case 0:
      return take_gathered<0, Gap>(child, numbers, take);
    case 1:
      return take_gathered<1, Gap>(child, numbers, take);
    case 2:
      return take_gathered<2, Gap>(child, numbers, take);
    default:
      return take_gathered<3, Gap>(child, numbers, take);
  }
}

template <int Count, class Take>
DUELLO_INLINE constexpr void take_led_to(const Unit* table, PlannedMove move, const Numbers<Count>& numbers, int bits, Take take) {
  const Unit* const child = table + move.first();
  const int at = move.at();
  const int gap = move.gap();
  if (at >= kLowBits) {
    for (int i = 0; i < Count; ++i) take(i, child[with_gap(numbers.of[i], at - kLowBits, gap)]);
  } else if (bits < kLowBits || gap > kWidestGap) {
    const int size = bits < kLowBits ? 1 << bits : 16;
    for (int i = 0; i < Count; ++i) take(i, gathered_slowly(child, numbers.of[i] * 16, size, at, gap));
  } else if (gap == 1) {
    take_by_place<1>(child, numbers, at, take);
  } else if (gap == 2) {
    take_by_place<2>(child, numbers, at, take);
  } else {
    take_by_place<3>(child, numbers, at, take);
  }
}

// A byte of ones for each of the four lowest bits.
DUELLO_INLINE constexpr std::uint32_t bytes_of(std::uint32_t bits) { return ((bits & 15) * 0x00204081 & 0x01010101) * 0xff; }

// Sixteen positions, or fewer, from the least that moves leave to the other player, numbered the other way round; lost
// where they are over.
DUELLO_INLINE constexpr Unit turned(const Unit& least, int bits, std::uint32_t over) {
  const auto& l = least.part;
  Unit unit{{__builtin_bswap32(l[3]), __builtin_bswap32(l[2]), __builtin_bswap32(l[1]), __builtin_bswap32(l[0])}};
  if (bits == 3) unit = {{unit.part[2], unit.part[3], 0, 0}};
  if (bits == 2) unit = {{unit.part[3], 0, 0, 0}};
  if (bits < 2) unit = {{unit.part[3] >> (bits == 1 ? 16 : 24), 0, 0, 0}};
  for (int i = 0; i < 4; ++i) unit.part[i] = before(unit.part[i]) & ~bytes_of(over >> (4 * i));
  return unit;
}

struct Table {
  const Unit* read;
  Unit* written;  // the same
  std::uint8_t round;  // what a new round is worth to whoever begins it
};

// Solves the units [begin, end) of a block, every member its own: as far apart as there are members, Count at a time.
template <int Count>
DUELLO_INLINE constexpr void solve(const PlannedBlock& block, const PlannedMove* moves, const PatternMask* patterns,
                     const Table& table, std::uint64_t begin, std::uint64_t end, TeamMember member) {
  const std::uint64_t last = (std::uint64_t{1} << (block.bits < kLowBits ? 0 : block.bits - kLowBits)) - 1;
  for (std::uint64_t unit = begin + member.number; unit < end; unit += std::uint64_t{Count} * member.count) {
    Numbers<Count> numbers{};
    Unit left[Count];  // at least, by the moves so far   NOLINT(*-avoid-c-arrays)
    for (int i = 0; i < Count; ++i) {
      const std::uint64_t here = unit + static_cast<std::uint64_t>(i) * member.count;
      numbers.of[i] = last - (here < end ? here : unit);
      left[i] = {{0x7f7f7f7f, 0x7f7f7f7f, 0x7f7f7f7f, 0x7f7f7f7f}};
    }
    for (std::uint32_t i = 0; i < block.moves; ++i)
      take_led_to(table.read, moves[i], numbers, block.bits, [&](int k, const Unit& found) DUELLO_INLINE {
        for (int part = 0; part < 4; ++part) left[k].part[part] = least(left[k].part[part], found.part[part]);
      });
    for (int i = 0; i < Count; ++i) {
      const std::uint64_t here = unit + static_cast<std::uint64_t>(i) * member.count;
      if (here >= end) break;
      std::uint64_t over = 0;
      for (std::uint32_t k = 0; k < block.patterns; ++k) over |= patterns[k].among(here * 16);
      Unit solved = turned(left[i], block.bits, static_cast<std::uint32_t>(over));
      if (block.starts_over)
        for (int part = 0; part < 4; ++part)
          solved.part[part] = 0x01010101U * table.round & ~bytes_of(static_cast<std::uint32_t>(over) >> (4 * part));
      table.written[block.first + here] = solved;
    }
  }
}

}  // namespace duello::codes
