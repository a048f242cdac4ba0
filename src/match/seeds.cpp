#include "match/seeds.hpp"

#include "match/argon2.hpp"
#include "match/hchacha20.hpp"

namespace duello {

namespace {

// Fresh seeds are almost never below it.
constexpr std::uint64_t kGuessable = std::uint64_t{1} << 48;
constexpr Argon2Cost kSlow{.passes = 2, .kilobytes = 16 << 10};

// Halves of numbers, the lower half first.
template <std::size_t N>
constexpr std::array<std::uint32_t, 2 * N> halves_of(const std::array<std::uint64_t, N>& numbers) {
  std::array<std::uint32_t, 2 * N> halves{};
  for (std::size_t i = 0; i < halves.size(); ++i)
    halves[i] = static_cast<std::uint32_t>(numbers[i / 2] >> (i % 2 * 32));
  return halves;
}

}  // namespace

Seeds::Seeds(std::uint64_t seed) : root_{seed} {
  if (seed >= kGuessable) return;
  // Bytes in the same order on every machine.
  std::array<std::uint8_t, sizeof seed> password;
  for (std::size_t i = 0; i < password.size(); ++i) password[i] = static_cast<std::uint8_t>(seed >> (8 * i));
  constexpr std::array<std::uint8_t, 16> kSalt{'d', 'u', 'e', 'l', 'l', 'o'};
  const auto stretched = argon2id(password, kSalt, kSlow);
  root_ = {};
  for (std::size_t i = 0; i < stretched.size(); ++i) root_[i / 8] |= std::uint64_t{stretched[i]} << (i % 8 * 8);
}

// A pseudorandom function with the root as its key: from what comes out nobody finds the key, or what else comes out.
Seeds::Block Seeds::drawn(Purpose purpose, std::uint64_t number) const {
  const auto halves = hchacha20(halves_of(root_), halves_of<2>({purpose, number}));
  Block block{};
  for (std::size_t i = 0; i < halves.size(); ++i) block[i / 2] |= std::uint64_t{halves[i]} << (i % 2 * 32);
  return block;
}

}  // namespace duello
