// Lab: solves a game under many rules and compares what becomes of it.
#include <algorithm>

#include "cli/chart.hpp"
#include "cli/findings.hpp"
#include "cli/progress.hpp"
#include "cli/ranges.hpp"
#include "match/conduct.hpp"
#include "players/perfect_player.hpp"
#include "players/random_player.hpp"
#include "solve/memory.hpp"

namespace duello {

namespace {

// The games under all these rules; what the rules exclude is passed over.
std::expected<std::vector<ChosenGame>, Complaint> games_for(const LabOptions& options) {
  const auto sweep = all_settings(options.game.settings);
  if (!sweep) return std::unexpected(sweep.error());
  std::vector<ChosenGame> games;
  Complaint passed_over;
  for (const auto& settings : *sweep) {
    auto chosen = ChosenGame::from({.id = options.game.id, .variant = "", .settings = settings, .table = ""});
    if (chosen)
      games.push_back(*std::move(chosen));
    else
      passed_over = chosen.error();
  }
  if (games.empty()) return std::unexpected(passed_over);
  return games;
}

// How often the first player wins. Nothing if somebody stopped it.
std::optional<double> first_wins(const AnyGame& game, Player& first, Player& second, int games, Random random,
                                 Progress& progress) {
  int won = 0;
  Listener nobody;
  for (int i = 0; i < games; ++i) {
    if (!progress.show(static_cast<std::uint64_t>(i), static_cast<std::uint64_t>(games))) return std::nullopt;
    Referee referee(game, {.seed = random()});
    conduct(referee, {{&first, &second}}, nobody);
    won += static_cast<int>(referee.result()->winner == Seat::one);
  }
  return static_cast<double>(won) / games;
}

// What the table of an open game tells.
std::expected<void, Complaint> look_through(Finding& finding, const ChosenGame& chosen, Progress& progress) {
  const SolvedGame& table = *chosen.table();
  const AnyPosition start = chosen.game().start(Seat::one);
  const std::vector<Judgement> moves = table.moves(chosen.game().view(start, Seat::one));
  finding.value = best_of(moves).value;
  finding.positions = table.positions();
  const auto winning = std::ranges::count_if(moves, [](const Judgement& move) { return move.value.is_win(); });
  finding.winning_first_moves = static_cast<double>(winning) / static_cast<double>(moves.size());
  if (table.survey_bytes() > available_bytes())
    return complaint("To look through all positions of ", chosen.full_name(), " takes ",
                     bytes_text(table.survey_bytes()), " more memory, and ", bytes_text(available_bytes()),
                     " are free");
  progress.begin("Looking through the positions");
  finding.survey = table.survey(
      [&](std::uint64_t done, std::uint64_t /*unknown*/) { return progress.show(done, table.positions()); });
  return {};
}

constexpr std::string_view kStopped = "The work was stopped";

std::expected<Finding, Complaint> study(ChosenGame& chosen, const LabOptions& options, Progress& progress) {
  const auto knowledge = chosen.knowledge(progress);
  if (!knowledge) return std::unexpected(knowledge.error());
  const AnyGame& game = chosen.game();
  Finding finding{.rules = game.rules(), .value = {}, .winning_first_moves = {}, .survey = {}};
  if (knowledge->open) {
    if (const auto looked = look_through(finding, chosen, progress); !looked) return std::unexpected(looked.error());
  } else {
    const auto phases = knowledge->hidden->phases();
    for (const Equilibrium* phase : *phases)
      finding.positions += static_cast<std::uint64_t>(Equilibrium::allocation_count(phase->contest()));
  }
  progress.begin("Playing games");
  RandomPlayer one{Random(options.seed, 0)};
  RandomPlayer two{Random(options.seed, 1)};
  PerfectPlayer perfect(*knowledge, Random(options.seed, 2));
  const auto at_random = first_wins(game, one, two, options.games, Random(options.seed, 3), progress);
  if (!at_random) return complaint(kStopped);
  const auto beaten = first_wins(game, one, perfect, options.games, Random(options.seed, 4), progress);
  if (!beaten) return complaint(kStopped);
  finding.random_first_wins = *at_random;
  finding.perfect_second_wins = 1 - *beaten;
  return finding;
}

}  // namespace

int lab(Console& console, const LabOptions& options) {
  auto games = games_for(options);
  if (!games) return complain(games.error().why);
  if (const auto may = may_hold_chart(options.svg); !may) return complain(may.error().why);
  std::size_t widest = 5;
  for (const ChosenGame& each : *games) widest = std::max(widest, settings_text(each.game().rules()).size());
  const Facts& facts = games->front().facts();
  FindingsPrinter printer(console, options, facts, widest);
  std::vector<Finding> findings;
  std::vector<std::string> left_out;
  Progress progress;
  for (std::size_t i = 0; i < games->size() && progress.signal() == 0; ++i) {
    // What one game took is free for the next.
    ChosenGame chosen = std::move((*games)[i]);
    progress.set_part(cat("Row ", i + 1, " of ", games->size(), ", ", settings_text(chosen.game().rules())));
    const auto finding = study(chosen, options, progress);
    if (progress.signal() != 0) break;
    progress.clear();
    if (finding) {
      printer.add(*finding);
      findings.push_back(*finding);
    } else {
      left_out.push_back(finding.error().why);
    }
  }
  progress.clear();
  printer.end();
  if (!options.svg.empty() && !findings.empty())
    if (const auto written = write_chart(options.svg, chart(facts, findings, options)); !written)
      return fail(written.error());
  if (const int status = done(console); status != 0) return status;
  if (progress.signal() != 0) {
    complain(cat("Stopped after ", findings.size(), " of ", counted(games->size(), "row")));
    return 128 + progress.signal();
  }
  if (left_out.size() == 1 && findings.empty()) return fail({left_out.front()});
  if (!left_out.empty())
    return fail({cat(left_out.size(), " of ", counted(games->size(), "row"),
                     " had to be left out; the first: ", left_out.front())});
  return 0;
}

}  // namespace duello
