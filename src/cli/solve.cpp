// Solve: who wins under perfect play, how fast, by which first moves; or the equilibrium of a game of hidden moves.
#include <fmt/format.h>

#include <algorithm>

#include "cli/commands.hpp"
#include "cli/shared_options.hpp"
#include "cli/solving.hpp"
#include "core/text.hpp"
#include "json/analysis.hpp"

namespace duello {

namespace {

int print_solution(Console& console, const ChosenGame& chosen, const SolvedGame& table, Swapping swapping,
                   Format format) {
  const Course course = course_of(chosen.game(), table, swapping);
  if (format == Format::json) {
    console.print(json_text(append_course, chosen.game(), course, chosen.seconds(), table.manner()) + "\n");
    return 0;
  }
  const int winner = course.winner();
  const std::string verdict =
      winner == 0 ? "neither side can force a win"
                  : cat("player ", winner, winner == 1 ? ", who moves first" : ", who moves second", ", wins",
                        course.value.knows_plies()
                            ? cat(" in ", counted(static_cast<std::uint64_t>(course.value.plies()), "move"),
                                  " (both sides counted)")
                            : std::string());
  console.print(
      cat(console.ink()(Tint::bold, full_name(chosen.game())), swapping == Swapping::yes ? " with swap" : "", '\n'));
  console.print(cat("Result       ", verdict, '\n'));
  console.print(cat("Line         ", joined(course.line, " "),
                    course.value.is_neither() || !course.value.knows_plies() ? " ..." : "", '\n'));
  console.print(cat("First moves  ", course.winning_first_moves, " of ", course.first_moves, " win\n"));
  console.print(fmt::format("Positions    {}, solved in {:.1f} ms\n", course.positions, chosen.seconds() * 1e3));
  console.print(cat("Table        ", table.manner(), '\n'));
  return 0;
}

void print_mixture(Console& console, const Equilibrium& equilibrium) {
  constexpr int kWidth = 30;
  double most = 0;
  for (const MixedAllocation& each : equilibrium.mixture()) most = std::max(most, each.weight);
  for (const MixedAllocation& each : equilibrium.mixture()) {
    std::string units;
    for (const int amount : each.units) units += fmt::format("{:>3}", amount);
    console.print(fmt::format("{}  {:>17}  {:5.1f} %  {:#<{}}\n", units, each.fraction, each.weight * 100, "",
                              std::max(1, static_cast<int>(each.weight / most * kWidth))));
  }
}

int print_solution(Console& console, const ChosenGame& chosen, HiddenOracle& oracle, Swapping /*never*/,
                   Format format) {
  const AnyGame& game = chosen.game();
  const auto phases = oracle.phases();
  if (!phases) return fail(phases.error());
  const Equilibrium& first = *phases->front();
  const ContestWords& words = oracle.words();
  if (format == Format::json) {
    console.print(json_text(append_equilibria, game, *phases, words, chosen.seconds()) + "\n");
    return 0;
  }
  console.print(cat(console.ink()(Tint::bold, full_name(chosen.game())), '\n'));
  console.print("Result       a fair game: perfect play wins as often as it loses (value 0)\n");
  console.print(fmt::format("Solved in    {:.1f} ms, {}\n", chosen.seconds() * 1e3, by_processor(1)));
  for (const Equilibrium* phase : *phases) {
    const Contest contest = phase->contest();
    console.print(fmt::format("\n{}{} on {}, shared out in any order:\n", phase == &first ? "" : cat(words.later, ", "),
                              counted(static_cast<std::uint64_t>(contest.units), words.unit),
                              counted(static_cast<std::uint64_t>(contest.fields), words.field)));
    print_mixture(console, *phase);
    console.print(phase->exploitability() == 0
                      ? std::string("  The best reply among all allocations gains exactly 0.\n")
                      : fmt::format("  The best reply among all allocations gains {:.1e}.\n", phase->exploitability()));
  }
  return 0;
}

int solve(Console& console, const GameChoice& choice, Swapping swapping, Format format) {
  auto chosen = ChosenGame::from(choice);
  if (!chosen) return complain(chosen.error().why);
  if (const std::string why = objection_to_swapping(chosen->facts(), swapping); !why.empty()) return complain(why);
  const auto knowledge = solved(*chosen);
  if (!knowledge) return fail(knowledge.error().why, knowledge.error().signal);
  const int status = std::visit(
      [&](const auto& known) { return print_solution(console, *chosen, *known, swapping, format); }, *knowledge);
  return status != 0 ? status : done(console);
}

class SolveCommand final : public Command {
 public:
  SolveCommand() : Command("solve", "Find out who wins under perfect play, and how") {
    add_game(options(), game_.id).required();
    add_rule_values(options(), game_);
    add_table(options(), game_);
    add_solving(options(), game_.wishes);
    add_swap(options(), swapping_);
    add_json(options(), format_);
  }
  int run(Console& console) override { return solve(console, game_, swapping_, format_); }

 private:
  GameChoice game_;
  Swapping swapping_ = Swapping::no;
  Format format_ = Format::text;
};

}  // namespace

std::unique_ptr<Command> solve_command() { return std::make_unique<SolveCommand>(); }

}  // namespace duello
