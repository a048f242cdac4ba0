// Play: seats the players, plays a game or a series of them, keeps the record, and says how it ended.
#include <algorithm>
#include <chrono>
#include <csignal>
#include <memory>

#include "cli/commands.hpp"
#include "cli/dialogue.hpp"
#include "cli/interruption.hpp"
#include "cli/person.hpp"
#include "core/random.hpp"
#include "match/replay.hpp"
#include "match/seeds.hpp"
#include "match/series.hpp"
#include "players/engine_pool.hpp"
#include "players/roster.hpp"
#include "store/calendar.hpp"
#include "store/folders.hpp"
#include "store/game_store.hpp"
#include "store/recorder.hpp"

namespace duello {

namespace {

constexpr std::string_view kStartTag = "Start";        // "random" where every game of a series begins with a toss
constexpr std::string_view kMovetimeTag = "Movetime";  // milliseconds for each move of an engine, if not 1000
constexpr std::string_view kRandomStart = "random";

class Seating final : public Supplies {
 public:
  Seating(Console& console, ChosenGame& chosen, Random hints, std::chrono::milliseconds movetime)
      : console_(console),
        chosen_(chosen),
        hints_(hints),
        engines_({.move = movetime}, [this] { return signal() != 0; }) {}
  std::expected<std::unique_ptr<Player>, Complaint> person() override {
    return std::make_unique<Person>(console_, [this] { return knowledge_for_hints(); }, hints_);
  }
  std::expected<Knowledge, Complaint> knowledge() override { return chosen_.knowledge(); }
  // One that cannot play this game is not seated. From here on an interruption must not keep engines from being
  // stopped.
  std::expected<std::shared_ptr<Engine>, Complaint> engine(const std::string& command) override {
    if (!interruption_) interruption_.emplace();
    return engines_.engine(command, chosen_.game());
  }
  // What has interrupted an engine; 0 if nothing has.
  int signal() const { return interruption_ ? interruption_->signal() : 0; }

 private:
  // Ctrl-C stops the solve and no more. What would have ended the program ends it.
  std::expected<Knowledge, Complaint> knowledge_for_hints() {
    auto found = chosen_.knowledge();
    if (chosen_.was_stopped() && chosen_.stopped_by() != SIGINT) {
      console_.close_page();
      std::raise(chosen_.stopped_by());
    }
    return found;
  }

  Console& console_;
  ChosenGame& chosen_;
  Random hints_;
  std::optional<Interruption> interruption_;
  EnginePool engines_;
};

class Session {
 public:
  static constexpr int kLongestName = 30;

  Session(Console& console, const PlayOptions& options, ChosenGame& chosen)
      : console_(console),
        options_(options),
        chosen_(chosen),
        game_(chosen.game()),
        seeds_(options.seed),
        seating_(console, chosen, Random(seeds_.after(0).hints), std::chrono::milliseconds(options.movetime)),
        series_(options.best_of) {}

  // From where the records leave off, in the file they come from.
  std::expected<void, Complaint> take_up(RecordFile file, const std::vector<Record>& records) {
    const auto series = Series::told_by(records);
    if (!series) return std::unexpected(series.error());
    file_.emplace(std::move(file));
    is_resumed_ = true;
    series_ = *series;
    if (records.back().winner) {
      file_->begin_next();
      return {};
    }
    auto referee = refereed(game_, records.back());
    if (!referee) return std::unexpected(referee.error());
    referee_ = *std::move(referee);
    head_ = records.back();
    return {};
  }

  // The players of the next game, each with random numbers of its own.
  std::expected<void, Complaint> seat_players() {
    const GameSeeds spent = seeds_of_game().after(referee_ ? referee_->played() : 0);
    players_ = {};  // whoever sat there may be seated again
    for (const Seat seat : kSeats) {
      const std::size_t i = series_.player_at(seat);
      auto player = make_player(options_.who[i], Random(spent.players[seat]), seating_);
      if (!player) return complaint("--p", i + 1, ": ", player.error().why);
      players_[seat] = *std::move(player);
      // An engine may have a name of its own.
      programs_[i] = players_[seat]->is_person() ? "" : players_[seat]->name();
      if (programs_[i].empty() && !players_[seat]->is_person()) programs_[i] = printable(options_.who[i], kLongestName);
    }
    return {};
  }

  bool wants_rematch() const { return wants_rematch_; }

  // The signal that kept an engine from being seated; 0 if none did.
  int signal() const { return seating_.signal(); }
  // The exit status where players could not be seated again.
  int not_seated(const Complaint& why) const { return signal() != 0 ? 128 + signal() : fail(chosen_, why); }

  void open_record() {
    if (file_ || options_.keeping == Keeping::no) return;
    auto file = new_file();
    if (file)
      file_.emplace(*std::move(file));
    else
      warn(file.error());
  }

  int run() {
    while (!series_.is_over()) {
      if (series_.played() != 0 && !is_resumed_) console_.print("\n");
      if (series_.best_of() > 1) console_.print(heading());
      if (const auto leave = play_one()) return say_goodbye(*leave);
      if (series_.best_of() > 1) console_.print(score());
      if (const int status = offer_more(); status != 0) return status;
      if (series_.is_over()) break;
      if (const auto seated = seat_players(); !seated) return not_seated(seated.error());
    }
    return done(console_);
  }

 private:
  std::optional<Leave> play_one() {
    const PerSeat<bool> is_person{{players_[Seat::one]->is_person(), players_[Seat::two]->is_person()}};
    const Names names = this->names();
    const bool two_people = is_person[Seat::one] && is_person[Seat::two];
    for (const Seat seat : kSeats)
      if (auto* const person = dynamic_cast<Person*>(players_[seat].get())) person->sit_down(names, two_people);

    if (!referee_) {
      const Seat tossed = Random(seeds_of_game().after(0).first).below(2) == 0 ? Seat::one : Seat::two;
      referee_ = std::make_unique<Referee>(game_, Conditions{.first = options_.first.value_or(tossed),
                                                             .round_limit = options_.rounds,
                                                             .seed = seed_of_game(),
                                                             .swap = options_.swapping == Swapping::yes});
    }
    // Where one person plays, that person's secrets are kept from nobody.
    std::optional<Seat> audience;
    if (is_person[Seat::one] != is_person[Seat::two])
      audience = is_person[Seat::one] != referee_->swapped() ? Seat::one : Seat::two;
    Dialogue dialogue([this](std::string_view text) { console_.print(text); }, names, audience, is_person);
    last_ = head();
    std::vector<Listener*> listeners;
    std::optional<Recorder> recorder;
    if (file_) {
      recorder.emplace(*file_, last_, [this](const Complaint& why) { warn(why); });
      listeners.push_back(&*recorder);
    }
    listeners.push_back(&dialogue);
    Listeners all(listeners);
    if (const auto leave = conduct(*referee_, {{players_[Seat::one].get(), players_[Seat::two].get()}}, all))
      return leave;
    bring_up_to_date(last_, *referee_);
    const Seat winner = referee_->result()->winner;
    series_.won_by(referee_->swapped() ? other(winner) : winner);
    if (file_) file_->begin_next();
    referee_.reset();
    is_resumed_ = false;
    return std::nullopt;
  }

  // One key away for whoever has just played: a review, and after the last game a rematch. The exit status, if it is
  // time to leave.
  int offer_more() {
    const bool anybody = players_[Seat::one]->is_person() || players_[Seat::two]->is_person();
    if (!console_.is_terminal() || !anybody || last_.moves.empty()) return 0;
    const bool over = series_.is_over();
    while (true) {
      const auto key =
          console_.choose_key(cat("Press r to review the game, ", over ? "a to play again, " : "", "Enter to go on: "),
                              over ? "raq" : "rq");
      if (!key) return key.error() == NoLine::interrupted ? 128 + console_.signal() : 0;
      wants_rematch_ = *key == 'a';
      if (*key != 'r') return 0;
      console_.print("\n");
      if (const int status = review_game(console_, chosen_, last_); status != 0) return status;
      console_.print("\n");
    }
  }

  // One game has the seed that was given; in a series the end of one game must not tell the seed of the next.
  std::uint64_t seed_of_game() const {
    if (referee_) return referee_->conditions().seed;
    return series_.best_of() == 1 ? options_.seed : seeds_.game(static_cast<std::uint64_t>(series_.played()));
  }
  Seeds seeds_of_game() const {
    const std::uint64_t seed = seed_of_game();
    return seed == options_.seed ? seeds_ : Seeds(seed);
  }

  Record head() {
    if (head_) return *std::exchange(head_, std::nullopt);
    Record record = record_of(game_, referee_->conditions());
    record.date = today();
    for (const Seat seat : kSeats) {
      const std::size_t i = series_.player_at(seat);
      record.players[seat] = options_.who[i];
      if (!options_.names[i].empty()) record.set(kNameTags[index(seat)], options_.names[i]);
    }
    if (series_.best_of() > 1) record.set(kSeriesTag, series_.tag());
    if (series_.best_of() > 1) record.set(kSeriesSeedTag, cat(options_.seed));
    if (series_.best_of() > 1 && !options_.first) record.set(kStartTag, kRandomStart);
    if (options_.movetime != PlayOptions{}.movetime) record.set(kMovetimeTag, cat(options_.movetime));
    return record;
  }

  std::expected<RecordFile, Complaint> new_file() const {
    const Readers readers = game_.facts().hidden ? Readers::owner : Readers::anybody;
    const bool any_person = options_.who[0] == kHuman || options_.who[1] == kHuman;
    const Durability durability = any_person ? Durability::machine : Durability::process;
    if (!options_.record.empty()) return RecordFile::open(options_.record, readers, durability);
    const auto store = GameStore::of_user();
    if (!store) return std::unexpected(store.error());
    return RecordFile::create(store->new_stem(), readers, durability);
  }

  void warn(const Complaint& why) {
    console_.flush();
    complain(cat("The game is not recorded, but can be played on: ", why.why));
  }

  // As the players sit in the next game.
  Names names() const {
    const bool may_change = series_.best_of() > 1 || options_.swapping == Swapping::yes;
    PerSeat<Known> known;
    for (const Seat seat : kSeats) {
      const std::size_t i = series_.player_at(seat);
      known[seat] = {options_.names[i], programs_[i], may_change ? static_cast<int>(i) + 1 : 0};
    }
    return {console_, game_.facts(), known};
  }

  std::string name(std::size_t player) const {
    return names().player(series_.player_at(Seat::one) == player ? Seat::one : Seat::two);
  }

  std::string wins() const { return cat(name(0), ' ', series_.wins(0), ", ", name(1), ' ', series_.wins(1)); }

  std::string heading() const {
    const std::string game = cat("Game ", series_.played() + 1, " of at most ", series_.best_of(), '\n');
    return is_resumed_ && series_.played() != 0 ? cat(game, "Score: ", wins(), "\n\n") : game;
  }

  std::string score() const {
    if (!series_.is_over()) return cat("\nScore: ", wins(), '\n');
    const auto winner = series_.leader();
    if (!winner) return cat("\nThe series is level: ", wins(), '\n');
    return cat("\nFinal score: ", wins(), '\n', name(*winner), " wins the series!\n");
  }

  int say_goodbye(Leave leave) {
    const bool kept = file_ && (referee_->played() != 0 || series_.played() != 0);
    const std::string file = kept && !is_among_own(file_->path()) ? cat(' ', shown_name(file_->path())) : "";
    const std::string unfinished =
        cat("the game is left unfinished", kept ? cat("; duello resume", file, " goes on with it") : "");
    switch (leave) {
      case Leave::quit:
        console_.print(cat('T', std::string_view(unfinished).substr(1), ".\n"));
        return done(console_);
      case Leave::end_of_input:
        console_.flush();
        complain(cat("The input ended before the game did; ", unfinished));
        return 1;
      case Leave::interrupted:
        console_.print(cat("Interrupted; ", unfinished, ".\n"));
        console_.flush();
        return 128 + (seating_.signal() != 0 ? seating_.signal() : console_.signal());
    }
    return 1;
  }

  Console& console_;
  const PlayOptions& options_;
  ChosenGame& chosen_;
  const AnyGame& game_;
  Seeds seeds_;
  Seating seating_;
  Series series_;
  PerSeat<std::unique_ptr<Player>> players_;
  std::array<std::string, 2> programs_;  // what each player is, if it is a program
  std::unique_ptr<Referee> referee_;
  std::optional<RecordFile> file_;
  std::optional<Record> head_;  // of the game that is resumed
  Record last_;                 // the game that is played, or has just been
  bool is_resumed_ = false;
  bool wants_rematch_ = false;
};

// What was chosen when the game began, as far as it matters for going on.
std::expected<PlayOptions, Complaint> options_of(const std::vector<Record>& records) {
  const Record& last = records.back();
  const auto conditions = conditions_of(last);
  if (!conditions) return std::unexpected(conditions.error());
  const auto series = Series::told_by(records);
  if (!series) return std::unexpected(series.error());
  PlayOptions options;
  options.game.id = last.game;
  options.game.settings = words_of(last.rules);
  // The players are counted as they sat in the first game of the series.
  const int changes = series->played() - (last.winner ? 1 : 0);
  for (const Seat seat : kSeats) {
    const std::size_t i = (index(seat) + static_cast<std::size_t>(changes)) % 2;
    options.who[i] = last.players[seat];
    options.names[i] = last.name(seat);
  }
  if (last.tag(kStartTag) == kRandomStart)
    options.first.reset();
  else
    options.first = last.first;
  options.best_of = series->best_of();
  const auto movetime = whole_number(last.tag(kMovetimeTag));
  if (movetime && *movetime >= 1 && *movetime <= PlayOptions::kLongestMove) options.movetime = *movetime;
  options.rounds = conditions->round_limit;
  options.seed = number_in<std::uint64_t>(last.tag(kSeriesSeedTag)).value_or(conditions->seed);
  options.swapping = conditions->swap ? Swapping::yes : Swapping::no;
  return options;
}

// Every character of it, so that nothing of a long command is out of sight or hides at the end of a line.
std::string in_lines(std::string_view text, std::size_t width) {
  constexpr std::string_view kIndent = "    ";
  const std::size_t room = std::max<std::size_t>(width, kIndent.size() + 2) - kIndent.size() - 1;
  std::string lines(kIndent);
  std::size_t used = 0;
  for (const char c : text) {
    if (columns({&c, 1}) != 0 && used++ == room) {
      lines += cat('\n', kIndent);
      used = 1;
    }
    lines += c;
  }
  return lines + "\n";
}

// A record may come from anybody, and an engine is a command that is run.
bool may_run_engines(Console& console, const PlayOptions& options, const std::string& path) {
  if (is_among_own(path)) return true;
  for (const std::string& who : options.who) {
    if (!who.starts_with(kEnginePrefix)) continue;
    const std::string command = spelled_out(std::string_view(who).substr(kEnginePrefix.size()));
    console.print(cat("This record wants to run the command\n\n", in_lines(command, console.width()), '\n'));
    const auto line = console.read_line("Type yes to allow it: ", Privacy::open);
    if (!line || lowered(trimmed(*line)) != "yes") return false;
  }
  return true;
}

struct Played {
  int status;
  bool wants_rematch;
};

// A game or a series that is new.
Played play_new(Console& console, const PlayOptions& options, ChosenGame& chosen) {
  Session session(console, options, chosen);
  if (const auto seated = session.seat_players(); !seated) {
    if (session.signal() != 0) return {128 + session.signal(), false};
    return {chosen.was_stopped() ? fail(chosen, seated.error()) : complain(seated.error().why), false};
  }
  session.open_record();
  const int status = session.run();
  return {status, status == 0 && session.wants_rematch()};
}

// As after every game of a series, the players change seats.
int play_again(Console& console, PlayOptions options, ChosenGame& chosen) {
  while (true) {
    console.print("\nA rematch: the players change seats.\n\n");
    std::swap(options.who[0], options.who[1]);
    std::swap(options.names[0], options.names[1]);
    // The record of the game before shows its seed, which must not tell the next one.
    options.seed = fresh_seed();
    if (const Played played = play_new(console, options, chosen); !played.wants_rematch) return played.status;
  }
}

}  // namespace

std::string objection_to_names(const std::array<std::string, 2>& names, const std::array<std::string, 2>& called) {
  constexpr std::size_t kLongest = 30;
  for (std::size_t i = 0; i < names.size(); ++i)
    if (!names[i].empty() && (columns(names[i]) > kLongest || !is_name(names[i])))
      return cat(called[i], " must be at most ", kLongest, " printable characters without blanks at the ends, not ",
                 in_quotes(names[i]));
  if (!names[0].empty() && names[0] == names[1]) return "The two players need different names";
  return {};
}

int play(Console& console, const PlayOptions& options) {
  auto chosen = ChosenGame::from(options.game);
  if (!chosen) return complain(chosen.error().why);
  const Facts& facts = chosen->facts();
  if (facts.one_starts && options.first != Seat::one) return complain(one_starts(facts));
  if (facts.hidden && options.swapping == Swapping::yes) return complain(no_swap(facts));
  if (const std::string objection = objection_to_names(options.names, {"--name1", "--name2"}); !objection.empty())
    return complain(objection);
  const Played played = play_new(console, options, *chosen);
  return played.wants_rematch ? play_again(console, options, *chosen) : played.status;
}

int resume_game(Console& console, const std::string& path) {
  // Whoever holds the file plays the game, so nobody changes it between reading and going on.
  auto file = RecordFile::reopen(path, Readers::owner, Durability::machine);
  if (!file) return fail(file.error());
  const auto records = load_records(path);
  if (!records) return fail(records.error());
  if (!can_be_resumed(*records)) return complain(cat("The game in ", path_in_quotes(path), " is over"));
  const auto options = options_of(*records);
  auto chosen = options ? ChosenGame::from(options->game) : std::unexpected(options.error());
  if (!chosen) return fail({cat(shown_name(path), ": ", chosen.error().why)});
  if (!may_run_engines(console, *options, path)) return complain("The game is not resumed, as its engine may not run");
  Session session(console, *options, *chosen);
  if (const auto let = file->let_read(chosen->facts().hidden ? Readers::owner : Readers::anybody); !let)
    return fail(let.error());
  if (const auto taken = session.take_up(*std::move(file), *records); !taken)
    return fail({cat(shown_name(path), ": ", taken.error().why)});
  if (const auto seated = session.seat_players(); !seated) return session.not_seated(seated.error());
  const int status = session.run();
  return status == 0 && session.wants_rematch() ? play_again(console, *options, *chosen) : status;
}

}  // namespace duello
