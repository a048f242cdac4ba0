#include "match/conduct.hpp"

#include <cassert>

namespace duello {

namespace {

// A forced move is made for the player; the player only hears of it.
Answer next_answer(const Duel& duel, Player& player) {
  const TurnOfDuel turn(duel);
  const auto forced = duel.referee().forced();
  if (!forced) return player.answer(*turn);
  if (const auto leave = player.told_of_forced(*turn)) return std::unexpected(*leave);
  return *forced;
}

}  // namespace

TurnOfDuel::TurnOfDuel(const Duel& duel)
    : story_(duel.referee(), duel.referee().mover()),
      turn_{duel.referee().game(),
            story_,
            story_.seat(),
            duel.referee().view(story_.seat()),
            duel.referee().view(std::nullopt),
            duel.referee().may_swap(),
            duel.referee().conditions().swap && duel.referee().played() == 0,
            duel.referee().swapped(),
            duel.referee().begins_new_round(),
            duel.is_person(story_.seat()) ? duel.objection_to_undo(story_.seat()) : std::string()} {}

Terms terms_at_one_table(const PerSeat<bool>& is_person) {
  const auto sitter = [&](Seat seat) { return is_person[seat] ? Sitter::person : Sitter::program; };
  return {.sitters = {{sitter(Seat::one), sitter(Seat::two)}}};
}

Terms terms_for(const PerSeat<Player*>& players) {
  return terms_at_one_table({{players[Seat::one]->is_person(), players[Seat::two]->is_person()}});
}

std::optional<Leave> conduct(Duel& duel, const PerSeat<Player*>& players, Listener& listener) {
  assert(duel.terms().consent == Consent::at_once && !duel.clock());
  const Referee& referee = duel.referee();
  listener.started(duel);
  while (!referee.result()) {
    if (!listener.goes_on()) return Leave::interrupted;
    const Seat seat = referee.mover();
    const Answer answer = next_answer(duel, *players[referee.began(seat)]);
    if (!answer) return answer.error();
    const auto events = duel.submit(seat, *answer);
    events ? listener.heard(duel, *events) : listener.refused(events.error());
  }
  for (const Seat seat : kSeats) players[referee.began(seat)]->game_over(SeatStory(referee, seat));
  return std::nullopt;
}

}  // namespace duello
