// HChaCha20 (draft-irtf-cfrg-xchacha): a pseudorandom function of sixteen bytes under a key of thirty-two.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace duello {

// In words, each of which stands for four bytes with the lowest first.
constexpr std::array<std::uint32_t, 8> hchacha20(const std::array<std::uint32_t, 8>& key,
                                                 const std::array<std::uint32_t, 4>& input) {
  std::array<std::uint32_t, 16> v{0x61707865, 0x3320646e, 0x79622d32, 0x6b206574};
  for (std::size_t i = 0; i < key.size(); ++i) v[4 + i] = key[i];
  for (std::size_t i = 0; i < input.size(); ++i) v[12 + i] = input[i];
  const auto mix = [&](std::size_t a, std::size_t b, std::size_t c, std::size_t d) {
    v[a] += v[b];
    v[d] = std::rotl(v[d] ^ v[a], 16);
    v[c] += v[d];
    v[b] = std::rotl(v[b] ^ v[c], 12);
    v[a] += v[b];
    v[d] = std::rotl(v[d] ^ v[a], 8);
    v[c] += v[d];
    v[b] = std::rotl(v[b] ^ v[c], 7);
  };
  constexpr int kDoubleRounds = 10;
  for (int round = 0; round < kDoubleRounds; ++round) {
    mix(0, 4, 8, 12);
    mix(1, 5, 9, 13);
    mix(2, 6, 10, 14);
    mix(3, 7, 11, 15);
    mix(0, 5, 10, 15);
    mix(1, 6, 11, 12);
    mix(2, 7, 8, 13);
    mix(3, 4, 9, 14);
  }
  return {v[0], v[1], v[2], v[3], v[12], v[13], v[14], v[15]};
}

}  // namespace duello
