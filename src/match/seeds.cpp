#include "match/seeds.hpp"

#include "match/hchacha20.hpp"

namespace duello {

// Of a 64-bit number, the lower half first.
Seeds::Block Seeds::drawn(Purpose purpose, std::uint64_t number) const {
  const auto low = [](std::uint64_t value) { return static_cast<std::uint32_t>(value); };
  const auto high = [](std::uint64_t value) { return static_cast<std::uint32_t>(value >> 32); };
  const auto halves = hchacha20({low(seed_), high(seed_)}, {low(purpose), high(purpose), low(number), high(number)});
  Block block{};
  for (std::size_t i = 0; i < halves.size(); ++i) block[i / 2] |= std::uint64_t{halves[i]} << (i % 2 * 32);
  return block;
}

}  // namespace duello
