// A match of several games between two players, who change seats after every game.
#pragma once

#include <array>
#include <expected>
#include <optional>
#include <span>
#include <string>

#include "match/record.hpp"

namespace duello {

class Series {
 public:
  // The first player begins in seat one.
  explicit Series(int best_of) : best_of_(best_of) {}
  // The series that the last of the records belongs to, as it stands behind its finished games. A game that belongs to
  // none is a series of its own.
  static std::expected<Series, Complaint> told_by(std::span<const Record> records);

  int best_of() const { return best_of_; }
  int played() const { return wins_[0] + wins_[1]; }
  int wins(std::size_t player) const { return wins_[player]; }
  // Which player, 0 or 1, sits there in the next game.
  std::size_t player_at(Seat seat) const { return (index(seat) + static_cast<std::size_t>(played())) % 2; }
  void won_by(Seat seat) { ++wins_[player_at(seat)]; }
  // The other player could no longer draw level, or all games are played.
  bool is_over() const { return played() == best_of_ || 2 * wins_[0] > best_of_ || 2 * wins_[1] > best_of_; }
  // Nobody if it is level.
  std::optional<std::size_t> leader() const {
    if (wins_[0] == wins_[1]) return std::nullopt;
    return wins_[0] > wins_[1] ? 0 : 1;
  }
  // For the record of the next game, as in "2 of 5".
  std::string tag() const { return cat(played() + 1, " of ", best_of_); }

 private:
  int best_of_;
  std::array<int, 2> wins_{};
};

inline constexpr std::string_view kSeriesTag = "Series";
inline constexpr std::string_view kAbandonedTag = "Abandoned";  // "yes" where nobody wants to go on with the series

// Whether the players sat the other way round when the series of this game began.
bool seats_changed(const Record& record);

}  // namespace duello
