// What players have won and lost, and how accurately.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace duello {

struct Tally {
  std::uint64_t won = 0;
  std::uint64_t lost = 0;
  std::uint64_t unfinished = 0;
  double choices = 0;  // in the games that were reviewed
  double good = 0;     // of them, as far as they were

  std::uint64_t games() const { return won + lost + unfinished; }
  std::optional<double> accuracy() const {
    if (choices == 0) return std::nullopt;
    return good / choices;
  }
};

// Somebody at one of the games.
struct TallyKey {
  std::string player;
  std::string game;
  friend auto operator<=>(const TallyKey&, const TallyKey&) = default;
};

using Tallies = std::map<TallyKey, Tally>;

}  // namespace duello
