// Bit tricks that the standard library does not have.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#if defined(__BMI2__) || defined(__AVX512BW__)
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

// A byte for each of the lowest bits, 0 or 1. There are at most 64.
inline void unpack(std::uint64_t bits, std::span<std::uint8_t> bytes) {
#if defined(__AVX512BW__) && defined(__AVX512VL__)
  const std::uint64_t there = bytes.empty() ? 0 : ~std::uint64_t{0} >> (64 - bytes.size());
  if (bytes.size() <= 32) {
    const auto low = static_cast<std::uint32_t>(there);
    _mm256_mask_storeu_epi8(bytes.data(), low, _mm256_maskz_set1_epi8(static_cast<std::uint32_t>(bits), 1));
  } else {
    _mm512_mask_storeu_epi8(bytes.data(), there, _mm512_maskz_set1_epi8(bits, 1));
  }
#else
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::uint8_t>(bits >> i & 1);
#endif
}

// A 1 at that place, and 0 everywhere else; of any length.
inline void unpack_one(std::size_t place, std::span<std::uint8_t> bytes) {
  for (std::size_t begin = 0; begin < bytes.size(); begin += 64) {
    const std::uint64_t bits = place - begin < 64 ? std::uint64_t{1} << (place - begin) : 0;
    unpack(bits, bytes.subspan(begin, std::min<std::size_t>(64, bytes.size() - begin)));
  }
}

}  // namespace duello
