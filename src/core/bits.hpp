// Bit tricks that the standard library does not have.
#pragma once

#include <bit>
#include <cstdint>
#include <type_traits>

#ifdef __BMI2__
#include <immintrin.h>
#endif

namespace duello {

// Where the set bit with `rank` set bits below it stands. There is one.
constexpr int bit_number(std::uint64_t bits, int rank) {
#ifdef __BMI2__
  if (!std::is_constant_evaluated()) return std::countr_zero(_pdep_u64(std::uint64_t{1} << rank, bits));
#endif
  for (; rank != 0; --rank) bits &= bits - 1;
  return std::countr_zero(bits);
}

// The bits that stand where the mask has ones, pushed together.
constexpr std::uint64_t compressed(std::uint64_t bits, std::uint64_t mask) {
#ifdef __BMI2__
  if (!std::is_constant_evaluated()) return _pext_u64(bits, mask);
#endif
  std::uint64_t packed = 0;
  for (int at = 0; mask != 0; mask &= mask - 1, ++at) packed |= (bits >> std::countr_zero(mask) & 1) << at;
  return packed;
}

// The other way: the lowest bits, put where the mask has ones.
constexpr std::uint64_t expanded(std::uint64_t bits, std::uint64_t mask) {
#ifdef __BMI2__
  if (!std::is_constant_evaluated()) return _pdep_u64(bits, mask);
#endif
  std::uint64_t spread = 0;
  for (; mask != 0; mask &= mask - 1, bits >>= 1)
    if ((bits & 1) != 0) spread |= mask & (~mask + 1);
  return spread;
}

}  // namespace duello
