// How strong players are, from games that were played in pairs: the same opening twice, with seats changed. The two
// games of a pair depend on each other, so it is pairs that are counted.
#pragma once

#include <array>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/text.hpp"

namespace duello {

// What two players have scored against each other, from the side of the first.
struct Encounter {
  std::size_t one = 0;
  std::size_t two = 0;
  std::array<std::uint64_t, 3> pairs{};    // by the games that `one` won
  std::array<std::uint64_t, 2> singles{};  // games whose other half is missing, likewise

  std::uint64_t games() const { return 2 * (pairs[0] + pairs[1] + pairs[2]) + singles[0] + singles[1]; }
  std::uint64_t wins() const { return pairs[1] + 2 * pairs[2] + singles[1]; }
};

struct Rating {
  double elo = 0;     // the mean of players that games connect is 0
  double margin = 0;  // 95 % of the time the truth is not farther away; 0 for a player without games
};

// The most likely ratings, as if every two players who met had also drawn one more game, which keeps them finite.
std::vector<Rating> ratings(std::size_t players, const std::vector<Encounter>& encounters);

struct Share {
  double value = 0;
  double low = 0;  // 95 %
  double high = 0;
};

// Wilson's interval.
Share share(std::uint64_t wins, std::uint64_t games);

// A test that stops as soon as it is clear whether the first player is stronger by the one amount or by the other.
struct Sprt {
  double elo0 = 0;
  double elo1 = 0;

  enum class Verdict : std::uint8_t { open, elo0, elo1 };

  // As in "0,10", the smaller first.
  std::string text() const;
  static std::expected<Sprt, Complaint> read(std::string_view text);

  // How much better `elo1` explains the pairs than `elo0`, as a logarithm.
  double log_likelihood_ratio(const std::array<std::uint64_t, 3>& pairs) const;
  // With 5 % of errors of either kind.
  Verdict verdict(const std::array<std::uint64_t, 3>& pairs) const;
};

}  // namespace duello
