#include "cli/findings_printer.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "json/study.hpp"

namespace duello {

namespace {

std::string percent(std::optional<double> share) { return share ? fmt::format("{:.0f} %", *share * 100) : "-"; }

std::string aligned(std::size_t widest, const std::array<std::string, 8>& cells) {
  return fmt::format("{:<{}}  {:>6}  {:>5}  {:>10}  {:>7}  {:>7}  {:>7}  {:>9}\n", cells[0], widest, cells[1], cells[2],
                     cells[3], cells[4], cells[5], cells[6], cells[7]);
}

std::string table_row(const Finding& finding, std::size_t widest) {
  return aligned(widest,
                 {settings_text(finding.rules), finding.value ? cat(winner_of(finding)) : "-",
                  finding.value && finding.value->knows_plies() ? cat(finding.value->plies()) : "-",
                  cat(finding.positions), percent(finding.winning_first_moves), percent(finding.random_first_wins),
                  percent(finding.perfect_second_wins), finding.survey ? cat(finding.survey->only_move) : "-"});
}

std::string csv_row(const Finding& finding) {
  std::string text;
  for (const RuleValue& rule : finding.rules) text += rule.text + ",";
  text += finding.value
              ? cat(winner_of(finding), ",", finding.value->knows_plies() ? cat(finding.value->plies()) : "", ",")
              : ",,";
  text += fmt::format("{},", finding.positions);
  text += finding.winning_first_moves ? fmt::format("{:.4f},", *finding.winning_first_moves) : ",";
  text += fmt::format("{:.4f},{:.4f},", finding.random_first_wins, finding.perfect_second_wins);
  return text + (finding.survey ? fmt::format("{},{},{}\n", finding.survey->positions, finding.survey->won,
                                              finding.survey->only_move)
                                : ",,\n");
}

}  // namespace

void FindingsPrinter::add(const Finding& finding) {
  if (rows_ == 0) console_.print(head(finding.rules));
  console_.print(row(finding));
  console_.flush();
  ++rows_;
}

void FindingsPrinter::end() {
  if (options_.format != TableFormat::json) return;
  if (rows_ == 0) console_.print(head({}));
  console_.print(cat(kFindingsEnd, '\n'));
}

std::string FindingsPrinter::head(const std::vector<RuleValue>& rules) const {
  switch (options_.format) {
    case TableFormat::text:
      return aligned(widest_, {"", "", "", "", "winning", "random:", "perfect", "only-move"}) +
             aligned(widest_, {"rules", "winner", "plies", "positions", "firsts", "1st won", "2nd won", "positions"});
    case TableFormat::csv: {
      std::string text;
      for (const RuleValue& rule : rules) text += rule.key + ",";
      return text +
             "winner,plies,positions,winning_first_moves,random_first_wins,perfect_second_wins,reachable,won,only_"
             "move\n";
    }
    case TableFormat::json:
      break;
  }
  return findings_head(facts_, {.games = options_.games, .seed = options_.seed});
}

std::string FindingsPrinter::row(const Finding& finding) const {
  switch (options_.format) {
    case TableFormat::text:
      return table_row(finding, widest_);
    case TableFormat::csv:
      return csv_row(finding);
    case TableFormat::json:
      break;
  }
  return (rows_ == 0 ? "" : ",") + json_text(append_finding, finding);
}

}  // namespace duello
