// Which positions of a block are over, many at a time.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/layout.hpp"

namespace duello {

// A pattern for whoever takes 2^LowBits positions at a time, from a multiple of that on.
struct PatternMask {
  std::uint64_t lowest;     // which of these have its lowest bits
  std::uint32_t looked_at;  // of the higher ones
  std::uint32_t set;

  template <int LowBits>
  static constexpr PatternMask of(BlockPattern pattern) {
    static_assert(LowBits <= 6);
    constexpr std::uint64_t kLow = (std::uint64_t{1} << LowBits) - 1;
    std::uint64_t lowest = LowBits == 6 ? ~std::uint64_t{0} : (std::uint64_t{1} << (1 << LowBits)) - 1;
    for (int bit = 0; bit < LowBits; ++bit)
      if ((pattern.looked_at >> bit & 1) != 0) lowest &= (pattern.set >> bit & 1) != 0 ? with_bit(bit) : ~with_bit(bit);
    return {lowest, static_cast<std::uint32_t>(pattern.looked_at & ~kLow),
            static_cast<std::uint32_t>(pattern.set & ~kLow)};
  }

  constexpr std::uint64_t among(std::uint64_t number) const { return (number & looked_at) == set ? lowest : 0; }

 private:
  // Which of 64 numbers have that bit set.
  static constexpr std::uint64_t with_bit(int bit) {
    const std::uint64_t groups = ~std::uint64_t{0} / ((std::uint64_t{1} << (1 << bit)) + 1);  // those without it
    return ~groups;
  }
};

template <LaidOutInBlocks G>
class FinishedPositions {
 public:
  constexpr FinishedPositions(const G& game, std::uint64_t block) {
    const auto patterns = game.block_patterns(block);
    count_ = patterns.size();
    for (std::size_t i = 0; i < count_; ++i) masks_[i] = PatternMask::of<6>(patterns[i]);
  }

  // A bit for each of 64 positions, from `number` on, a multiple of 64.
  constexpr std::uint64_t among(std::uint64_t number) const {
    std::uint64_t over = 0;
    for (std::size_t i = 0; i < count_; ++i) over |= masks_[i].among(number);
    return over;
  }

 private:
  std::array<PatternMask, static_cast<std::size_t>(G::kMostBlockPatterns)> masks_;
  std::size_t count_ = 0;
};

}  // namespace duello
