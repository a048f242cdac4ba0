#include "match/conduct.hpp"

namespace duello {

namespace {

// A forced move is made for the player; the player only hears of it.
Answer next_answer(const Referee& referee, Player& player, const PerSeat<bool>& is_person) {
  const Turn turn{referee.game(),
                  referee,
                  referee.mover(),
                  referee.view(referee.mover()),
                  referee.view(std::nullopt),
                  referee.may_swap(),
                  referee.conditions().swap && referee.played() == 0,
                  referee.swapped(),
                  referee.begins_new_round(),
                  player.is_person() ? referee.objection_to_undo(referee.mover(), is_person) : std::string()};
  const auto forced = referee.forced();
  if (!forced) return player.answer(turn);
  if (const auto leave = player.told_of_forced(turn)) return *leave;
  return *forced;
}

}  // namespace

std::optional<Leave> conduct(Referee& referee, const PerSeat<Player*>& players, Listener& listener) {
  listener.started(referee);
  while (!referee.result()) {
    if (!listener.goes_on()) return Leave::interrupted;
    const Seat seat = referee.mover();
    const auto player_at = [&](Seat at) { return players[referee.swapped() ? other(at) : at]; };
    const PerSeat<bool> is_person{{player_at(Seat::one)->is_person(), player_at(Seat::two)->is_person()}};
    const Answer answer = next_answer(referee, *player_at(seat), is_person);
    if (const Leave* leave = std::get_if<Leave>(&answer)) return *leave;
    if (std::holds_alternative<Resign>(answer)) {
      referee.resign(seat);
    } else if (const Forfeit* forfeit = std::get_if<Forfeit>(&answer)) {
      referee.forfeit(seat, forfeit->why);
    } else if (std::holds_alternative<Swap>(answer)) {
      referee.may_swap() ? (referee.swap(), listener.swapped(referee))
                         : listener.refused({"Seats cannot be changed now"});
    } else if (std::holds_alternative<Undo>(answer)) {
      const auto taken = referee.take_back(seat, is_person);
      taken ? listener.took_back(referee, *taken) : listener.refused(taken.error());
    } else {
      const auto& move = std::get<AnyMove>(answer);
      const auto played = referee.play(move);
      if (played) {
        listener.moved(referee);
      } else if (is_person[seat]) {
        listener.refused(played.error());
      } else {
        // Nobody sits there who could choose again.
        referee.forfeit(seat, cat("it played ", referee.game().write(move), ", which is not legal"));
      }
    }
  }
  for (const Seat seat : kSeats) players[referee.swapped() ? other(seat) : seat]->game_over(referee, seat);
  listener.ended(referee);
  return std::nullopt;
}

}  // namespace duello
