// Replay: steps through the games of a record on a terminal, or prints them whole.
#include <algorithm>
#include <map>

#include "cli/commands.hpp"
#include "cli/pager.hpp"
#include "cli/report.hpp"
#include "cli/shared_options.hpp"
#include "cli/solving.hpp"
#include "core/title.hpp"
#include "core/try.hpp"
#include "match/replay.hpp"
#include "store/record_file.hpp"
#include "study/move_values.hpp"

namespace duello {

namespace {

// Whether a replay tells what the moves were worth.
enum class ShowValues : std::uint8_t { no, yes };

// A record that has been checked: it can be played to its end.
struct CheckedGame {
  Record record;
  ChosenGame& chosen;
  std::unique_ptr<Referee> end;

  const AnyGame& game() const { return chosen.game(); }
  bool has_secrets() const {
    return std::ranges::any_of(record.moves, [](const RecordedMove& move) { return move.veiled; });
  }
  Names names(const Console& console) const { return names_in(record, game(), console.paper()); }
};

std::expected<CheckedGame, Complaint> checked_game(ChosenGames& games, Record record) {
  DUELLO_TRY(const auto chosen, games.of(record.game, record.rules));
  DUELLO_TRY(auto end, refereed(chosen->game(), record));
  return CheckedGame{std::move(record), *chosen, std::move(end)};
}

std::string heading(const Console& console, const CheckedGame& checked, std::size_t number, std::size_t games) {
  const Record& record = checked.record;
  std::string text = games == 1 ? "" : cat("Game ", number, " of ", games, "\n");
  text += cat(record.game, ' ', record.rules, '\n');
  const Names names = checked.names(console);
  for (const Seat seat : kSeats) {
    const std::string& who = record.players[seat];
    text += cat(names.pen(false).names[seat], who.empty() || who == names.player(seat) ? "" : cat(", ", legible(who)),
                seat == Seat::one ? "; " : "");
  }
  return cat(text, record.date.empty() ? "" : cat("; ", record.date), '\n');
}

// What the moves of the games were worth, found out when it is asked for.
class Values {
 public:
  bool knows(const CheckedGame& checked) const { return found_.contains(&checked); }
  // Of one of the games; on first use it may have to be solved.
  const std::expected<std::vector<MoveValue>, Complaint>& of(const CheckedGame& checked) {
    const auto [place, is_new] = found_.try_emplace(&checked);
    if (is_new) place->second = find(checked);
    return place->second;
  }

 private:
  static std::expected<std::vector<MoveValue>, Complaint> find(const CheckedGame& checked) {
    const auto knowledge = solved(checked.chosen);
    if (!knowledge) return std::unexpected(knowledge.error().why);
    return values_in(checked.game(), checked.record, *knowledge);
  }

  std::map<const CheckedGame*, std::expected<std::vector<MoveValue>, Complaint>> found_;
};

void print_whole(Console& console, const CheckedGame& checked, const std::vector<MoveValue>& values) {
  const Record& record = checked.record;
  Dialogue dialogue([&](std::string_view text) { console.print(text); }, checked.names(console), std::nullopt, {});
  if (!checked.has_secrets()) dialogue.keep_no_secrets();
  const auto referee = refereed(checked.game(), record, 0);
  dialogue.started(**referee);
  for (std::size_t i = 0; i < record.moves.size(); ++i) {
    const bool is_last = i + 1 == record.moves.size();
    if (!play_recorded(**referee, record.moves[i], i + 1)) return;
    record.moves[i].text == kSwapMove ? dialogue.swapped(**referee) : dialogue.moved(**referee);
    if (!record.moves[i].comment.empty())
      console.print(wrapped(cat("{", record.moves[i].comment, "}"), console.width()));
    for (const MoveValue& value : values)
      if (value.since == i + 1) console.print(cat("(", value.sign, value.sign.empty() ? "" : " ", value.why, ")\n"));
    if (is_last) break;
  }
  if (checked.end->result())
    dialogue.ended(*checked.end);
  else
    console.print("\nThe game is unfinished.\n");
}

// Forward and back with the keys.
class Viewer {
 public:
  Viewer(Console& console, const std::vector<CheckedGame>& games, ShowValues show_values)
      : console_(console), games_(games), show_values_(show_values) {}

  int run() {
    while (true) {
      find_values();
      console_.show_page(window());
      const auto key = console_.read_key();
      if (!key) {
        console_.close_page();
        return key.error() == NoLine::interrupted ? 128 + console_.signal() : done(console_);
      }
      if (is_quit(*key)) break;
      obey(*key);
    }
    console_.close_page();
    return done(console_);
  }

 private:
  static bool is_quit(const Key& key) { return key.is('q') || key.is('Q') || key.is(kEscape); }

  // To solve a game takes time, which is shown where the page does not hide it.
  void find_values() {
    if (show_values_ == ShowValues::no || values_.knows(games_[game_])) return;
    console_.close_page();
    values_.of(games_[game_]);
  }

  void obey(const Key& key) {
    using Name = Key::Name;
    const std::size_t last = games_[game_].record.moves.size();
    const char letter = key.name == Name::character ? key.text[0] : '\0';
    if (scroll_.is_tall() && (key.name == Name::down || key.name == Name::up))
      scroll_.scrolled(key);
    else if (letter == 'v' || letter == 'V')
      show_values_ = show_values_ == ShowValues::no ? ShowValues::yes : ShowValues::no;
    else if (key.name == Name::right || key.name == Name::down || letter == ' ' || letter == 'l' || letter == '\n')
      move_ = std::min(move_ + 1, last);
    else if (key.name == Name::left || key.name == Name::up || letter == 'h')
      move_ -= move_ == 0 ? 0 : 1;
    else if (key.name == Name::home)
      move_ = 0;
    else if (key.name == Name::end)
      move_ = last;
    else if ((key.name == Name::page_down || letter == 'n') && game_ + 1 < games_.size())
      ++game_, move_ = 0, scroll_ = {};
    else if ((key.name == Name::page_up || letter == 'p') && game_ != 0)
      --game_, move_ = 0, scroll_ = {};
  }

  std::string page() {
    const CheckedGame& checked = games_[game_];
    const Record& record = checked.record;
    const AnyGame& game = checked.game();
    const auto referee = refereed(game, record, move_);
    const Pen pen = checked.names(console_).pen((*referee)->swapped());
    const bool is_end = move_ == record.moves.size();
    std::optional<Seat> audience;
    if (move_ != 0 && !checked.has_secrets()) audience = (*referee)->last_mover();
    std::string text = cat(banner(full_title(game), pen), '\n', heading(console_, checked, game_ + 1, games_.size()),
                           '\n', line_of_moves(record), '\n');
    if (move_ != 0) text += cat(last_move(record.moves[move_ - 1], **referee, pen), "\n");
    text += cat(values_told(), move_ == 0 ? "" : "\n");
    // What the last move of a round brought to light is nowhere else to be seen.
    if (move_ != 0 && ((*referee)->begins_new_round() || (*referee)->result()))
      text += without_first_blanks((*referee)->last_report(audience, pen));
    else
      text += checked.has_secrets() ? game.board((*referee)->view(std::nullopt), pen) : (*referee)->laid_open(pen);
    if (move_ != 0 && !record.moves[move_ - 1].comment.empty())
      text += wrapped(cat("{", record.moves[move_ - 1].comment, "}"), console_.width());
    if (is_end) text += checked.end->result() ? cat('\n', checked.end->closing(pen)) : "\nThe game is unfinished.\n";
    return text;
  }

  std::string keys() const {
    return wrapped(cat("Left and right step; Home and End jump; ", scroll_.is_tall() ? "up and down scroll; " : "",
                       games_.size() > 1 ? "n and p change the game; " : "", "v shows values; q quits."),
                   console_.width());
  }

  // The page, or as much of it as the terminal shows above the keys.
  std::string window() {
    const std::string text = page();
    std::string shown;
    // Whether there is something to scroll decides how many keys are named below.
    for (int pass = 0; pass < 2; ++pass) {
      const std::size_t below = lines_of(keys()).size() + 1;
      shown = scroll_.shown(text, std::max(console_.page_height(), below + 1) - below, console_.width());
    }
    return cat(shown, '\n', keys());
  }

  // What may be told of the moves so far; nothing if it is not wanted.
  std::vector<MoveValue> told() {
    std::vector<MoveValue> values;
    if (show_values_ == ShowValues::no) return values;
    const auto& found = values_.of(games_[game_]);
    if (found)
      std::ranges::copy_if(*found, std::back_inserter(values),
                           [&](const MoveValue& each) { return each.since <= move_; });
    return values;
  }

  // Why the last move was worth what it was; or why nobody knows.
  std::string values_told() {
    if (show_values_ == ShowValues::no) return {};
    if (const auto& found = values_.of(games_[game_]); !found)
      return wrapped(cat("There are no values: ", found.error().why, '.'), console_.width());
    std::string text;
    for (const MoveValue& value : told())
      if (value.since == move_) text += wrapped(cat("(", value.why, ")"), console_.width());
    return text;
  }

  static std::string without_first_blanks(std::string text) {
    text.erase(0, std::min(text.find_first_not_of('\n'), text.size()));
    return text;
  }

  static std::string last_move(const RecordedMove& move, const Referee& referee, const Pen& pen) {
    if (move.text == kSwapMove) return "The players change seats.";
    return cat(pen.names[referee.last_mover()], ": ", move.veiled ? kHiddenLine : std::string_view(move.text));
  }

  // All moves, the last one that was played in brackets.
  std::string line_of_moves(const Record& record) {
    std::vector<std::string> words;
    const std::vector<MoveValue> values = told();
    for (std::size_t i = 0; i < record.moves.size(); ++i) {
      std::string move = record.moves[i].veiled ? std::string(kHiddenLine) : record.moves[i].text;
      if (const auto value = std::ranges::find(values, i + 1, &MoveValue::number); value != values.end())
        move += cat(value->sign, " (", value->phrase, ")");
      words.push_back(i + 1 == move_ ? cat('[', move, ']') : move);
    }
    words.emplace_back(record.result());
    return wrapped(words, console_.width());
  }

  Console& console_;
  const std::vector<CheckedGame>& games_;
  std::size_t game_ = 0;
  std::size_t move_ = 0;
  ShowValues show_values_;
  Values values_;
  ScrollWindow scroll_;
};

int replay(Console& console, const std::string& what, ShowValues show_values) {
  auto store = GameStore::of_user();
  auto records = store ? store->records(what) : load_records(what);
  if (!records) return complain(records.error().why);
  ChosenGames chosen;
  std::vector<CheckedGame> games;
  for (Record& record : *records) {
    auto checked = checked_game(chosen, std::move(record));
    if (!checked) return complain(cat(shown_name(what), ": ", checked.error().why));
    games.push_back(*std::move(checked));
  }
  if (console.has_pages()) return Viewer(console, games, show_values).run();
  Values values;
  for (std::size_t i = 0; i < games.size(); ++i) {
    console.print(cat(i == 0 ? "" : "\n", heading(console, games[i], i + 1, games.size())));
    if (show_values == ShowValues::no) {
      print_whole(console, games[i], {});
      continue;
    }
    const auto& found = values.of(games[i]);
    if (!found) return fail({cat(shown_name(what), ": ", found.error().why)});
    print_whole(console, games[i], *found);
  }
  return done(console);
}

class ReplayCommand final : public Command {
 public:
  ReplayCommand() : Command("replay", "Step through the games of a record") {
    add_records(options(), what_);
    options().flag("--values", "Tell what every move was worth", show_values_, ShowValues::yes);
  }
  int run(Console& console) override { return replay(console, what_, show_values_); }

 private:
  std::string what_;
  ShowValues show_values_ = ShowValues::no;
};

}  // namespace

std::unique_ptr<Command> replay_command() { return std::make_unique<ReplayCommand>(); }

}  // namespace duello
