#include "cli/dialogue.hpp"

namespace duello {

Pen Names::pen(bool swapped) const {
  Pen pen{.ink = ink, .names = {}};
  for (const Seat seat : kSeats) pen.names[seat] = facts.seats[seat].for_player(players[swapped ? other(seat) : seat]);
  return pen;
}

void Dialogue::started(const Referee& referee) {
  const AnyGame& game = referee.game();
  print_(cat("--- ", pen_.ink(Tint::bold, game.facts().title), " ---\n"));
  if (const std::string opening = game.opening(referee.view(audience_), pen_); !opening.empty())
    print_(cat('\n', opening));
}

void Dialogue::moved(const Referee& referee) {
  const AnyGame& game = referee.game();
  const Seat mover = referee.last_mover();
  const std::optional<Seat> audience = all_open_ ? mover : audience_;
  if (!types_here_[referee.swapped() ? other(mover) : mover]) {
    const AnyView view = referee.last_turn(audience);
    const bool secret = game.facts().hidden && audience != mover;
    const std::string typed = secret ? std::string(kHiddenLine) : game.write(referee.last_move());
    print_(cat('\n', game.turn(view, pen_), game.ask(view), typed, '\n'));
  }
  print_(referee.last_report(audience, pen_));
  if (referee.begins_new_round()) print_(referee.new_round(pen_));
}

void Dialogue::swapped(const Referee& referee) {
  const std::string swapper = pen_.names[referee.mover()];
  pen_ = names_.pen(true);
  print_(cat(swapper, " changes seats and is now ", pen_.names[other(referee.mover())], ".\n"));
}

void Dialogue::took_back(const Referee& referee, int moves) {
  pen_ = names_.pen(referee.swapped());
  print_(cat("Took back ", counted(static_cast<std::uint64_t>(moves), "move"), ".\n"));
  if (const std::string board = referee.game().opening(referee.view(audience_), pen_); !board.empty())
    print_(cat('\n', board));
}

void Dialogue::refused(const Complaint& complaint) { print_(complaint.why + ".\n"); }

void Dialogue::ended(const Referee& referee) { print_(cat('\n', referee.closing(pen_))); }

}  // namespace duello
