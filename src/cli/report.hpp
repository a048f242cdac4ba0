// A review as it is shown.
#pragma once

#include <string>
#include <string_view>

#include "cli/console.hpp"
#include "match/dialogue.hpp"
#include "study/review.hpp"

namespace duello {

// A game that is looked at, with all that is known of it.
struct ReviewedGame {
  const Record& record;
  const AnyGame& game;
  const Knowledge& knowledge;
  Review review;
  Names names;

  bool hidden() const { return hidden_in(knowledge) != nullptr; }
  // A player as such, and with the color of the seat.
  std::string name(Seat player) const { return names.player(player); }
  PerSeat<std::string> all_names() const { return {{name(Seat::one), name(Seat::two)}}; }
  Pen pen(Seat seat, Seat player) const { return names.pen(seat != player); }
};

// The title, and all that follows it.
std::string report_head(const Console& console, const ReviewedGame& reviewed);
std::string report(const Console& console, const ReviewedGame& reviewed);

}  // namespace duello
