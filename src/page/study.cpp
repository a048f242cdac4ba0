#include "page/study.hpp"

#include <algorithm>

#include "core/title.hpp"
#include "core/try.hpp"
#include "json/analysis.hpp"
#include "json/requests.hpp"
#include "json/scenes.hpp"
#include "json/state.hpp"
#include "match/conduct.hpp"
#include "match/replay.hpp"
#include "page/words.hpp"
#include "study/analysis.hpp"
#include "study/course.hpp"
#include "study/hints.hpp"

namespace duello {

namespace {

// The report, and that another round begins.
std::string told_of_last_move(const Place& place) {
  std::string told;
  Dialogue dialogue([&](std::string_view text) { told += text; }, place.names(), place.seat(), {{true, true}});
  dialogue.moved(*place.referee);
  return told;
}

AnyPosition position_at(const Place& place) {
  const AnyGame& game = place.game();
  AnyPosition position = game.start(place.referee->first());
  for (const AnyMove& move : place.referee->moves()) position = game.after(position, move);
  return position;
}

// What the mover has placed in this phase as one move, with `more`, is worth against the equilibrium if nothing
// follows.
double worth_of(const Place& place, HiddenOracle& oracle, const AnyMove& more) {
  const Referee& referee = *place.referee;
  const Seat seat = referee.mover();
  Referee replay(place.game(), referee.conditions());
  std::vector<AnyMove> own;
  std::optional<AnyView> begin;
  for (std::size_t ply = 0; ply <= referee.played(); ++ply) {
    const bool in_phase = ply >= referee.revealed() && replay.mover() == seat;
    if (in_phase && !begin) begin = replay.view(seat);
    if (ply == referee.played()) break;
    if (in_phase) own.push_back(referee.move_of(ply));
    replay.play_again(referee.move_of(ply));
  }
  own.push_back(more);
  return oracle.expectation(*begin, oracle.together(*begin, own));
}

}  // namespace

void append_position(std::string& text, const Place& place) {
  const Referee& referee = *place.referee;
  const AnyGame& game = place.game();
  const Pen pen = place.pen();
  const Seat seat = place.seat();
  JsonObject json(text);
  add_view(json, referee, seat, pen);
  json.add("title", full_title(game)).add("first", referee.first()).add("moves", referee.told(seat));
  json.add("names", pen.names.of);
  if (referee.played() != 0) json.add("told", told_of_last_move(place));
  if (referee.result()) {
    json.add("closing", referee.closing(pen));
    return;
  }
  const AnyView view = referee.view(seat);
  json.add("turn", game.turn(view, pen)).add("ask", game.ask(view, pen)).add("legal", game.hint(view));
}

std::expected<AnyMove, Complaint> composed_at(const Place& place, JsonFields& question) {
  const Referee& referee = *place.referee;
  if (referee.result()) return complaint("The game is over");
  if (!question.has("amounts")) return complaint("To compose a move takes amounts");
  return read_amounts(question, place.game(), referee.view(referee.mover()));
}

Reply analysis_at(const Place& place, JsonFields& question, Shelf& shelf) {
  const Referee& referee = *place.referee;
  const AnyGame& game = place.game();
  std::optional<Knowledge> knowledge;
  std::optional<Analysis> analysis;
  // Where moves are hidden, what the mover may do is nobody else's business.
  if (!referee.result() && (!game.facts().hidden || place.seat() == referee.mover())) {
    DUELLO_TRY(knowledge, shelf.knowledge(*place.chosen));
    analysis = analysis_of(referee.view(referee.mover()), *knowledge);
  }
  std::optional<double> expected;
  if (question.has("amounts")) {
    HiddenOracle* const oracle = knowledge ? hidden_in(*knowledge) : nullptr;
    if (oracle == nullptr) return complaint("There are no amounts to choose here");
    DUELLO_TRY(const auto move, composed_at(place, question));
    expected = worth_of(place, *oracle, move);
  }
  std::string text;
  {
    JsonObject json(text);
    add_analysis(json, referee, referee.told(place.seat()), analysis);
    json.add("title", full_title(game));
    const SolvedGame* const open = knowledge ? open_in(*knowledge) : nullptr;
    if (open != nullptr) json.add("line", line_from(game, *open, position_at(place)));
    if (expected) json.add("expected", *expected);
  }
  return text;
}

Reply hint_at(const Place& place, Shelf& shelf, Random random) {
  const Referee& referee = *place.referee;
  if (referee.result()) return complaint("The game is over");
  if (place.seat() != referee.mover()) return complaint("It is the other player's turn");
  if (const auto forced = referee.forced()) return complaint("There is no choice: ", place.game().write(*forced));
  DUELLO_TRY(const auto known, shelf.knowledge(*place.chosen));
  const Duel duel(referee, {});
  const Hint hint = hint_for(*TurnOfDuel(duel), known, random);
  std::string text;
  {
    JsonObject json(text);
    json.add("nudge", hint.nudge).add("move", hint.move).add("reason", hint.reason).add("notation", hint.notation);
  }
  return text;
}

}  // namespace duello
