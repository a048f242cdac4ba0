#include "match/conduct.hpp"

namespace duello {

namespace {

// A forced move is made for the player; the player only hears of it.
Answer next_answer(const Referee& referee, Player& player) {
  const Turn turn{referee.game(), referee.mover(), referee.view(referee.mover()), referee.view(std::nullopt)};
  const auto forced = referee.forced();
  if (!forced) return player.answer(turn);
  if (const auto leave = player.told_of_forced(turn)) return *leave;
  return *forced;
}

}  // namespace

std::optional<Leave> conduct(Referee& referee, const PerSeat<Player*>& players, Listener& listener) {
  const PerSeat<bool> is_person{{players[Seat::one]->is_person(), players[Seat::two]->is_person()}};
  listener.started(referee);
  while (!referee.result()) {
    const Seat seat = referee.mover();
    const Answer answer = next_answer(referee, *players[seat]);
    if (const Leave* leave = std::get_if<Leave>(&answer)) return *leave;
    if (std::holds_alternative<Resign>(answer)) {
      referee.resign(seat);
    } else if (std::holds_alternative<Undo>(answer)) {
      const auto taken = referee.take_back(seat, is_person);
      taken ? listener.took_back(referee, *taken) : listener.refused(taken.error());
    } else {
      const auto played = referee.play(std::get<AnyMove>(answer));
      played ? listener.moved(referee) : listener.refused(played.error());
    }
  }
  listener.ended(referee);
  return std::nullopt;
}

}  // namespace duello
