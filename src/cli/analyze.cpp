// Analyze: what a position is worth, and what every legal move in it is worth.
#include "cli/commands.hpp"
#include "cli/judgements.hpp"
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

std::string player(const AnyGame& game, Seat seat) { return std::string(game.facts().seats[seat].plain); }

Pen pen_for(const Console& console, const AnyGame& game) {
  Pen pen = console.pen();
  for (const Seat seat : kSeats) pen.names[seat] = player(game, seat);
  return pen;
}

// Of an analysis, or of how the game ended.
std::string analysis_text(const Console& console, const Referee& referee, const std::optional<Analysis>& analysis) {
  const AnyGame& game = referee.game();
  const Pen pen = pen_for(console, game);
  if (!analysis) return referee.closing(pen);
  const Seat mover = referee.mover();
  return cat(game.board(referee.view(mover), pen), '\n', player(game, mover), " is to move and ",
             judgements_text(game, *analysis));
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
    add_solving(options(), given_.game.wishes);
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
