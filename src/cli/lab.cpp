// Lab: solves a game under many rules and compares what becomes of it.
#include <algorithm>

#include "cli/chart.hpp"
#include "cli/findings_printer.hpp"
#include "cli/offers.hpp"
#include "cli/ranges.hpp"
#include "cli/shared_options.hpp"
#include "cli/solving.hpp"
#include "core/try.hpp"
#include "system/files.hpp"

namespace duello {

namespace {

// The games under all these rules; what the rules exclude is passed over.
std::expected<std::vector<ChosenGame>, Complaint> games_for(const LabOptions& options) {
  DUELLO_TRY(const auto sweep, all_settings(options.game.settings));
  std::vector<ChosenGame> games;
  Complaint passed_over;
  for (const auto& settings : sweep) {
    auto chosen = ChosenGame::from(
        {.id = options.game.id, .variant = "", .settings = settings, .table = "", .wishes = options.game.wishes});
    if (chosen)
      games.push_back(*std::move(chosen));
    else
      passed_over = chosen.error();
  }
  if (games.empty()) return std::unexpected(passed_over);
  return games;
}

std::expected<Finding, Complaint> study(ChosenGame& chosen, const LabOptions& options, Progress& progress) {
  const auto knowledge = solved(chosen, progress);
  if (!knowledge) return std::unexpected(knowledge.error().why);
  return found_in(chosen.game(), *knowledge, {.games = options.games, .seed = options.seed},
                  [&](std::string_view what) {
                    progress.begin(std::string(what));
                    return watch_on(progress);
                  });
}

int lab(Console& console, const LabOptions& options) {
  auto games = games_for(options);
  if (!games) return complain(games.error().why);
  if (!options.svg.empty())
    if (const auto possible = can_be_replaced(options.svg); !possible)
      return fail({cat("The chart ", possible.error().why)});
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

class LabCommand final : public Command {
 public:
  LabCommand() : Command("lab", "Solve a game under many rules and compare them") {
    add_game(options(), given_.game.id).required();
    options()
        .value({"--set", "KEY=RANGE", "A value or a range, as in length=5..13"},
               [this](const std::string& setting, const std::string&) { given_.game.settings.push_back(setting); })
        .repeated()
        .completed_by(rule_keys_of_game);
    add_solving(options(), given_.game.wishes);
    given_.game.wishes.distances = Distances::yes;  // plies are a column of its own
    options().number({"--games", "N", "Games for each sampled figure (2000)"}, given_.games, 1, kMostGames);
    add_seed(options(), seed_, "The seed of those games (1)");
    options().flag("--csv", "Print comma-separated values", given_.format, TableFormat::csv);
    add_json(options(), given_.format);
    options().not_both("--csv", "--json");
    options().name({"--svg", "FILE", "Draw a chart into a file"}, given_.svg).completed_by(any_file());
  }
  int run(Console& console) override {
    given_.seed = seed_.value_or(1);
    return lab(console, given_);
  }

 private:
  LabOptions given_;
  std::optional<std::uint64_t> seed_;
};

}  // namespace

std::unique_ptr<Command> lab_command() { return std::make_unique<LabCommand>(); }

}  // namespace duello
