#include "study/course.hpp"

#include <algorithm>
#include <utility>

#include "solve/damaged_table.hpp"

namespace duello {

Course course_of(const AnyGame& game, const Oracle& oracle, Swapping swapping) {
  Course course{.swapping = swapping, .positions = oracle.positions()};
  AnyPosition position = game.start(Seat::one);
  const auto view_of = [&] { return game.view(position, game.mover(position)); };
  std::vector<Judgement> first = oracle.moves(view_of());
  if (swapping == Swapping::yes) first = when_swappable(std::move(first));
  const Judgement best = best_of(first);
  course.value = best.value;
  course.first_moves = first.size();
  course.winning_first_moves =
      static_cast<std::size_t>(std::ranges::count_if(first, [](const Judgement& move) { return move.value.is_win(); }));
  // An endless game has no last move; a few show how it goes.
  constexpr std::size_t kShown = 12;
  const std::size_t length = course.value.is_neither() ? kShown : static_cast<std::size_t>(course.value.plies());
  course.line.push_back(game.write(best.move));
  position = game.after(position, best.move);
  if (swapping == Swapping::yes && !game.outcome(position) && oracle.value(view_of()).is_loss())
    course.line.emplace_back("swap");
  while (!game.outcome(position) && course.line.size() < length) {
    const AnyMove move = best_of(oracle.moves(view_of())).move;
    course.line.push_back(game.write(move));
    position = game.after(position, move);
  }
  if (!course.value.is_neither() && !game.outcome(position)) refuse_damaged_table();
  return course;
}

}  // namespace duello
