#include "cli/report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/prompt.hpp"
#include "core/title.hpp"
#include "match/series.hpp"
#include "players/roster.hpp"

namespace duello {

namespace {

std::string word_for(Value value) { return value.is_neither() ? "balanced" : phrase_for(value); }

std::string percent(const Accuracy& accuracy) {
  return accuracy.choices == 0 ? "no choices" : fmt::format("{:.0f} %", accuracy.share * 100);
}

// A line on a pipe, however long; on a terminal as many as it takes.
std::string fitted(const Console& console, const std::string& line, std::string_view indent = "") {
  return console.is_terminal() ? wrapped(line, console.width(), indent) : cat(indent, line, '\n');
}

// Rows of cells in columns, the last one not padded.
std::string table_of(const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> wide(rows.front().size());
  for (const auto& row : rows)
    for (std::size_t i = 0; i < row.size(); ++i) wide[i] = std::max(wide[i], columns(row[i]));
  std::string text;
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) line += cat("  ", row[i], std::string(wide[i] - columns(row[i]), ' '));
    text += without_end_blanks(line) + "\n";
  }
  return text;
}

std::string move_table(const ReviewedGame& reviewed) {
  constexpr std::size_t kWidth = 80;
  constexpr std::size_t kOthers = 43;  // columns for all but names and moves
  constexpr std::size_t kDots = 3;
  constexpr std::size_t kShortestName = 8;
  std::size_t widest = 0;
  for (const ReviewedMove& move : reviewed.review.moves) widest = std::max(widest, columns(move.text));
  const auto most =
      static_cast<int>(std::max(kShortestName + widest + kDots + kOthers, kWidth) - widest - kDots - kOthers);
  std::vector<std::vector<std::string>> rows{{"", "Player", "Move", "", "Before", "After"}};
  for (const ReviewedMove& move : reviewed.review.moves)
    rows.push_back({cat(move.number, '.'), printable(reviewed.pen(move.seat, move.player).names[move.seat], most),
                    move.text, std::string(sign_of(move.mark)), word_for(move.best()), word_for(move.value)});
  return table_of(rows);
}

std::string placement_table(const ReviewedGame& reviewed) {
  constexpr int kShortName = 16;
  constexpr int kLongestPlacement = 36;
  std::vector<std::vector<std::string>> rows{{"Phase", "Player", "Placed", "", "Expects"}};
  std::vector<std::vector<std::string>> replies;
  for (const ReviewedPlacement& each : reviewed.review.placements) {
    const std::string name = printable(reviewed.name(each.player), kShortName);
    rows.push_back({cat(each.phase), name, printable(each.text, kLongestPlacement), std::string(sign_of(each.mark)),
                    expectation_text(each.value)});
    replies.push_back(
        {cat(each.phase), name, printable(each.reply, kLongestPlacement), std::string(word_for_lead(each.reply_lead))});
  }
  return cat(table_of(rows), "(0 is what perfect play expects against perfect play, -1 a sure loss.)\n\n",
             "The best replies to what the other side placed:\n", table_of(replies));
}

std::string mistakes_in(const Console& console, const ReviewedGame& reviewed) {
  std::string text;
  const auto add = [&](std::string_view at, Mark mark, const std::string& why) {
    if (mark == Mark::none) return;
    const std::string line = cat(sign_of(mark), ' ', at, ' ', why);
    text += fitted(console, line, "  ");
  };
  for (const ReviewedMove& move : reviewed.review.moves) add(cat(move.number, '.'), move.mark, explained(move));
  for (const ReviewedPlacement& each : reviewed.review.placements)
    add(cat("Phase ", each.phase, ", ", reviewed.name(each.player), ':'), each.mark, explained(each));
  return text.empty() ? "\nNothing was given away.\n" : cat("\nWhat was given away:\n", text);
}

// The chart for people who listen.
std::string leaders_told(const ReviewedGame& reviewed) {
  std::string text;
  for (const auto leader : {std::optional(Seat::one), std::optional(Seat::two), std::optional<Seat>()}) {
    std::vector<std::string> numbers;
    for (std::size_t i = 0; i < reviewed.review.leaders.size(); ++i)
      if (reviewed.review.leaders[i] == leader) numbers.push_back(cat(i + 1));
    if (!numbers.empty()) text += cat(leader ? reviewed.name(*leader) : "Nobody", ": ", joined(numbers, ", "), '\n');
  }
  return text;
}

}  // namespace

std::string report_head(const Console& console, const ReviewedGame& reviewed) {
  const Record& record = reviewed.record;
  std::string text = cat(banner(cat("Review of ", full_title(reviewed.game)), console.pen()), '\n');
  const Pen pen = reviewed.names.pen(false);
  text += fitted(console, cat(pen.names[Seat::one], " against ", pen.names[Seat::two], record.date.empty() ? "" : ", ",
                              record.date));
  const std::string reason = record.reason.empty() ? "" : cat(" (", record.reason, ')');
  text += fitted(console, record.winner ? cat("Won by ", reviewed.name(*record.winner), reason) : "Unfinished");
  return text;
}

std::string report(const Console& console, const ReviewedGame& reviewed) {
  const Review& review = reviewed.review;
  if (review.leaders.empty()) return "\nThere is nothing to review yet.\n";
  std::string text = cat('\n', reviewed.hidden() ? placement_table(reviewed) : move_table(reviewed));
  text += mistakes_in(console, reviewed);
  if (review.gave_up_a_win)
    text += sentence(console, cat(reviewed.name(*review.gave_up_a_win), " resigned in a won position"));
  text += cat("\nAccuracy:\n", table_of({{reviewed.name(Seat::one), percent(review.accuracy[Seat::one])},
                                         {reviewed.name(Seat::two), percent(review.accuracy[Seat::two])}}));
  if (console.pen().boards == Boards::told)
    return cat(text, reviewed.hidden() ? "\nWho won which phases:\n" : "\nWho was winning after which moves:\n",
               leaders_told(reviewed));
  text += reviewed.hidden() ? "\nWho won each phase (# won, = undecided):\n"
                            : "\nWho was winning after each move (# winning, = balanced):\n";
  return text + chart(review, reviewed.all_names(), console.width());
}

}  // namespace duello
