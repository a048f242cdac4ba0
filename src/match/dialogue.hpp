// What is shown of a game as it goes.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "core/pen.hpp"
#include "match/conduct.hpp"
#include "match/record.hpp"

namespace duello {

// What stands in place of a line that not everybody may see.
inline constexpr std::string_view kHiddenLine = "(hidden)";

// What is known of a player who must be called something.
struct Known {
  static constexpr int kLongest = 30;  // characters of a name

  std::string name;     // of their own; empty if they gave none
  std::string program;  // what it is; empty for a person
  int number = 0;       // of a player who may change seats, counted as they began; 0: the seat's name will do
};

// How the players at a table are called, whichever seats they have, and what their words are written on.
class Names {
 public:
  // `known` as they sit at the beginning. Two who would be called the same get numbers.
  Names(Paper paper, const Facts& facts, const PerSeat<Known>& known);

  const Facts& facts() const { return facts_; }
  // The player who began in that seat, without a sign of the seat.
  const std::string& player(Seat began) const { return players_[began]; }
  bool is_program(Seat began) const { return programs_[began]; }
  Pen pen(bool swapped) const { return pen(swapped, paper_().boards); }
  Pen pen(bool swapped, Boards boards) const;
  // Leaves so many columns free in front of every line.
  Names indented(std::size_t margin) const;

 private:
  Paper paper_;
  const Facts& facts_;
  PerSeat<std::string> players_;
  PerSeat<bool> programs_{};
  std::size_t margin_ = 0;
};

// As the record tells it.
Names names_in(const Record& record, const AnyGame& game, Paper paper);

// Shows a game to everybody who looks at the screen.
class Dialogue : public Listener {
 public:
  using Print = std::function<void(std::string_view)>;

  // `audience` is the seat whose secrets the screen may show; nobody's unless it is one person's alone. A player who
  // types here, counted by the seat they began in, has already seen their own turn.
  Dialogue(Print print, Names names, std::optional<Seat> audience, PerSeat<bool> types_here)
      : print_(std::move(print)), names_(std::move(names)), audience_(audience), types_here_(types_here) {}

  // Of a game that is over, everything may be shown.
  void keep_no_secrets() { all_open_ = true; }

  void started(const Duel& duel) override { started(duel.referee()); }
  void heard(const Duel& duel, std::span<const Event> events) override;
  void refused(const Complaint& complaint) override;

  // The same for a game that is played through by hand. The last move of the referee was just made.
  void started(const Referee& referee);
  void moved(const Referee& referee);
  void swapped(const Referee& referee);
  void ended(const Referee& referee);

 private:
  void took_back(const Referee& referee, int moves);

  Print print_;
  Names names_;
  std::optional<Seat> audience_;
  PerSeat<bool> types_here_;
  bool all_open_ = false;
};

}  // namespace duello
