// What the slow twins of the games have in common. A twin is written from the rule book alone, with words and lists
// where the game proper has bits, and shares nothing with it but `Seat` and `cat`. Its moves are texts in the notation
// of records.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/seat.hpp"
#include "core/text.hpp"

namespace duello::reference {

struct End {
  Seat winner = Seat::one;
  std::string reason;
  friend bool operator==(const End&, const End&) = default;
};

// "5-6-7" as 5, 6 and 7.
inline std::vector<int> numbers_in(const std::string& move, char between) {
  std::vector<int> numbers;
  for (std::size_t begin = 0; begin <= move.size();) {
    const std::size_t end = std::min(move.find(between, begin), move.size());
    numbers.push_back(std::stoi(move.substr(begin, end - begin)));
    begin = end + 1;
  }
  return numbers;
}

template <class Twin>
std::uint64_t perft(const Twin& twin, int depth) {
  if (depth == 0) return 1;
  std::uint64_t total = 0;
  for (const std::string& move : twin.legal()) total += perft(twin.after(move), depth - 1);
  return total;
}

}  // namespace duello::reference
