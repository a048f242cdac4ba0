// Analyze: what a position is worth, and what every legal move in it is worth.
#include <fmt/format.h>

#include <algorithm>

#include "cli/commands.hpp"
#include "cli/shared_options.hpp"
#include "cli/solving.hpp"
#include "json/analysis.hpp"
#include "match/replay.hpp"

namespace duello {

namespace {

struct AnalyzeOptions {
  GameChoice game;
  Seat first = Seat::one;
  std::string moves;
  Format format = Format::text;
};

std::string phrase_for(Value value) {
  if (value.is_neither()) return "neither side can force a win";
  return cat(value.is_win() ? "wins in " : "loses in ", value.plies());
}

std::string player(const AnyGame& game, Seat seat) { return std::string(game.facts().seats[seat].plain); }

Pen pen_for(const Console& console, const AnyGame& game) {
  Pen pen = console.pen();
  for (const Seat seat : kSeats) pen.names[seat] = player(game, seat);
  return pen;
}

// Equal ones stay in the game's order.
template <class Move>
std::vector<Move> best_first(const std::vector<Move>& moves) {
  std::vector<const Move*> order;
  for (const Move& move : moves) order.push_back(&move);
  std::ranges::sort(order, [](const Move* one, const Move* two) {
    return one->value != two->value ? one->value > two->value : one < two;
  });
  std::vector<Move> sorted;
  for (const Move* move : order) sorted.push_back(*move);
  return sorted;
}

std::string judgements_text(const AnyGame& game, const OpenAnalysis& analysis) {
  std::string text = cat(phrase_for(analysis.value), ".\n\n");
  for (const Judgement& move : best_first(analysis.moves))
    text += fmt::format("  {:<12} {}\n", game.write(move.move), phrase_for(move.value));
  return text;
}

std::string judgements_text(const AnyGame& game, const HiddenAnalysis& analysis) {
  std::string text =
      fmt::format("can expect {:+.3f} against perfect play (1 is a sure win, -1 a sure loss).\n\n", analysis.value);
  for (const Expectation& move : best_first(analysis.moves))
    text += fmt::format("  {:<12} {:+.3f}\n", game.write(move.move), move.value);
  return text;
}

// Of an analysis, or of how the game ended.
std::string analysis_text(const Console& console, const Referee& referee, const std::optional<Analysis>& analysis) {
  const AnyGame& game = referee.game();
  const Pen pen = pen_for(console, game);
  if (!analysis) return referee.closing(pen);
  const Seat mover = referee.mover();
  return cat(game.board(referee.view(mover), pen), '\n', player(game, mover), " is to move and ",
             std::visit([&](const auto& known) { return judgements_text(game, known); }, *analysis));
}

int analyze(Console& console, const AnalyzeOptions& options) {
  auto chosen = ChosenGame::from(options.game);
  if (!chosen) return complain(chosen.error().why);
  if (const std::string why = objection_to_start(chosen->facts(), options.first); !why.empty()) return complain(why);
  const AnyGame& game = chosen->game();
  Referee referee(game, {.first = options.first, .round_limit = 0});
  const std::vector<std::string> line = words_of(options.moves);
  for (std::size_t i = 0; i < line.size(); ++i)
    if (const auto played = play_recorded(referee, {.text = line[i]}, i + 1); !played)
      return complain(played.error().why);
  std::optional<Analysis> analysis;
  if (!referee.result()) {
    const auto knowledge = solved(*chosen);
    if (!knowledge) return fail(knowledge.error().why, knowledge.error().signal);
    analysis = analysis_of(referee.view(referee.mover()), *knowledge);
  }
  console.print(options.format == Format::json ? json_text(append_analysis, referee, analysis) + "\n"
                                               : analysis_text(console, referee, analysis));
  return done(console);
}

class AnalyzeCommand final : public Command {
 public:
  AnalyzeCommand() : Command("analyze", "Value a position and every legal move in it") {
    add_game(options(), given_.game.id).required();
    add_rule_values(options(), given_.game);
    add_table(options(), given_.game);
    add_first_seat(options(), given_.first);
    options().text({"--moves", "MOVES", "The moves so far, as in '5-6 7'"}, given_.moves);
    add_json(options(), given_.format);
  }
  int run(Console& console) override { return analyze(console, given_); }

 private:
  AnalyzeOptions given_;
};

}  // namespace

std::unique_ptr<Command> analyze_command() { return std::make_unique<AnalyzeCommand>(); }

}  // namespace duello
