// Argon2id (RFC 9106), a password hash that takes time and memory to try: here in one lane, without a key.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace duello {

struct Argon2Cost {
  std::uint32_t passes;
  std::uint32_t kilobytes;  // at least 8
};

std::array<std::uint8_t, 32> argon2id(std::span<const std::uint8_t> password, std::span<const std::uint8_t> salt,
                                      Argon2Cost cost);

}  // namespace duello
