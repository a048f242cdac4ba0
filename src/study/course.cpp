#include "study/course.hpp"

#include <algorithm>
#include <utility>

#include "solve/damaged_table.hpp"

namespace duello {

namespace {

// An endless game has no last move, and of one that nobody has followed to its end it is not known; a few show how it
// goes.
constexpr std::size_t kShown = 12;

std::size_t length_of(Value value) {
  return value.is_neither() || !value.knows_plies() ? kShown : static_cast<std::size_t>(value.plies());
}

}  // namespace

std::vector<std::string> line_from(const AnyGame& game, const Oracle& oracle, AnyPosition position, std::size_t most) {
  std::vector<std::string> line;
  while (!game.outcome(position) && line.size() < most) {
    const AnyMove move = best_of(oracle.moves(game.view(position, game.mover(position)))).move;
    line.push_back(game.write(move));
    position = game.after(position, move);
  }
  return line;
}

std::vector<std::string> line_from(const AnyGame& game, const Oracle& oracle, const AnyPosition& position) {
  if (game.outcome(position)) return {};
  return line_from(game, oracle, position, length_of(oracle.value(game.view(position, game.mover(position)))));
}

Course course_of(const AnyGame& game, const Oracle& oracle, Swapping swapping) {
  AnyPosition position = game.start(Seat::one);
  const auto view_of = [&] { return game.view(position, game.mover(position)); };
  std::vector<Judgement> first = oracle.moves(view_of());
  if (swapping == Swapping::yes) first = when_swappable(std::move(first));
  const Judgement best = best_of(first);
  const auto winning = std::ranges::count_if(first, [](const Judgement& move) { return move.value.is_win(); });
  Course course{.swapping = swapping,
                .value = best.value,
                .line = {game.write(best.move)},
                .first_moves = first.size(),
                .winning_first_moves = static_cast<std::size_t>(winning),
                .positions = oracle.positions()};
  const std::size_t length = length_of(course.value);
  position = game.after(position, best.move);
  if (swapping == Swapping::yes && !game.outcome(position) && oracle.value(view_of()).is_loss())
    course.line.emplace_back("swap");
  while (!game.outcome(position) && course.line.size() < length) {
    const AnyMove move = best_of(oracle.moves(view_of())).move;
    course.line.push_back(game.write(move));
    position = game.after(position, move);
  }
  if (!course.value.is_neither() && course.value.knows_plies() && !game.outcome(position)) refuse_damaged_table();
  return course;
}

}  // namespace duello
