// Random numbers from a seed. The same seed gives the same numbers on every machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

namespace duello {

// SplitMix64: the state only counts, so that successive numbers do not wait for each other.
class Random {
 public:
  using result_type = std::uint64_t;

  // Streams of one seed do not repeat each other. They are no secrets from each other: a number that was drawn leads
  // back to the seed.
  explicit constexpr Random(std::uint64_t seed, std::uint64_t stream = 0) : state_(mixed(seed + stream * kOddStep)) {}

  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return std::numeric_limits<result_type>::max(); }

  constexpr result_type operator()() { return mixed(state_ += kOddStep); }

  // Uniform in 0 … bound - 1, without bias. `bound` is positive.
  constexpr std::uint64_t below(std::uint64_t bound) {
    Wide product = Wide{(*this)()} * bound;
    if (low(product) < bound) {
      const std::uint64_t uneven = (0 - bound) % bound;
      while (low(product) < uneven) product = Wide{(*this)()} * bound;
    }
    return static_cast<std::uint64_t>(product >> 64);
  }
  // Into something that has so many elements.
  constexpr std::size_t index(std::size_t size) { return static_cast<std::size_t>(below(size)); }

 private:
  __extension__ using Wide = unsigned __int128;

  static constexpr std::uint64_t kOddStep = 0x9e3779b97f4a7c15;

  static constexpr std::uint64_t low(Wide wide) { return static_cast<std::uint64_t>(wide); }

  static constexpr std::uint64_t mixed(std::uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
    x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
    return x ^ (x >> 31);
  }

  std::uint64_t state_;
};

}  // namespace duello
