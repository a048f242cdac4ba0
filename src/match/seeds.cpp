#include "match/seeds.hpp"

#include <sodium.h>

#include <cstring>
#include <new>

namespace duello {

namespace {

// Fresh seeds are almost never below it.
constexpr std::uint64_t kGuessable = std::uint64_t{1} << 48;
constexpr unsigned long long kPasses = 2;
constexpr std::size_t kMemory = std::size_t{16} << 20;

// Bytes in the same order on every machine.
template <std::size_t N>
std::array<unsigned char, 8 * N> bytes_of(const std::array<std::uint64_t, N>& numbers) {
  std::array<unsigned char, 8 * N> bytes;
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<unsigned char>(numbers[i / 8] >> (i % 8 * 8));
  return bytes;
}

template <std::size_t N>
std::array<std::uint64_t, N / 8> numbers_of(const std::array<unsigned char, N>& bytes) {
  std::array<std::uint64_t, N / 8> numbers{};
  for (std::size_t i = 0; i < N; ++i) numbers[i / 8] |= std::uint64_t{bytes[i]} << (i % 8 * 8);
  return numbers;
}

}  // namespace

std::uint64_t fresh_seed() {
  std::uint64_t seed = 0;
  randombytes_buf(&seed, sizeof seed);
  return seed;
}

Seeds::Seeds(std::uint64_t seed) : root_{seed} {
  if (seed >= kGuessable) return;
  const auto password = bytes_of<1>({seed});
  constexpr std::array<unsigned char, crypto_pwhash_SALTBYTES> kSalt{'d', 'u', 'e', 'l', 'l', 'o'};
  std::array<unsigned char, sizeof(Block)> stretched;
  const int failed = crypto_pwhash(stretched.data(), stretched.size(), reinterpret_cast<const char*>(password.data()),
                                   password.size(), kSalt.data(), kPasses, kMemory, crypto_pwhash_ALG_ARGON2ID13);
  if (failed != 0) throw std::bad_alloc();  // nothing else can go wrong
  root_ = numbers_of(stretched);
}

// A pseudorandom function with the root as its key: from what comes out nobody finds the key, or what else comes out.
Seeds::Block Seeds::drawn(Purpose purpose, std::uint64_t number) const {
  const auto key = bytes_of(root_);
  const auto asked = bytes_of<2>({purpose, number});
  std::array<unsigned char, sizeof(Block)> block;
  static_assert(key.size() == crypto_core_hchacha20_KEYBYTES && asked.size() == crypto_core_hchacha20_INPUTBYTES &&
                block.size() == crypto_core_hchacha20_OUTPUTBYTES);
  crypto_core_hchacha20(block.data(), asked.data(), key.data(), nullptr);
  return numbers_of(block);
}

}  // namespace duello
