// Who wins and how fast, for sixteen positions at a time: a byte each. Written once for processors of every kind.
//
// Games end with a loss of the player to move, so what is lost is lost in an even number of plies and what is won in an
// odd one. That leaves seven bits for a value, a greater one being better for the player to move, and the eighth for
// comparing four of them in a word.
#pragma once

#include <cstdint>

#include "solve/plan.hpp"
#include "solve/units.hpp"
#include "solve/value.hpp"

namespace duello {

struct Codes {
  using Code = std::uint8_t;
  struct alignas(16) Unit {
    std::uint32_t part[4];  // NOLINT(*-avoid-c-arrays)
  };
  static constexpr int kLowBits = 4;
  static constexpr const char* kKernel = "codes";

  using Round = Code;

  // The score of a byte table with its lowest bit, which is never set, left out.
  static constexpr Code code_of(Value value) { return static_cast<Code>((value.packed<std::int8_t>() + 128) / 2); }
  static constexpr std::int8_t score_of(Code code) { return static_cast<std::int8_t>(2 * code - 128); }

  static constexpr Code at(const Unit* units, std::uint64_t number) {
    return static_cast<Code>(units[number / 16].part[number / 4 % 4] >> (number % 4 * 8));
  }
  static constexpr void put(Unit& unit, int at, Code code) { unit.part[at / 4] |= std::uint32_t{code} << (at % 4 * 8); }

  // All bits of the bytes whose highest bit is set.
  DUELLO_INLINE static constexpr std::uint32_t spread_highest(std::uint32_t bytes) {
#ifdef __CUDA_ARCH__
    return __nvvm_prmt(bytes, 0, 0xba98);
#else
    return (bytes >> 7 & 0x01010101) * 0xff;
#endif
  }

  // The lesser of each two bytes, none of which has its highest bit set.
  DUELLO_INLINE static constexpr std::uint32_t least(std::uint32_t one, std::uint32_t two) {
    const std::uint32_t greater = spread_highest(one + 0x80808080 - two);  // or equal
    return (two & greater) | (one & ~greater);
  }

  // Value::before on four codes: c becomes 127 - c, or 128 - c where c is 64 or more.
  DUELLO_INLINE static constexpr std::uint32_t before(std::uint32_t four) {
    return 0x7f7f7f7f - four + (four >> 6 & 0x01010101);
  }

  // Of two units side by side, every other group of 2^At bytes.
  template <int At>
  DUELLO_INLINE static constexpr Unit unzipped(const Unit& low, const Unit& high) {
    const auto& l = low.part;
    const auto& h = high.part;
    if constexpr (At == 0)
      return {{even_bytes(l[0], l[1]), even_bytes(l[2], l[3]), even_bytes(h[0], h[1]), even_bytes(h[2], h[3])}};
    if constexpr (At == 1)
      return {{even_halves(l[0], l[1]), even_halves(l[2], l[3]), even_halves(h[0], h[1]), even_halves(h[2], h[3])}};
    if constexpr (At == 2) return {{l[0], l[2], h[0], h[2]}};
    if constexpr (At == 3) return {{l[0], l[1], h[0], h[1]}};
  }

  // The least that moves have left to the other player.
  struct Left {
    Unit unit{{0x7f7f7f7f, 0x7f7f7f7f, 0x7f7f7f7f, 0x7f7f7f7f}};

    DUELLO_INLINE constexpr void take(const Unit& found) {
      for (int i = 0; i < 4; ++i) unit.part[i] = least(unit.part[i], found.part[i]);
    }
  };

  DUELLO_INLINE static constexpr Unit turned(const Left& left, int bits, std::uint64_t over, Round /*not_here*/) {
    const auto& l = left.unit.part;
    Unit unit{{__builtin_bswap32(l[3]), __builtin_bswap32(l[2]), __builtin_bswap32(l[1]), __builtin_bswap32(l[0])}};
    if (bits < kLowBits) {
      if (bits == 3) unit = {{unit.part[2], unit.part[3], 0, 0}};
      if (bits == 2) unit = {{unit.part[3], 0, 0, 0}};
      if (bits < 2) unit = {{unit.part[3] >> (bits == 1 ? 16 : 24), 0, 0, 0}};
    }
    for (int i = 0; i < 4; ++i) unit.part[i] = before(unit.part[i]) & ~bytes_of(over >> (4 * i));
    return unit;
  }

  DUELLO_INLINE static constexpr Unit starting_over(std::uint64_t over, Round round) {
    Unit unit{};
    for (int i = 0; i < 4; ++i) unit.part[i] = 0x01010101U * round & ~bytes_of(over >> (4 * i));
    return unit;
  }

 private:
  static constexpr std::uint32_t even_halves(std::uint32_t low, std::uint32_t high) {
    return (low & 0xffff) | high << 16;
  }

  // A byte of ones for each of the four lowest bits.
  DUELLO_INLINE static constexpr std::uint32_t bytes_of(std::uint64_t bits) {
    return (static_cast<std::uint32_t>(bits & 15) * 0x00204081 & 0x01010101) * 0xff;
  }
};

}  // namespace duello
