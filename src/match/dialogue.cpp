#include "match/dialogue.hpp"

#include <algorithm>

#include "core/title.hpp"
#include "match/series.hpp"
#include "players/roster.hpp"

namespace duello {

Names::Names(Paper paper, const Facts& facts, const PerSeat<Known>& known) : paper_(std::move(paper)), facts_(facts) {
  for (const Seat seat : kSeats) {
    const auto& [name, program, number] = known[seat];
    players_[seat] = !name.empty()      ? name
                     : !program.empty() ? program
                     : number != 0      ? cat("Player ", number)
                                        : std::string(facts.seats[seat].plain);
    programs_[seat] = !program.empty();
  }
  if (players_[Seat::one] != players_[Seat::two]) return;
  for (const Seat seat : kSeats)
    players_[seat] += cat(' ', known[seat].number != 0 ? known[seat].number : number(seat));
}

Pen Names::pen(bool swapped, Boards boards) const {
  Pen pen = paper_();
  pen.boards = boards;
  pen.width -= std::min(margin_, pen.width);
  for (const Seat seat : kSeats) {
    const Seat began = swapped ? other(seat) : seat;
    pen.names[seat] = facts_.seats[seat].for_player(players_[began], boards);
    pen.programs[seat] = programs_[began];
  }
  return pen;
}

Names Names::indented(std::size_t margin) const {
  Names names = *this;
  names.margin_ = margin;
  return names;
}

Names names_in(const Record& record, const AnyGame& game, Paper paper) {
  const bool may_change = !record.tag(kSwapTag).empty() || !record.tag(kSeriesTag).empty();
  PerSeat<Known> known;
  for (const Seat seat : kSeats) {
    const std::string& who = record.players[seat];
    known[seat].name = printable(record.name(seat), Known::kLongest);
    if (who != kHuman) known[seat].program = printable(who, Known::kLongest);
    if (may_change) known[seat].number = number(seats_changed(record) ? other(seat) : seat);
  }
  return {std::move(paper), game.facts(), known};
}

void Dialogue::heard(const Duel& duel, std::span<const Event> events) {
  const Referee& referee = duel.referee();
  for (const Event& event : events) {
    if (event.is<event::Moved>()) moved(referee);
    if (event.is<event::Swapped>()) swapped(referee);
    if (const auto* const back = std::get_if<event::TookBack>(&event.what)) took_back(referee, back->moves);
    if (event.is<event::Ended>()) ended(referee);
  }
}

void Dialogue::started(const Referee& referee) {
  const AnyGame& game = referee.game();
  const Pen pen = names_.pen(referee.swapped());
  print_(cat(banner(full_title(game), pen), '\n'));
  if (referee.result()) return;
  if (const std::string opening = game.opening(referee.view(audience_), pen); !opening.empty())
    print_(cat('\n', opening));
}

void Dialogue::moved(const Referee& referee) {
  const AnyGame& game = referee.game();
  const Pen pen = names_.pen(referee.swapped());
  const Seat mover = referee.last_mover();
  const Seat player = referee.began(mover);
  const std::optional<Seat> audience = all_open_ ? mover : audience_;
  if (!types_here_[player]) {
    const AnyView view = referee.last_turn(audience);
    print_(cat('\n', game.turn(view, pen)));
    // A program is not asked, and what it does stands in the report.
    if (!names_.is_program(player)) {
      const bool secret = game.facts().hidden && audience != mover;
      const std::string typed = secret ? std::string(kHiddenLine) : game.write(referee.last_move());
      print_(cat(game.ask(view, pen), typed, '\n'));
    }
  }
  print_(referee.last_report(audience, pen));
  if (referee.begins_new_round()) print_(referee.new_round(pen));
}

void Dialogue::swapped(const Referee& referee) {
  // Whoever was to move sits where the other one sat; the turn is still that seat's.
  const Seat seat = other(referee.mover());
  const std::string_view sign = names_.facts().seats[seat].sign(names_.pen(true).boards);
  // Whoever types it has the line to themselves.
  print_(cat(types_here_[other(seat)] ? "" : "\n", names_.player(other(seat)), " changes seats with ",
             names_.player(seat), sign.empty() ? "" : cat(" and is now ", sign), "; the first move is now ",
             names_.player(other(seat)), "'s.\n"));
}

void Dialogue::took_back(const Referee& referee, int moves) {
  print_(cat("Took back ", counted(static_cast<std::uint64_t>(moves), "move"), ".\n"));
  const std::string board = referee.game().opening(referee.view(audience_), names_.pen(referee.swapped()));
  if (!board.empty()) print_(cat('\n', board));
}

void Dialogue::refused(const Complaint& complaint) { print_(complaint.why + ".\n"); }

void Dialogue::ended(const Referee& referee) { print_(cat('\n', referee.closing(names_.pen(referee.swapped())))); }

}  // namespace duello
