// What is shown of a game as it goes.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "match/conduct.hpp"

namespace duello {

// What stands in place of a line that not everybody may see.
inline constexpr std::string_view kHiddenLine = "(hidden)";

// How the people at the table are called, whichever seats they have.
struct Names {
  Ink ink;
  const Facts& facts;
  PerSeat<std::string> players;  // as they begin; empty: as the game calls them

  Pen pen(bool swapped) const;
};

// Shows a game to everybody who looks at the screen.
class Dialogue : public Listener {
 public:
  using Print = std::function<void(std::string_view)>;

  // `audience` is the seat whose secrets the screen may show; nobody's unless it is one person's alone. A player who
  // types here, counted by the seat they began in, has already seen their own turn.
  Dialogue(Print print, const Names& names, std::optional<Seat> audience, PerSeat<bool> types_here)
      : print_(std::move(print)), names_(names), pen_(names.pen(false)), audience_(audience), types_here_(types_here) {}

  // Of a game that is over, everything may be shown.
  void keep_no_secrets() { all_open_ = true; }

  void started(const Referee& referee) override;
  void moved(const Referee& referee) override;
  void swapped(const Referee& referee) override;
  void took_back(const Referee& referee, int moves) override;
  void refused(const Complaint& complaint) override;
  void ended(const Referee& referee) override;

 private:
  Print print_;
  Names names_;
  Pen pen_;
  std::optional<Seat> audience_;
  PerSeat<bool> types_here_;
  bool all_open_ = false;
};

}  // namespace duello
