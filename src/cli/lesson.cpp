#include "cli/lesson.hpp"

#include <algorithm>

#include "players/roster.hpp"

namespace duello {

Lesson::Lesson(Console& console, const ReviewedGame& reviewed, std::optional<Seat> player)
    : console_(console), reviewed_(reviewed) {
  const PerSeat<std::string>& who = reviewed.record.players;
  const bool any_person = who[Seat::one] == kHuman || who[Seat::two] == kHuman;
  for (const Seat seat : kSeats) learns_[seat] = player ? seat == *player : !any_person || who[seat] == kHuman;
}

std::optional<Leave> Lesson::give() {
  const Review& review = reviewed_.review;
  for (const ReviewedMove& move : review.moves)
    if (move.mark != Mark::none && learns_[move.player])
      if (const auto leave = ask(move)) return leave;
  for (const ReviewedPlacement& each : review.placements)
    if (each.mark != Mark::none && learns_[each.player])
      if (const auto leave = ask(each)) return leave;
  return std::nullopt;
}

std::optional<Leave> Lesson::ask(Quiz& quiz, const std::string& prompt, const std::string& answer, const Judge& judge) {
  while (true) {
    const Quiz::Typed typed = quiz.ask(prompt);
    if (const Leave* leave = std::get_if<Leave>(&typed)) return *leave;
    const std::string* const word = std::get_if<std::string>(&typed);
    if (word != nullptr && word->empty()) {
      say(answer);
      return std::nullopt;
    }
    if (judge(word != nullptr ? *word : reviewed_.game.write(std::get<AnyMove>(typed)), typed)) return std::nullopt;
  }
}

std::optional<Leave> Lesson::ask(const ReviewedMove& move) {
  const Pen pen = reviewed_.pen(move.seat, move.player);
  console_.print(cat('\n', reviewed_.game.board(move.view, pen), '\n'));
  say(cat("Move ", move.number, ": ", pen.names[move.seat], " played ", move.text, sign_of(move.mark), ", which ",
          phrase_for(move.value)));
  std::vector<Word> words{{"", "show the better move"}};
  if (!move.options.back().move) words.push_back({kSwapMove, "change seats"});
  Quiz quiz(console_, reviewed_.game, move.view, pen, words);
  return ask(quiz, "Find the better move (Enter to see it): ", better_than(move),
             [&](const std::string& text, const Quiz::Typed&) {
               const Value value = std::ranges::find(move.options, text, &Option::text)->value;
               say(cat(value == move.best() ? "Yes: " : "", text, ' ', phrase_for(value),
                       value == move.best()  ? ""
                       : text == move.text   ? "; that is what was played"
                       : value == move.value ? ", as the move that was played does"
                                             : "; there is better"));
               return value == move.best();
             });
}

std::optional<Leave> Lesson::ask(const ReviewedPlacement& each) {
  const Pen pen = reviewed_.pen(each.seat, each.player);
  console_.print(cat('\n', reviewed_.game.board(each.view, pen), '\n'));
  say(cat("Phase ", each.phase, ": ", pen.names[each.seat], " placed ", each.text, sign_of(each.mark),
          ", which can expect ", expectation_text(each.value), " against perfect play"));
  Quiz quiz(console_, reviewed_.game, each.view, pen, {{"", "show a better allocation"}});
  const auto leave = ask(
      quiz, cat("Place all ", hidden_in(reviewed_.knowledge)->words().unit, "s better (Enter to see how): "),
      cat(each.best, " gives away nothing"), [&](const std::string& text, const Quiz::Typed& typed) {
        const double value = hidden_in(reviewed_.knowledge)->expectation(each.view, std::get<AnyMove>(typed));
        const bool good = mark_of(-value) == Mark::none;
        say(cat(good ? "Yes: " : "", text, " can expect ", expectation_text(value), good ? "" : "; there is better"));
        return good;
      });
  if (!leave) say(cat("Against what the other side placed here, ", each.reply, ' ', word_for_lead(each.reply_lead)));
  return leave;
}

}  // namespace duello
