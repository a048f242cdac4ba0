// Lab: solves a game under many rules and compares what becomes of it.
#include <fmt/format.h>

#include <algorithm>

#include "cli/commands.hpp"
#include "cli/json.hpp"
#include "cli/ranges.hpp"
#include "match/conduct.hpp"
#include "players/perfect_player.hpp"
#include "players/random_player.hpp"
#include "system/files.hpp"

namespace duello {

namespace {

// One row of the table. What a game of hidden moves cannot tell is not there.
struct Finding {
  std::vector<RuleValue> rules;
  std::optional<Value> value;  // for the player who moves first
  std::uint64_t positions = 0;
  std::optional<double> winning_first_moves;  // share of all first moves
  double random_first_wins = 0;               // share, between random players
  double perfect_second_wins = 0;             // share, against a random first player
  std::optional<Survey> survey;
};

// How often the first player wins.
double first_wins(const AnyGame& game, Player& first, Player& second, int games, Random random) {
  int won = 0;
  Listener nobody;
  for (int i = 0; i < games; ++i) {
    Referee referee(game, {.seed = random()});
    conduct(referee, {{&first, &second}}, nobody);
    won += static_cast<int>(referee.result()->winner == Seat::one);
  }
  return static_cast<double>(won) / games;
}

Finding study(const ChosenGame& chosen, const Knowledge& knowledge, const LabOptions& options) {
  const AnyGame& game = chosen.game();
  Finding finding{.rules = game.rules(), .value = {}, .winning_first_moves = {}, .survey = {}};
  if (knowledge.open) {
    const AnyPosition start = game.start(Seat::one);
    const std::vector<Judgement> moves = knowledge.open->moves(game.view(start, Seat::one));
    finding.value = best_of(moves).value;
    finding.positions = knowledge.open->positions();
    const auto winning = std::ranges::count_if(moves, [](const Judgement& move) { return move.value.is_win(); });
    finding.winning_first_moves = static_cast<double>(winning) / static_cast<double>(moves.size());
    finding.survey = chosen.table()->survey();
  } else {
    const auto phases = knowledge.hidden->phases();
    for (const Equilibrium* phase : *phases)
      finding.positions += static_cast<std::uint64_t>(Equilibrium::allocation_count(phase->contest()));
  }
  RandomPlayer one{Random(options.seed, 0)};
  RandomPlayer two{Random(options.seed, 1)};
  PerfectPlayer perfect(knowledge, Random(options.seed, 2));
  finding.random_first_wins = first_wins(game, one, two, options.games, Random(options.seed, 3));
  finding.perfect_second_wins = 1 - first_wins(game, one, perfect, options.games, Random(options.seed, 4));
  return finding;
}

int winner_of(const Finding& finding) {
  return !finding.value || finding.value->is_neither() ? 0 : finding.value->is_win() ? 1 : 2;
}

std::string settings_text(const Finding& finding) {
  std::vector<std::string> parts;
  for (const RuleValue& rule : finding.rules) parts.push_back(cat(rule.key, '=', rule.text));
  return joined(parts, " ");
}

std::string percent(std::optional<double> share) { return share ? fmt::format("{:.0f} %", *share * 100) : "-"; }

std::string table_text(const std::vector<Finding>& findings) {
  std::size_t widest = 5;
  for (const Finding& finding : findings) widest = std::max(widest, settings_text(finding).size());
  const std::string row = "{:<" + std::to_string(widest) + "}  {:>6}  {:>5}  {:>10}  {:>7}  {:>7}  {:>7}  {:>9}\n";
  std::string text = fmt::format(fmt::runtime(row), "", "", "", "", "winning", "random:", "perfect", "only-move");
  text += fmt::format(fmt::runtime(row), "rules", "winner", "plies", "positions", "firsts", "1st won", "2nd won",
                      "positions");
  for (const Finding& finding : findings)
    text += fmt::format(fmt::runtime(row), settings_text(finding), finding.value ? cat(winner_of(finding)) : "-",
                        finding.value ? cat(finding.value->plies()) : "-", finding.positions,
                        percent(finding.winning_first_moves), percent(finding.random_first_wins),
                        percent(finding.perfect_second_wins), finding.survey ? cat(finding.survey->only_move) : "-");
  return text;
}

std::string csv_text(const std::vector<Finding>& findings) {
  std::string text;
  for (const RuleValue& rule : findings.front().rules) text += rule.key + ",";
  text += "winner,plies,positions,winning_first_moves,random_first_wins,perfect_second_wins,reachable,won,only_move\n";
  for (const Finding& finding : findings) {
    for (const RuleValue& rule : finding.rules) text += rule.text + ",";
    text += finding.value ? fmt::format("{},{},", winner_of(finding), finding.value->plies()) : ",,";
    text += fmt::format("{},", finding.positions);
    text += finding.winning_first_moves ? fmt::format("{:.4f},", *finding.winning_first_moves) : ",";
    text += fmt::format("{:.4f},{:.4f},", finding.random_first_wins, finding.perfect_second_wins);
    text += finding.survey
                ? fmt::format("{},{},{}\n", finding.survey->positions, finding.survey->won, finding.survey->only_move)
                : ",,\n";
  }
  return text;
}

Json json_of(const ChosenGame& chosen, const std::vector<Finding>& findings, const LabOptions& options) {
  Json variants = Json::array();
  for (const Finding& finding : findings) {
    Json row{{"rules", rules_json(finding.rules)}};
    if (finding.value) {
      row["winner"] = winner_of(finding);
      row["plies"] = finding.value->plies();
    }
    row["positions"] = finding.positions;
    if (finding.winning_first_moves) row["winning_first_moves"] = *finding.winning_first_moves;
    row["random_first_wins"] = finding.random_first_wins;
    row["perfect_second_wins"] = finding.perfect_second_wins;
    if (finding.survey) {
      row["reachable"] = finding.survey->positions;
      row["won"] = finding.survey->won;
      row["only_move"] = finding.survey->only_move;
    }
    variants.push_back(row);
  }
  return {{"game", chosen.facts().id}, {"games", options.games}, {"seed", options.seed}, {"variants", variants}};
}

// Horizontal bars: how often the first player wins at random, and how often a perfect second player does.
std::string svg_text(const ChosenGame& chosen, const std::vector<Finding>& findings) {
  constexpr int kRow = 34;
  constexpr int kLeft = 300;
  constexpr int kBar = 320;
  const int height = 70 + kRow * static_cast<int>(findings.size());
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"760\" height=\"{}\" font-family=\"sans-serif\" "
      "font-size=\"12\">\n"
      "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
      "<text x=\"16\" y=\"24\" font-size=\"16\">{}</text>\n"
      "<rect x=\"16\" y=\"36\" width=\"12\" height=\"12\" fill=\"#c0392b\"/>"
      "<text x=\"34\" y=\"46\">first player wins, both at random</text>\n"
      "<rect x=\"300\" y=\"36\" width=\"12\" height=\"12\" fill=\"#2c6fbb\"/>"
      "<text x=\"318\" y=\"46\">perfect second player beats a random first</text>\n",
      height, chosen.facts().title);
  int y = 62;
  for (const Finding& finding : findings) {
    const std::string verdict =
        finding.value ? cat("winner ", winner_of(finding), ", plies ", finding.value->plies()) : "";
    svg += fmt::format("<text x=\"16\" y=\"{}\">{}</text>\n", y + 16, settings_text(finding));
    svg += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{:.1f}\" height=\"11\" fill=\"#c0392b\"/>\n", kLeft, y,
                       finding.random_first_wins * kBar);
    svg += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{:.1f}\" height=\"11\" fill=\"#2c6fbb\"/>\n", kLeft, y + 12,
                       finding.perfect_second_wins * kBar);
    svg += fmt::format("<text x=\"{}\" y=\"{}\">{}</text>\n", kLeft + kBar + 10, y + 16, verdict);
    y += kRow;
  }
  return svg + "</svg>\n";
}

}  // namespace

int lab(Console& console, const LabOptions& options) {
  const auto sweep = all_settings(options.game.settings);
  if (!sweep) return complain(sweep.error().why);
  std::vector<Finding> findings;
  std::optional<ChosenGame> last;
  std::string skipped;
  for (const auto& settings : *sweep) {
    auto chosen = ChosenGame::from({.id = options.game.id, .variant = "", .settings = settings, .table = ""});
    if (!chosen && sweep->size() == 1) return complain(chosen.error().why);
    if (!chosen) {
      // A range may run over combinations that the rules exclude.
      skipped = chosen.error().why;
      continue;
    }
    const auto knowledge = chosen->knowledge();
    if (!knowledge) return fail(*chosen, knowledge.error());
    findings.push_back(study(*chosen, *knowledge, options));
    last = *std::move(chosen);
  }
  if (findings.empty()) return complain(skipped);
  switch (options.format) {
    case TableFormat::text:
      console.print(table_text(findings));
      break;
    case TableFormat::csv:
      console.print(csv_text(findings));
      break;
    case TableFormat::json:
      console.print(json_of(*last, findings, options).dump() + "\n");
      break;
  }
  if (!options.svg.empty()) {
    if (const auto drawn = replace_file(options.svg, {}, svg_text(*last, findings)); !drawn)
      return fail({cat("The chart ", drawn.error().why)});
  }
  return done(console);
}

}  // namespace duello
