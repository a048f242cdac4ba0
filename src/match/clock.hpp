// How much time each player has. The clock never looks what time it is: it is told.
#pragma once

#include <chrono>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>

#include "core/seat.hpp"
#include "core/text.hpp"

namespace duello {

// By whichever clock the caller goes; it must be the same for the whole game, and never runs backwards here: what is
// earlier than what was told before counts as the same moment.
using Moment = std::chrono::sys_time<std::chrono::milliseconds>;

struct TimeControl {
  enum class Kind : std::uint8_t { game, move };  // so much time for all moves, or for each of them

  Kind kind = Kind::game;
  std::chrono::milliseconds time{};       // more than none
  std::chrono::milliseconds increment{};  // for each move made, where the time is for all; never negative
  friend bool operator==(const TimeControl&, const TimeControl&) = default;
};

class Clock {
 public:
  using Duration = std::chrono::milliseconds;

  // Runs for `first` from the beginning.
  Clock(const TimeControl& control, Seat first, Moment begin)
      : control_(control), left_{{control.time, control.time}}, runs_(first), since_(begin) {}

  const TimeControl& control() const { return control_; }
  // Whose it is that runs; nobody's once the game is over.
  std::optional<Seat> runs() const { return runs_; }
  Duration left(Seat seat, Moment now) const;
  // When the flag falls of whoever's turn it is, if nothing happens before. At that moment it has fallen.
  std::optional<Moment> flag_at() const;
  bool has_fallen(Moment now) const { return runs_ && now >= *flag_at(); }

  // Whoever's turn it is has ended it in time, and `next` is to move.
  void press(Moment now, Seat next);
  // Moves were taken back, so many of each seat, and `next` is to move. Time that was spent stays spent, and a move of
  // the game is credited once, with an increment or with new time for the next one, however often it is made.
  void turn_back(Moment now, const PerSeat<int>& moves, Seat next);
  // The players change seats, and take their time with them.
  void change_seats();
  void stop(Moment now);

  // The whole state in one line, and back again.
  std::string text() const;
  static std::expected<Clock, Complaint> read(std::string_view text);
  friend bool operator==(const Clock&, const Clock&) = default;

 private:
  Duration spent(Moment now) const { return now <= since_ ? Duration(0) : now - since_; }
  void charge(Moment now);

  TimeControl control_;
  PerSeat<Duration> left_;
  PerSeat<int> owed_{};  // moves that were taken back and have been credited
  std::optional<Seat> runs_;
  Moment since_;
};

}  // namespace duello
