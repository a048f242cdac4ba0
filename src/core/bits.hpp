// Bit tricks that the standard library does not have.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>

#if defined(__BMI2__) || defined(__AVX512BW__)
#include <immintrin.h>
#endif

namespace duello {

// One bit in each of eight bytes.
inline constexpr std::uint64_t kEachByte = 0x0101010101010101;

// A byte for each of eight bits, 0 or 1.
constexpr std::uint64_t spread_byte(std::uint64_t bits) {
  const std::uint64_t own = (bits & 0xff) * kEachByte & 0x8040201008040201;  // byte i has bit i, where it stands
  return (own + 0x7f7f7f7f7f7f7f7f) >> 7 & kEachByte;
}

// Where the set bit with `rank` set bits below it stands in a byte.
inline constexpr auto kBitInByte = [] {
  std::array<std::array<std::uint8_t, 256>, 8> places{};
  for (std::size_t byte = 0; byte < 256; ++byte)
    for (std::size_t bit = 0, rank = 0; bit < 8; ++bit)
      if ((byte >> bit & 1) != 0) places[rank++][byte] = static_cast<std::uint8_t>(bit);
  return places;
}();

// Where the set bit with `rank` set bits below it stands. There is one.
constexpr int bit_number(std::uint64_t bits, int rank) {
#ifdef __BMI2__
  if (!std::is_constant_evaluated()) return std::countr_zero(_pdep_u64(std::uint64_t{1} << rank, bits));
#endif
  // How many there are in each byte and those below; which of them have no more than `rank`; and how many those are.
  std::uint64_t counts = bits - (bits >> 1 & 0x5555555555555555);
  counts = (counts & 0x3333333333333333) + (counts >> 2 & 0x3333333333333333);
  counts = ((counts + (counts >> 4)) & 0x0f0f0f0f0f0f0f0f) * kEachByte;
  const auto below = static_cast<std::uint64_t>(rank);
  const std::uint64_t passed = (((below * kEachByte | 0x80 * kEachByte) - counts) >> 7 & kEachByte) * kEachByte >> 56;
  const int at = static_cast<int>(passed) * 8;
  const auto left = static_cast<std::size_t>(below - (counts << 8 >> at & 0xff));
  return at + kBitInByte[left][bits >> at & 0xff];
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
  if constexpr (std::endian::native == std::endian::little) {
    // Eight at a time; the last eight again where they are not a whole number of times eight.
    const std::size_t size = bytes.size();
    const auto put = [&](std::size_t at) {
      const std::uint64_t eight = spread_byte(bits >> at);
      std::memcpy(bytes.data() + at, &eight, sizeof eight);
    };
    if (size >= 8) {
      for (std::size_t at = 0; at + 8 <= size; at += 8) put(at);
      if (size % 8 != 0) put(size - 8);
      return;
    }
  }
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
