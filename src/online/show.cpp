#include "online/show.hpp"

#include <chrono>

#include "cli/prompt.hpp"

namespace duello {

namespace {

// "5 minutes", "30 seconds"; rounded up.
std::string duration_text(std::chrono::milliseconds time) {
  const auto minutes = std::chrono::ceil<std::chrono::minutes>(time);
  if (time > std::chrono::minutes(1)) return counted(static_cast<std::uint64_t>(minutes.count()), "minute");
  return counted(static_cast<std::uint64_t>(std::chrono::ceil<std::chrono::seconds>(time).count()), "second");
}

}  // namespace

void OnlineShow::say(std::string_view words) { console_.interject(sentence(console_, words)); }

void OnlineShow::began(const FollowedTable& table) {
  ++positions_;
  names_.emplace(console_.paper(), table.game().facts(), table.known());
  const Referee& referee = table.referee();
  PerSeat<bool> types_here{};
  if (table.seat() && here_ == Here::person) types_here[referee.began(*table.seat())] = true;
  dialogue_.emplace([this](std::string_view text) { console_.print(text); }, *names_, table.seat(), types_here);
  console_.print("\n");
  if (table.best_of() > 1) console_.print(cat("Game ", table.mark().game, " of at most ", table.best_of(), '\n'));
  dialogue_->started(table.duel());
  // The player to move sees the position with the prompt.
  if (!referee.result() && referee.mover() != table.seat()) show_to_waiting(table);
  if (referee.result()) {
    console_.print(cat('\n', referee.laid_open(names_->pen(referee.swapped()))));
    dialogue_->ended(referee);
    tell_score(table);
  }
  if (table.offer()) tell_offer(table, *table.offer());
}

// A player who comes later sees the board. A player who waits for the first move sees the turn's heading on a terminal;
// on a pipe it is printed with the move.
void OnlineShow::show_to_waiting(const FollowedTable& table) {
  const Referee& referee = table.referee();
  const AnyView view = referee.view(table.seat());
  const Pen pen = names_->pen(referee.swapped());
  if (referee.played() != 0)
    console_.print(cat('\n', table.game().board(view, pen)));
  else if (console_.is_terminal())
    console_.print(cat('\n', table.game().turn(view, pen)));
}

void OnlineShow::happened(const FollowedTable& table, const Duel& duel, const Event& event) {
  dialogue_->heard(duel, std::span(&event, 1));
  if (event.is<event::Moved>() || event.is<event::Swapped>() || event.is<event::TookBack>()) ++positions_;
  if (const auto* const offered = std::get_if<event::Offered>(&event.what)) tell_offer(table, offered->by);
  if (const auto* const declined = std::get_if<event::Declined>(&event.what))
    say(declined->by == table.seat() ? std::string("You have declined")
                                     : cat(name_at(table, declined->by), " declines to take back a move"));
  if (event.is<event::Ended>()) tell_score(table);
}

void OnlineShow::came(const FollowedTable& table, std::size_t player) { tell_presence(table, player, " is back"); }

void OnlineShow::went(const FollowedTable& table, std::size_t player) {
  tell_presence(table, player, " is away");
  const auto wait = table.claimable_in(player);
  if (!wait || here_ == Here::engine) return;
  const std::string when = wait->count() == 0 ? "" : cat("if that lasts ", duration_text(*wait), ", ");
  const std::string words = cat(when, "you may type claim to win, or abort to end the game without a winner");
  say(cat(std::string(1, when.empty() ? 'Y' : 'I'), std::string_view(words).substr(1)));
}

// When all is over it matters only to somebody who may want another game.
void OnlineShow::tell_presence(const FollowedTable& table, std::size_t player, std::string_view what) {
  if (table.state() == TableState::over && !console_.is_terminal()) return;
  say(cat(name_of(table, player), what));
}

void OnlineShow::said(const FollowedTable& table, Seat seat, std::string_view phrase) {
  console_.interject(cat(seat == table.seat() ? "You" : name_at(table, seat), ": ", phrase, '\n'));
}

void OnlineShow::wants_rematch(const FollowedTable& table, std::size_t player) {
  if (table.own_player() && table.own_player() != player) say(cat(name_of(table, player), " wants to play again"));
}

void OnlineShow::tell_offer(const FollowedTable& table, Seat by) {
  if (by == table.seat()) return say("You have asked to take back a move");
  const bool is_answered_here = table.seat() && here_ == Here::person;
  say(cat(name_at(table, by), " asks to take back a move", is_answered_here ? "; type agree or decline" : ""));
}

// As at one table.
void OnlineShow::tell_score(const FollowedTable& table) {
  if (table.best_of() == 1) return;
  const std::string wins =
      cat(table.wins(0), " for ", name_of(table, 0), ", ", table.wins(1), " for ", name_of(table, 1));
  if (table.state() != TableState::over) return console_.print(cat("\nScore: ", wins, '\n'));
  if (table.wins(0) == table.wins(1)) return console_.print(cat("\nThe series is level: ", wins, '\n'));
  const std::size_t winner = table.wins(0) > table.wins(1) ? 0 : 1;
  console_.print(cat("\nFinal score: ", wins, '\n', name_of(table, winner), " wins the series!\n"));
}

}  // namespace duello
