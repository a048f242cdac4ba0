// Who wins, for 64 positions at a time: two bits a position. Written once for processors of every kind.
//
// One bit says that the mover wins, the other that somebody does before a new round begins. So whoever wins knows how
// to get on with it, and need not begin a won game again and again. Where neither bit is set the other player wins in a
// later round, or, if nobody can force a win in any, neither does.
#pragma once

#include <bit>
#include <cstdint>

#include "core/bits.hpp"
#include "solve/plan.hpp"
#include "solve/units.hpp"

namespace duello {

struct Words {
  using Word = std::uint64_t;
  struct alignas(16) Unit {
    Word wins;
    Word settled;  // in this round
  };
  static constexpr int kLowBits = 6;
  static constexpr const char* kKernel = "words";

  enum class Round : std::uint8_t { lost, won, neither };

  static constexpr unsigned at(const Unit* units, std::uint64_t number) {
    const Unit& unit = units[number / 64];
    return static_cast<unsigned>((unit.wins >> number % 64 & 1) | (unit.settled >> number % 64 & 1) << 1);
  }
  static constexpr void put(Unit& unit, int at, unsigned bits) {
    unit.wins |= Word{bits & 1} << at;
    unit.settled |= Word{bits >> 1} << at;
  }

  // Of 64 bits those in whose numbers bit At is clear, pushed together: in steps that every processor has.
  template <int At>
  DUELLO_INLINE static constexpr std::uint32_t squeezed_in_steps(Word word) {
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
    return even_bytes(low, high);
  }

  template <int At>
  DUELLO_INLINE static constexpr std::uint32_t squeezed(Word word) {
#ifdef __BMI2__
    constexpr Word kClear = ~Word{0} / ((Word{1} << (1 << At)) + 1);
    return static_cast<std::uint32_t>(compressed(word, kClear));
#else
    return squeezed_in_steps<At>(word);
#endif
  }

  // Of two units side by side, every other group of 2^At positions.
  template <int At>
  DUELLO_INLINE static constexpr Unit unzipped(const Unit& low, const Unit& high) {
    return {squeezed<At>(low.wins) | Word{squeezed<At>(high.wins)} << 32,
            squeezed<At>(low.settled) | Word{squeezed<At>(high.settled)} << 32};
  }

  // What moves have left to the other player.
  struct Left {
    Word all_won = ~Word{0};
    Word all_won_now = ~Word{0};  // in this round
    Word none_lost_now = ~Word{0};

    DUELLO_INLINE constexpr void take(const Unit& unit) {
      all_won &= unit.wins;
      all_won_now &= unit.wins & unit.settled;
      none_lost_now &= unit.wins | ~unit.settled;
    }
  };

  // A position is won if a move leads to one that is lost for the other player, and lost if all lead to won ones.
  DUELLO_INLINE static constexpr Unit turned(const Left& left, int bits, Word over, Round round) {
    Word wins = reversed(~(round == Round::neither ? left.none_lost_now : left.all_won));
    Word settled = reversed(left.all_won_now | ~left.none_lost_now);
    Word all = ~Word{0};
    if (bits < kLowBits) {
      wins >>= 64 - (1 << bits);
      settled >>= 64 - (1 << bits);
      all = (Word{1} << (1 << bits)) - 1;
    }
    return {wins & ~over & all, (settled | over) & all};
  }

  DUELLO_INLINE static constexpr Unit starting_over(Word over, Round round) {
    return {round == Round::won ? ~over : 0, over};
  }

  DUELLO_INLINE static constexpr Word reversed(Word word) {
#ifdef __clang__
    return __builtin_bitreverse64(word);
#else
    word = (word >> 1 & 0x5555555555555555) | (word & 0x5555555555555555) << 1;
    word = (word >> 2 & 0x3333333333333333) | (word & 0x3333333333333333) << 2;
    word = (word >> 4 & 0x0f0f0f0f0f0f0f0f) | (word & 0x0f0f0f0f0f0f0f0f) << 4;
    return __builtin_bswap64(word);
#endif
  }
};

}  // namespace duello
