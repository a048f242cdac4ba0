// Review: what every move of a recorded game was worth; on a terminal, each mistake first as a question.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "cli/commands.hpp"
#include "cli/dialogue.hpp"
#include "cli/json.hpp"
#include "cli/quiz.hpp"
#include "cli/rule_page.hpp"
#include "match/review.hpp"
#include "store/records.hpp"

namespace duello {

namespace {

constexpr int kLongestName = 30;

// A game that is looked at, with all that is known of it.
struct Subject {
  const Record& record;
  const AnyGame& game;
  const Knowledge& knowledge;
  Review review;
  Names names;

  bool hidden() const { return !knowledge.open; }
  // A player as such, and with the color of the seat.
  std::string name(Seat player) const {
    return names.players[player].empty() ? std::string(names.facts.seats[player].plain) : names.players[player];
  }
  PerSeat<std::string> all_names() const { return {{name(Seat::one), name(Seat::two)}}; }
  Pen pen(Seat seat, Seat player) const { return names.pen(seat != player); }
};

Names names_in(const Record& record, const AnyGame& game, Ink ink) {
  Names names{.ink = ink, .facts = game.facts(), .players = {}};
  for (const Seat seat : kSeats) {
    names.players[seat] = printable(record.tag(kNameTags[index(seat)]), kLongestName);
    // Where the players may change seats, the seats' names will not do.
    if (names.players[seat].empty() && !record.tag(kSwapTag).empty())
      names.players[seat] = cat("Player ", number(seat));
  }
  return names;
}

std::string word_for(Value value) { return value.is_neither() ? "balanced" : phrase_for(value); }

std::string percent(const Accuracy& accuracy) {
  return accuracy.choices == 0 ? "no choices" : fmt::format("{:.0f} %", accuracy.share * 100);
}

std::string score(double value) { return fmt::format("{:+.2f}", value == 0 ? 0.0 : value); }

// Somebody sits here who wants to learn, and may be asked.
bool is_lesson(const Console& console, const ReviewOptions& options) {
  return console.is_terminal() && options.file != kStandardInput;
}

// A line on a pipe, however long; on a terminal as many as it takes.
std::string fitted(const Console& console, const std::string& line) {
  return console.is_terminal() ? wrapped(line, console.width()) : line + "\n";
}

std::string head_of(const Console& console, const Subject& subject) {
  const Record& record = subject.record;
  std::string text = cat("--- Review of ", subject.names.ink(Tint::bold, subject.names.facts.title), " ---\n");
  const Pen pen = subject.names.pen(false);
  text += fitted(console, cat(pen.names[Seat::one], " against ", pen.names[Seat::two], record.date.empty() ? "" : ", ",
                              record.date));
  const std::string reason = record.reason.empty() ? "" : cat(" (", record.reason, ')');
  text += fitted(console, record.winner ? cat("Won by ", subject.name(*record.winner), reason) : "Unfinished");
  return text + other_rules(subject.game);
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

std::string move_table(const Subject& subject) {
  constexpr std::size_t kWidth = 80;
  constexpr std::size_t kOthers = 43;  // columns for all but names and moves
  constexpr std::size_t kDots = 3;
  constexpr std::size_t kShortestName = 8;
  std::size_t widest = 0;
  for (const ReviewedMove& move : subject.review.moves) widest = std::max(widest, columns(move.text));
  const auto most =
      static_cast<int>(std::max(kShortestName + widest + kDots + kOthers, kWidth) - widest - kDots - kOthers);
  std::vector<std::vector<std::string>> rows{{"", "Player", "Move", "", "Before", "After"}};
  for (const ReviewedMove& move : subject.review.moves)
    rows.push_back({cat(move.number, '.'), printable(subject.pen(move.seat, move.player).names[move.seat], most),
                    move.text, std::string(sign_of(move.mark)), word_for(move.best()), word_for(move.value)});
  return table_of(rows);
}

std::string_view word_for_lead(int lead) { return lead > 0 ? "wins" : lead == 0 ? "ties" : "loses"; }

std::string placement_table(const Subject& subject) {
  constexpr int kShortName = 16;
  constexpr int kLongestPlacement = 36;
  std::vector<std::vector<std::string>> rows{{"Phase", "Player", "Placed", "", "Expects"}};
  std::vector<std::vector<std::string>> replies;
  for (const ReviewedPlacement& each : subject.review.placements) {
    const std::string name = printable(subject.name(each.player), kShortName);
    rows.push_back({cat(each.phase), name, printable(each.text, kLongestPlacement), std::string(sign_of(each.mark)),
                    score(each.value)});
    replies.push_back(
        {cat(each.phase), name, printable(each.reply, kLongestPlacement), std::string(word_for_lead(each.reply_lead))});
  }
  return cat(table_of(rows), "(0 is what perfect play expects against perfect play, -1 a sure loss.)\n\n",
             "The best replies to what the other side placed:\n", table_of(replies));
}

std::string mistakes_in(const Console& console, const Review& review) {
  std::string text;
  const auto add = [&](std::string_view at, Mark mark, const std::string& why) {
    if (mark == Mark::none) return;
    const std::string line = cat(sign_of(mark), ' ', at, ' ', why);
    text += console.is_terminal() ? wrapped(words_of(line), console.width(), "  ") : cat("  ", line, '\n');
  };
  for (const ReviewedMove& move : review.moves) add(cat(move.number, '.'), move.mark, explained(move));
  for (const ReviewedPlacement& each : review.placements)
    add(cat("Phase ", each.phase, ':'), each.mark, explained(each));
  return text.empty() ? "\nNothing was given away.\n" : cat("\nWhat was given away:\n", text);
}

void print_text(Console& console, const Subject& subject) {
  const Review& review = subject.review;
  if (review.leaders.empty()) {
    console.print("\nThere is nothing to review yet.\n");
    return;
  }
  console.print(cat('\n', subject.hidden() ? placement_table(subject) : move_table(subject)));
  console.print(mistakes_in(console, review));
  if (review.gave_up_a_win)
    console.print(sentence(console, cat(subject.name(*review.gave_up_a_win), " resigned in a won position")));
  console.print("\nAccuracy:\n");
  console.print(table_of({{subject.name(Seat::one), percent(review.accuracy[Seat::one])},
                          {subject.name(Seat::two), percent(review.accuracy[Seat::two])}}));
  console.print(cat("\nWho was winning after each ", subject.hidden() ? "phase" : "move",
                    subject.hidden() ? " (# won, = undecided):\n" : " (# winning, = balanced):\n"));
  console.print(chart(review, subject.all_names(), console.width()));
}

Json value_json(Value value) {
  return {{"value", value.is_win() ? "win" : value.is_loss() ? "loss" : "neither"}, {"plies", value.plies()}};
}

Json json_of(const Subject& subject) {
  const Review& review = subject.review;
  Json answer{{"game", subject.names.facts.id},
              {"rules", rules_json(subject.game)},
              {"players", subject.all_names().of},
              {"first", number(subject.record.first)},
              {"result", subject.record.result()}};
  if (!subject.hidden()) answer["moves"] = Json::array();
  for (const ReviewedMove& move : review.moves)
    answer["moves"].push_back({{"number", move.number},
                               {"player", number(move.player)},
                               {"seat", number(move.seat)},
                               {"move", move.text},
                               {"before", value_json(move.best())},
                               {"after", value_json(move.value)},
                               {"mark", sign_of(move.mark)},
                               {"best", move.best_texts()}});
  if (subject.hidden()) answer["phases"] = Json::array();
  for (const ReviewedPlacement& each : review.placements)
    answer["phases"].push_back({{"phase", each.phase},
                                {"player", number(each.player)},
                                {"placed", each.text},
                                {"value", each.value},
                                {"mark", sign_of(each.mark)},
                                {"best", each.best},
                                {"reply", {{"move", each.reply}, {"result", word_for_lead(each.reply_lead)}}}});
  if (review.gave_up_a_win) answer["gave_up_a_win"] = number(*review.gave_up_a_win);
  answer["accuracy"] = Json::array();
  for (const Seat player : kSeats) {
    const Accuracy& accuracy = review.accuracy[player];
    answer["accuracy"].push_back(accuracy.choices == 0 ? Json() : Json(accuracy.share));
  }
  return answer;
}

// The mistakes of a game as questions, one after the other.
class Lesson {
 public:
  Lesson(Console& console, const Subject& subject) : console_(console), subject_(subject) {}

  // Nothing, or why it ends before its end.
  std::optional<Leave> give() {
    const Review& review = subject_.review;
    for (const ReviewedMove& move : review.moves)
      if (move.mark != Mark::none)
        if (const auto leave = ask(move)) return leave;
    for (const ReviewedPlacement& each : review.placements)
      if (each.mark != Mark::none)
        if (const auto leave = ask(each)) return leave;
    return std::nullopt;
  }

 private:
  void say(std::string_view words) { console_.print(sentence(console_, words)); }

  // Asks until `judge` says yes to a move or a word, or Enter is pressed.
  template <class Judge>
  std::optional<Leave> ask(Quiz& quiz, const std::string& prompt, const std::string& answer, Judge judge) {
    while (true) {
      const Quiz::Typed typed = quiz.ask(prompt);
      if (const Leave* leave = std::get_if<Leave>(&typed)) return *leave;
      const std::string* const word = std::get_if<std::string>(&typed);
      if (word != nullptr && word->empty()) {
        say(answer);
        return std::nullopt;
      }
      if (judge(word != nullptr ? *word : subject_.game.write(std::get<AnyMove>(typed)), typed)) return std::nullopt;
    }
  }

  std::optional<Leave> ask(const ReviewedMove& move) {
    const Pen pen = subject_.pen(move.seat, move.player);
    console_.print(cat('\n', subject_.game.board(move.view, pen), '\n'));
    say(cat("Move ", move.number, ": ", pen.names[move.seat], " played ", move.text, sign_of(move.mark), ", which ",
            phrase_for(move.value)));
    std::vector<Quiz::Word> words{{"", "show the better move"}};
    if (!move.options.back().move) words.push_back({kSwapMove, "change seats"});
    Quiz quiz(console_, subject_.game, move.view, pen, words);
    return ask(quiz, "Find the better move (Enter to see it): ", better_than(move),
               [&](const std::string& text, const Quiz::Typed&) {
                 const Value value = std::ranges::find(move.options, text, &Option::text)->value;
                 say(cat(value == move.best() ? "Yes: " : "", text, ' ', phrase_for(value),
                         value == move.best()  ? ""
                         : text == move.text   ? "; that is what was played"
                         : value == move.value ? ", and so did the move that was played"
                                               : "; there is better"));
                 return value == move.best();
               });
  }

  std::optional<Leave> ask(const ReviewedPlacement& each) {
    const Pen pen = subject_.pen(each.seat, each.player);
    console_.print(cat('\n', subject_.game.board(each.view, pen), '\n'));
    say(cat("Phase ", each.phase, ": ", pen.names[each.seat], " placed ", each.text, sign_of(each.mark),
            ", which can expect ", score(each.value), " against perfect play"));
    Quiz quiz(console_, subject_.game, each.view, pen, {{"", "show a better allocation"}});
    const auto leave =
        ask(quiz, "Place all units better (Enter to see how): ", cat(each.best, " gives away nothing"),
            [&](const std::string& text, const Quiz::Typed& typed) {
              const double value = subject_.knowledge.hidden->expectation(each.view, std::get<AnyMove>(typed));
              const bool good = mark_of(-value) == Mark::none;
              say(cat(good ? "Yes: " : "", text, " can expect ", score(value), good ? "" : "; there is better"));
              return good;
            });
    if (!leave) say(cat("Against what the other side placed here, ", each.reply, ' ', word_for_lead(each.reply_lead)));
    return leave;
  }

  Console& console_;
  const Subject& subject_;
};

int leave_review(Console& console, Leave leave) {
  console.flush();
  switch (leave) {
    case Leave::quit:
      return done(console);
    case Leave::end_of_input:
      complain("The input ended before the review did");
      return 1;
    case Leave::interrupted:
      return 128 + console.signal();
  }
  return 1;
}

// Reviews one record after the other; what is known of a game is kept for the next one.
class Reviewer {
 public:
  Reviewer(Console& console, const ReviewOptions& options) : console_(console), options_(options) {}

  // The exit status if that was the last one.
  std::optional<int> show(const Record& record) {
    const auto chosen = game_of(record);
    if (!chosen) return wrong(chosen.error());
    return show(record, **chosen);
  }

  std::optional<int> show(const Record& record, ChosenGame& chosen) {
    const auto knowledge = chosen.knowledge();
    if (!knowledge) return fail(chosen, knowledge.error());
    auto found = review(record, *knowledge);
    if (!found) return wrong(found.error());
    const AnyGame& game = chosen.game();
    const Subject subject{record, game, *knowledge, *std::move(found), names_in(record, game, console_.ink())};
    switch (options_.format) {
      case ReviewFormat::json:
        console_.print(json_of(subject).dump() + "\n");
        break;
      case ReviewFormat::annotated:
        console_.print(cat(first_ ? "" : "\n", record_text(annotated(record, subject.review))));
        break;
      case ReviewFormat::text:
        console_.print(cat(first_ ? "" : "\n", head_of(console_, subject)));
        if (is_lesson(console_, options_))
          if (const auto leave = Lesson(console_, subject).give()) return leave_review(console_, *leave);
        print_text(console_, subject);
    }
    first_ = false;
    return std::nullopt;
  }

 private:
  std::expected<ChosenGame*, Complaint> game_of(const Record& record) {
    const std::string key = cat(record.game, ' ', record.rules);
    if (const auto known = games_.find(key); known != games_.end()) return &known->second;
    auto chosen = ChosenGame::from({.id = record.game, .variant = {}, .settings = words_of(record.rules), .table = {}});
    if (!chosen) return std::unexpected(chosen.error());
    return &games_.emplace(key, *std::move(chosen)).first->second;
  }

  int wrong(const Complaint& what) {
    console_.flush();
    return complain(options_.file.empty() ? what.why : wrong_in(options_.file, what).error().why);
  }

  Console& console_;
  const ReviewOptions& options_;
  std::map<std::string, ChosenGame> games_;
  bool first_ = true;
};

}  // namespace

int review_file(Console& console, const ReviewOptions& options) {
  const auto records = load_records(options.file);
  if (!records) return complain(records.error().why);
  Reviewer reviewer(console, options);
  for (const Record& record : *records)
    if (const auto status = reviewer.show(record)) return *status;
  return done(console);
}

int review_game(Console& console, const Record& record) {
  const ReviewOptions options;
  const auto status = Reviewer(console, options).show(record);
  return status ? *status : done(console);
}

int review_game(Console& console, ChosenGame& chosen, const Record& record) {
  const ReviewOptions options;
  const auto status = Reviewer(console, options).show(record, chosen);
  return status ? *status : done(console);
}

}  // namespace duello
