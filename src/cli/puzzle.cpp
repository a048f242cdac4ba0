// Puzzle: a position in which one move wins, to be found.
#include <algorithm>
#include <optional>
#include <utility>

#include "cli/commands.hpp"
#include "cli/quiz.hpp"
#include "cli/shared_options.hpp"
#include "cli/solving.hpp"
#include "cli/streak.hpp"
#include "core/title.hpp"
#include "json/study.hpp"
#include "store/calendar.hpp"
#include "study/drawn_puzzle.hpp"
#include "study/review.hpp"
#include "system/entropy.hpp"

namespace duello {

namespace {

// Games are solved before the user's eyes.
class SolvedHere final : public GameSource {
 public:
  std::expected<Knowledge, NotKnown> known_of(ChosenGame& chosen) override {
    found();
    auto known = solved(chosen);
    if (known) return *std::move(known);
    signal_ = known.error().signal;
    return std::unexpected(NotKnown{known.error().why, signal_ != 0});
  }
  bool goes_on(std::uint64_t done, std::uint64_t total) override {
    if (!progress_) progress_.emplace("Looking for a puzzle");
    const bool goes_on = progress_->show(done, total);
    signal_ = progress_->signal();
    return goes_on;
  }
  // Clears what shows the progress.
  void found() {
    if (progress_) progress_->clear();
    progress_.reset();
  }
  int status_for(const NoPuzzle& none) const {
    if (none.cause == NoPuzzle::Cause::stopped) return 128 + signal_;
    return none.cause == NoPuzzle::Cause::choice ? 2 : 1;
  }

 private:
  int signal_ = 0;                    // that stopped the last solve or search
  std::optional<Progress> progress_;  // of the search
};

// A puzzle on the table and somebody before it.
class Sitting {
 public:
  Sitting(Console& console, const DrawnPuzzle& found, std::string daily)
      : console_(console),
        game_(found.chosen->game()),
        oracle_(*open_in(found.knowledge)),
        puzzle_(found.puzzle),
        daily_(std::move(daily)) {
    pen_ = console.pen();
    for (const Seat seat : kSeats) pen_.names[seat] = game_.facts().seats[seat].plain;
    const auto streak = load_streak();
    if (!streak) {
      lament(streak.error());
      return;
    }
    streak_ = *streak;
    counts_ = daily_.empty() || streak_->daily != daily_;
  }

  int sit(const std::string& title) {
    const AnyView view = puzzle_.view(game_);
    console_.print(cat(title, '\n', game_.board(view, pen_), '\n'));
    say(cat(pen_.names[puzzle_.mover], " is to move. Find the only winning move"));
    // The game's own prompt may give an example, which may be the solution.
    Quiz quiz(console_, game_, view, pen_, {{"hint", "a hint; then a better one"}, {"solution", "the winning move"}});
    while (true) {
      const Quiz::Typed typed = quiz.ask("Your move (or help): ");
      if (const Leave* leave = std::get_if<Leave>(&typed)) return this->leave(*leave);
      if (const AnyMove* move = std::get_if<AnyMove>(&typed)) {
        if (try_move(*move)) return play_out();
      } else if (std::get<std::string>(typed) == "hint") {
        give_hint();
      } else {
        miss();
        say(cat(game_.write(puzzle_.solution), " wins in ", puzzle_.plies));
        return finish();
      }
    }
  }

 private:
  void say(std::string_view words) { console_.print(sentence(console_, words)); }
  void lament(const Complaint& why) {
    if (std::exchange(lamented_, true)) return;
    console_.flush();
    complain(why.why);
  }

  void count(PuzzleNews news) {
    if (!counts_) return;
    news.daily = daily_;
    const auto streak = update_streak(news);
    if (!streak) lament(streak.error());
    streak_ = streak ? std::optional(*streak) : std::nullopt;
  }

  // The first thing that goes wrong ends the row, whatever comes of it.
  void miss() {
    if (std::exchange(missed_, true)) return;
    count({.tried = 1, .row = PuzzleNews::Row::ended});
  }

  std::vector<Judgement> judged_moves(const AnyPosition& position) const {
    return oracle_.moves(game_.view(position, game_.mover(position)));
  }

  // What the other side does then; nothing if the game is over.
  std::optional<Judgement> answer_to(const AnyMove& move) const {
    const AnyPosition reached = game_.after(position_, move);
    if (game_.outcome(reached)) return std::nullopt;
    return best_of(judged_moves(reached));
  }

  // Why a move that does not win will not do.
  std::string refutation_of(const Judgement& judged) const {
    const std::string name = game_.write(judged.move);
    const auto answer = answer_to(judged.move);
    return !answer ? cat(name, " loses at once; try again")
           : judged.value.is_neither()
               ? cat(name, " wins nothing: ", game_.write(answer->move), " keeps the balance; try again")
               : cat(name, ' ', phrase_for(judged.value), ": ", game_.write(answer->move), " punishes it; try again");
  }

  bool try_move(const AnyMove& move) {
    const Judgement& judged = puzzle_.judgement_of(game_, move);
    const std::string name = game_.write(move);
    if (judged.value.is_win()) {
      missed_ ? count({.solved = 1}) : count({.tried = 1, .solved = 1, .row = PuzzleNews::Row::longer});
      say(cat("Yes: ", name, " wins in ", puzzle_.plies));
      return true;
    }
    say(refutation_of(judged));
    miss();
    return false;
  }

  void make(const AnyMove& move) {
    const AnyPosition before = std::exchange(position_, game_.after(position_, move));
    played_.push_back(game_.write(move));
    console_.print(game_.report(before, move, position_, std::nullopt, pen_));
  }

  // The win is found. Whether it is also brought home against the best defence is up to whoever has found it.
  int play_out() {
    make(puzzle_.solution);
    while (!game_.outcome(position_)) {
      const Judgement defence = best_of(judged_moves(position_));
      console_.print("\n");
      say(cat(pen_.names[game_.mover(position_)], " answers ", game_.write(defence.move)));
      make(defence.move);
      if (!game_.outcome(position_))
        if (const auto status = keep_the_win()) return *status;
    }
    console_.print(cat('\n', game_.verdict(position_, pen_), '\n'));
    return finish();
  }

  // Asks until a move is made that wins. The exit status, if it is time to leave.
  std::optional<int> keep_the_win() {
    const AnyView view = game_.view(position_, puzzle_.mover);
    const std::vector<Judgement> moves = judged_moves(position_);
    const Judgement& best = best_of(moves);
    console_.print(cat('\n', game_.board(view, pen_)));
    Quiz quiz(console_, game_, view, pen_, {{"", "see how it goes on"}, {"hint", "a move that wins"}});
    while (true) {
      const Quiz::Typed typed = quiz.ask("Keep the win (Enter shows the rest): ");
      if (const Leave* leave = std::get_if<Leave>(&typed))
        return *leave == Leave::interrupted ? 128 + console_.signal() : finish();
      const AnyMove* const move = std::get_if<AnyMove>(&typed);
      if (move == nullptr && std::get<std::string>(typed).empty()) return finish();
      if (move == nullptr) {
        say(cat("Try ", game_.write(best.move)));
        continue;
      }
      const Judgement& judged =
          *std::ranges::find(moves, game_.write(*move), [&](const Judgement& each) { return game_.write(each.move); });
      if (!judged.value.is_win()) {
        say(refutation_of(judged));
        continue;
      }
      if (judged.value.plies() > best.value.plies())
        say(cat(game_.write(*move), ' ', phrase_for(judged.value), "; there was a quicker way"));
      make(*move);
      return std::nullopt;
    }
  }

  void give_hint() {
    miss();
    if (hints_++ == 0)
      return say(cat("The win takes ", counted(static_cast<std::uint64_t>(puzzle_.plies), "move"),
                     ", both sides counted (hint again for more)"));
    const auto tempting = std::ranges::max_element(
        puzzle_.judged, {}, [&](const Judgement& each) { return each.value.is_win() ? -1 : each.slips; });
    if (puzzle_.judged.size() == 2) {
      const auto answer = answer_to(tempting->move);
      return say(answer ? cat("The wrong move is punished by ", game_.write(answer->move))
                        : "The wrong move loses at once");
    }
    std::vector<std::string> two;
    for (const Judgement& each : puzzle_.judged)
      if (each.value.is_win() || &each == &*tempting) two.push_back(game_.write(each.move));
    say(cat("It is ", listed(two, "or")));
  }

  int finish() {
    std::vector<std::string> line = played_;
    for (const AnyMove& move : best_line(game_, oracle_, position_)) line.push_back(game_.write(move));
    console_.print(cat("Line: ", joined(line, " "), '\n'));
    show_streak();
    return done(console_);
  }

  void show_streak() {
    if (!streak_) return;
    if (!counts_) say("Today's puzzle had been counted before");
    say(cat("Streak ", streak_->now, ", best ", streak_->best, "; solved ", streak_->solved, " of ", streak_->tried));
  }

  int leave(Leave leave) {
    switch (leave) {
      case Leave::quit:
        console_.print("The puzzle is left unsolved.\n");
        show_streak();
        return done(console_);
      case Leave::end_of_input:
        console_.flush();
        complain("The input ended before the puzzle was solved");
        return 1;
      case Leave::interrupted:
        console_.print("Interrupted; the puzzle is left unsolved.\n");
        console_.flush();
        return 128 + console_.signal();
    }
    return 1;
  }

  Console& console_;
  const AnyGame& game_;
  const Oracle& oracle_;
  const Puzzle& puzzle_;
  std::string daily_;  // the date, if it is the daily puzzle
  Pen pen_;
  AnyPosition position_ = puzzle_.position;
  std::vector<std::string> played_;
  bool lamented_ = false;  // that nothing can be kept; once is enough
  std::optional<Streak> streak_;
  bool counts_ = false;
  bool missed_ = false;
  int hints_ = 0;
};

}  // namespace

int show_puzzle(Console& console, const PuzzleOptions& options) {
  if (options.game.id.empty() && (!options.game.variant.empty() || !options.game.settings.empty()))
    return complain("Name the game whose rules are to change: duello puzzle GAME");
  const std::string date = today();
  const std::uint64_t seed = options.daily == Daily::yes ? seed_of_date(date) : options.seed;
  SolvedHere source;
  const auto found = draw_puzzle(options.game, seed, options.level, source);
  source.found();
  if (!found) {
    complain(found.error().why.why);
    return source.status_for(found.error());
  }
  const std::string day = options.daily == Daily::yes ? date : "";
  if (options.format == Format::json) {
    console.print(json_text(append_puzzle, found->chosen->game(), found->puzzle, seed, day) + "\n");
    return done(console);
  }
  const AnyGame& game = found->chosen->game();
  const std::string which = day.empty() ? cat("puzzle ", seed) : cat("puzzle of ", day);
  const std::string title =
      banner(cat(full_title(game), ": ", which, ", level ", found->puzzle.level), console.pen()) + "\n";
  return Sitting(console, *found, day).sit(title);
}

namespace {

class PuzzleCommand final : public Command {
 public:
  PuzzleCommand() : Command("puzzle", "Find the only winning move") {
    add_game(options(), given_.game.id);
    add_rule_values(options(), given_.game);
    options()
        .number({"--level", "N", "From 1, the easiest, to 5"}, given_.level, kEasiest, kHardest)
        .completed_by({"1", "2", "3", "4", "5"});
    options().flag("--daily", "The puzzle of today, the same for everybody", given_.daily, Daily::yes);
    add_seed(options(), seed_, "The number of the puzzle");
    options().not_both("--daily", "--seed");
    add_json(options(), given_.format);
  }
  int run(Console& console) override {
    given_.seed = seed_ ? *seed_ : fresh_seed() % PuzzleOptions::kFreshSeeds;
    return show_puzzle(console, given_);
  }

 private:
  PuzzleOptions given_;
  std::optional<std::uint64_t> seed_;
};

}  // namespace

std::unique_ptr<Command> puzzle_command() { return std::make_unique<PuzzleCommand>(); }

}  // namespace duello
