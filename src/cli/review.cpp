// Review: what every move of a recorded game was worth; on a terminal, each mistake first as a question.
#include "study/review.hpp"
#include "cli/commands.hpp"
#include "cli/lesson.hpp"
#include "cli/report.hpp"
#include "cli/shared_options.hpp"
#include "cli/solving.hpp"
#include "json/study.hpp"
#include "store/game_store.hpp"
#include "store/record_file.hpp"

namespace duello {

namespace {

enum class ReviewFormat : std::uint8_t { text, json, annotated };

struct ReviewOptions {
  std::string file;  // "-" for standard input; empty where the record does not come from a file
  ReviewFormat format = ReviewFormat::text;
  std::optional<Seat> player{};  // who is asked about mistakes; nothing: whoever is a person
};

// Somebody sits here who wants to learn, and may be asked.
bool is_lesson(const Console& console, const ReviewOptions& options) {
  return console.is_terminal() && options.file != "-";
}

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
    const auto chosen = games_.of(record.game, record.rules);
    if (!chosen) return wrong(chosen.error());
    return show(record, **chosen);
  }

  std::optional<int> show(const Record& record, ChosenGame& chosen) {
    const auto knowledge = solved(chosen);
    if (!knowledge) return fail(knowledge.error().why, knowledge.error().signal);
    const AnyGame& game = chosen.game();
    auto found = review(game, record, *knowledge);
    if (!found) return wrong(found.error());
    const ReviewedGame reviewed{record, game, *knowledge, *std::move(found), names_in(record, game, console_.paper())};
    switch (options_.format) {
      case ReviewFormat::json:
        console_.print(json_text(append_review, game, record, reviewed.review, reviewed.all_names()) + "\n");
        break;
      case ReviewFormat::annotated:
        console_.print(cat(first_ ? "" : "\n", record_text(annotated(record, reviewed.review))));
        break;
      case ReviewFormat::text:
        console_.print(cat(first_ ? "" : "\n", report_head(console_, reviewed)));
        if (is_lesson(console_, options_))
          if (const auto leave = Lesson(console_, reviewed, options_.player).give())
            return leave_review(console_, *leave);
        console_.print(report(console_, reviewed));
    }
    first_ = false;
    return std::nullopt;
  }

 private:
  int wrong(const Complaint& what) {
    console_.flush();
    return complain(options_.file.empty() ? what.why : cat(shown_name(options_.file), ": ", what.why));
  }

  Console& console_;
  const ReviewOptions& options_;
  ChosenGames games_;
  bool first_ = true;
};

int review_file(Console& console, const ReviewOptions& options) {
  auto store = GameStore::of_user();
  const auto records = store ? store->records(options.file) : load_records(options.file);
  if (!records) return complain(records.error().why);
  Reviewer reviewer(console, options);
  for (const Record& record : *records)
    if (const auto status = reviewer.show(record)) return *status;
  return done(console);
}

}  // namespace

int review_game(Console& console, ChosenGame& chosen, const Record& record) {
  const ReviewOptions options;
  const auto status = Reviewer(console, options).show(record, chosen);
  return status ? *status : done(console);
}

namespace {

class ReviewCommand final : public Command {
 public:
  ReviewCommand() : Command("review", "Mark the mistakes in recorded games") {
    add_records(options(), given_.file);
    options().choice({"--as", "WHICH", "Whose mistakes are asked about: 1 or 2 (the people's)"}, given_.player,
                     {{"1", Seat::one}, {"2", Seat::two}});
    options().flag("--annotated", "Print the records with the marks as comments", given_.format,
                   ReviewFormat::annotated);
    add_json(options(), given_.format);
    options().not_both("--annotated", "--json");
  }
  int run(Console& console) override { return review_file(console, given_); }

 private:
  ReviewOptions given_;
};

}  // namespace

std::unique_ptr<Command> review_command() { return std::make_unique<ReviewCommand>(); }

}  // namespace duello
