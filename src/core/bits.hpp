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

}  // namespace duello
