// Our own hashes give what libsodium's give.
#include "match/argon2.hpp"

#include <gtest/gtest.h>
#include <sodium.h>

#include <bit>
#include <string>
#include <vector>

#include "core/random.hpp"
#include "match/hchacha20.hpp"

namespace duello {
namespace {

std::vector<std::uint8_t> some_bytes(std::size_t count, std::uint64_t seed) {
  Random random(seed);
  std::vector<std::uint8_t> bytes(count);
  for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random());
  return bytes;
}

// Lengths on both sides of a chunk of the hash inside; memory that does and does not divide by four.
TEST(Argon2, IsThatOfLibsodium) {
  const auto salt = some_bytes(crypto_pwhash_SALTBYTES, 1);
  for (const std::size_t length : {0U, 1U, 8U, 60U, 127U, 128U, 129U, 300U})
    for (const Argon2Cost cost :
         {Argon2Cost{1, 8}, Argon2Cost{2, 8}, Argon2Cost{3, 37}, Argon2Cost{2, 600}, Argon2Cost{1, 1024}}) {
      const auto password = some_bytes(length, length);
      std::array<std::uint8_t, 32> expected;
      const std::string text(password.begin(), password.end());
      ASSERT_EQ(crypto_pwhash(expected.data(), expected.size(), text.data(), text.size(), salt.data(), cost.passes,
                              std::size_t{cost.kilobytes} << 10, crypto_pwhash_ALG_ARGON2ID13),
                0);
      EXPECT_EQ(argon2id(password, salt, cost), expected) << length << ' ' << cost.passes << ' ' << cost.kilobytes;
    }
}

TEST(HChaCha20, IsThatOfLibsodium) {
  static_assert(std::endian::native == std::endian::little);
  Random random(1);
  for (int i = 0; i < 1000; ++i) {
    std::array<std::uint32_t, 8> key;
    std::array<std::uint32_t, 4> input;
    for (std::uint32_t& word : key) word = static_cast<std::uint32_t>(random());
    for (std::uint32_t& word : input) word = static_cast<std::uint32_t>(random());
    std::array<std::uint32_t, 8> expected;
    crypto_core_hchacha20(reinterpret_cast<std::uint8_t*>(expected.data()),
                          reinterpret_cast<const std::uint8_t*>(input.data()),
                          reinterpret_cast<const std::uint8_t*>(key.data()), nullptr);
    EXPECT_EQ(hchacha20(key, input), expected);
  }
}

}  // namespace
}  // namespace duello
