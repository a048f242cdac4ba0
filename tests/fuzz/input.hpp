// What the fuzzers have in common: the first byte of an input chooses a game, the rest is text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "catalog/registry.hpp"

namespace duello {

struct FuzzInput {
  const GameEntry& entry;
  std::string_view text;
};

inline FuzzInput fuzz_input(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const std::size_t choice = bytes.empty() ? 0 : static_cast<unsigned char>(bytes.front());
  return {all_games()[choice % all_games().size()], bytes.substr(bytes.empty() ? 0 : 1)};
}

inline void must(bool holds) {
  if (!holds) std::abort();
}

}  // namespace duello
