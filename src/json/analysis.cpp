#include "json/analysis.hpp"

#include <span>

#include "json/games.hpp"

namespace duello {

std::optional<int> plies_in(Value value) { return value.knows_plies() ? std::optional(value.plies()) : std::nullopt; }

void add_value(JsonObject& json, Value value) {
  json.add("value", value.is_win() ? "win" : value.is_loss() ? "loss" : "neither").add("plies", plies_in(value));
}

namespace {

void add_judgements(JsonObject& json, const AnyGame& game, const OpenAnalysis& analysis) {
  add_value(json, analysis.value);
  json.add("legal", analysis.moves, [&](std::string& at, const Judgement& judged) {
    JsonObject move(at);
    move.add("move", game.write(judged.move));
    add_value(move, judged.value);
  });
}

void add_judgements(JsonObject& json, const AnyGame& game, const HiddenAnalysis& analysis) {
  json.add("value", analysis.value);
  json.add("legal", analysis.moves, [&](std::string& at, const Expectation& expected) {
    JsonObject(at).add("move", game.write(expected.move)).add("value", expected.value);
  });
  json.add("exploitability", analysis.equilibrium->exploitability());
  append_equilibrium(json.at("equilibrium"), *analysis.equilibrium);
}

// As a key: "Extra time" is extra_time.
std::string in_key(std::string_view words) { return joined(words_of(lowered(words)), "_"); }

void append_phase(std::string& text, const Equilibrium& phase, const ContestWords& words) {
  JsonObject json(text);
  json.add(in_key(cat(words.unit, 's')), phase.contest().units);
  json.add(in_key(cat(words.field, 's')), phase.contest().fields);
  json.add("exploitability", phase.exploitability());
  append_equilibrium(json.at("equilibrium"), phase);
}

}  // namespace

void append_value(std::string& text, Value value) {
  JsonObject json(text);
  add_value(json, value);
}

void append_equilibrium(std::string& text, const Equilibrium& equilibrium) {
  append_list(text, equilibrium.mixture(), [](std::string& at, const MixedAllocation& each) {
    JsonObject json(at);
    json.add("allocation", each.units).add("weight", each.weight);
    if (!each.fraction.empty()) json.add("fraction", each.fraction);
  });
}

void append_analysis(std::string& text, const Referee& referee, const std::optional<Analysis>& analysis) {
  std::vector<std::string> moves;
  for (const AnyMove& move : referee.moves()) moves.push_back(referee.game().write(move));
  JsonObject json(text);
  add_analysis(json, referee, moves, analysis);
}

void add_analysis(JsonObject& json, const Referee& referee, const std::vector<std::string>& moves,
                  const std::optional<Analysis>& analysis) {
  const AnyGame& game = referee.game();
  add_game(json, game);
  json.add("moves", moves);
  json.add("over", referee.result().has_value());
  if (referee.result()) {
    json.add("winner", referee.result()->winner).add("reason", referee.result()->reason);
    return;
  }
  json.add("to_move", referee.mover());
  if (analysis) std::visit([&](const auto& known) { add_judgements(json, game, known); }, *analysis);
}

void append_course(std::string& text, const AnyGame& game, const Course& course, double seconds,
                   const std::string& manner) {
  JsonObject json(text);
  add_game(json, game);
  if (course.swapping == Swapping::yes) json.add("swap", true);
  json.add("winner", course.winner())
      .add("plies", plies_in(course.value))
      .add("positions", course.positions)
      .add("seconds", seconds)
      .add("first_moves", course.first_moves)
      .add("winning_first_moves", course.winning_first_moves)
      .add("line", course.line)
      .add("table", manner);
}

void append_equilibria(std::string& text, const AnyGame& game, const std::vector<const Equilibrium*>& phases,
                       const ContestWords& words, double seconds) {
  const Equilibrium& first = *phases.front();
  JsonObject json(text);
  add_game(json, game);
  json.add("value", 0.0).add("exploitability", first.exploitability()).add("exact", true).add("seconds", seconds);
  append_equilibrium(json.at("equilibrium"), first);
  json.add(in_key(words.later), std::span(phases).subspan(1),
           [&](std::string& at, const Equilibrium* phase) { append_phase(at, *phase, words); });
}

}  // namespace duello
