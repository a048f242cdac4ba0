#include "server/token.hpp"

#include <openssl/crypto.h>
#include <openssl/sha.h>

#include <algorithm>
#include <array>

namespace duello {

namespace {

constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
constexpr std::size_t kTokenLength = 22;  // of 6 random bits each: 132
constexpr std::size_t kTableLength = 16;

std::string random_letters(const Chance& chance, std::size_t length) {
  std::string text;
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < length; ++i) {
    if (i % 10 == 0) bits = chance();
    text += kLetters[bits & 63];
    bits >>= 6;
  }
  return text;
}

bool is_letters(std::string_view text, std::size_t length) {
  return text.size() == length && text.find_first_not_of(kLetters) == std::string_view::npos;
}

}  // namespace

std::string fresh_token(const Chance& chance) { return random_letters(chance, kTokenLength); }
std::string fresh_table_id(const Chance& chance) { return random_letters(chance, kTableLength); }
bool is_token(std::string_view text) { return is_letters(text, kTokenLength); }
bool is_table_id(std::string_view text) { return is_letters(text, kTableLength); }

std::string hash_of(std::string_view token) {
  std::array<unsigned char, SHA256_DIGEST_LENGTH> digest{};
  SHA256(reinterpret_cast<const unsigned char*>(token.data()), token.size(), digest.data());
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (const unsigned char byte : digest) {
    text += kDigits[byte >> 4];
    text += kDigits[byte & 15];
  }
  return text;
}

bool is_same_hash(std::string_view one, std::string_view two) {
  return !one.empty() && one.size() == two.size() && CRYPTO_memcmp(one.data(), two.data(), one.size()) == 0;
}

}  // namespace duello
