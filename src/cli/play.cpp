// Play: seats the players, plays a game or a series of them, keeps the record, and says how it ended.
#include <chrono>
#include <memory>

#include "cli/commands.hpp"
#include "cli/dialogue.hpp"
#include "cli/interruption.hpp"
#include "cli/person.hpp"
#include "core/random.hpp"
#include "match/replay.hpp"
#include "match/series.hpp"
#include "players/engine_pool.hpp"
#include "players/roster.hpp"
#include "store/calendar.hpp"
#include "store/files.hpp"
#include "store/game_store.hpp"
#include "store/recorder.hpp"

namespace duello {

namespace {

// What the seed of a game is spent on, one stream each. Each game of a series has the next seed, and a game that is
// resumed has streams of its own for every move.
enum Stream : std::uint64_t { kPlayer1, kPlayer2, kFirst, kHints, kStreams };

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
    return std::make_unique<Person>(console_, [this] { return chosen_.knowledge(); }, hints_);
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
  Console& console_;
  ChosenGame& chosen_;
  Random hints_;
  std::optional<Interruption> interruption_;
  EnginePool engines_;
};

class Session {
 public:
  Session(Console& console, const PlayOptions& options, ChosenGame& chosen)
      : console_(console),
        options_(options),
        chosen_(chosen),
        game_(chosen.game()),
        seating_(console, chosen, Random(options.seed, kHints), std::chrono::milliseconds(options.movetime)),
        series_(options.best_of) {}

  // From where the records leave off, in the file they come from.
  std::expected<void, Complaint> take_up(RecordFile file, const std::vector<Record>& records) {
    const auto series = Series::told_by(records);
    if (!series) return std::unexpected(series.error());
    file_.emplace(std::move(file));
    is_resumed_ = true;
    series_ = *series;
    seed_ = options_.seed;
    if (records.back().winner) {
      file_->begin_next();
      ++seed_;
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
    const std::uint64_t moves = referee_ ? referee_->played() : 0;
    players_ = {};  // whoever sat there may be seated again
    for (const Seat seat : kSeats) {
      const std::size_t i = series_.player_at(seat);
      const Random random(seed_, (i == 0 ? kPlayer1 : kPlayer2) + kStreams * moves);
      auto player = make_player(options_.who[i], random, seating_);
      if (!player) return complaint("--p", i + 1, ": ", player.error().why);
      players_[seat] = *std::move(player);
    }
    return {};
  }

  bool wants_rematch() const { return wants_rematch_; }

  // The signal that kept an engine from being seated; 0 if none did.
  int signal() const { return seating_.signal(); }

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
      if (const auto seated = seat_players(); !seated) return fail(chosen_, seated.error());
    }
    return done(console_);
  }

 private:
  std::optional<Leave> play_one() {
    const PerSeat<bool> is_person{{players_[Seat::one]->is_person(), players_[Seat::two]->is_person()}};
    Names names{.ink = console_.ink(), .facts = game_.facts(), .players = {}};
    for (const Seat seat : kSeats) names.players[seat] = name(series_.player_at(seat));
    const bool two_people = is_person[Seat::one] && is_person[Seat::two];
    for (const Seat seat : kSeats)
      if (auto* const person = dynamic_cast<Person*>(players_[seat].get())) person->sit_down(names, two_people);

    if (!referee_) {
      const Seat tossed = Random(seed_, kFirst).below(2) == 0 ? Seat::one : Seat::two;
      referee_ = std::make_unique<Referee>(game_, Conditions{.first = options_.first.value_or(tossed),
                                                             .round_limit = options_.rounds,
                                                             .seed = seed_,
                                                             .swap = options_.swapping == Swapping::yes});
    }
    // A terminal with one person at it keeps that person's secrets from nobody.
    std::optional<Seat> audience;
    if (console_.is_terminal() && is_person[Seat::one] != is_person[Seat::two])
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
    ++seed_;
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

  // Where the players may change seats, the seats' names will not do.
  std::string name(std::size_t player) const {
    const bool may_change = series_.best_of() > 1 || options_.swapping == Swapping::yes;
    if (!options_.names[player].empty() || !may_change) return options_.names[player];
    return cat("Player ", player + 1);
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
    const std::string file = kept && !is_among_own(file_->path()) ? cat(' ', printable(file_->path(), 200)) : "";
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
  Seating seating_;
  Series series_;
  std::uint64_t seed_ = options_.seed;
  PerSeat<std::unique_ptr<Player>> players_;
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
    options.names[i] = last.tag(kNameTags[index(seat)]);
  }
  if (last.tag(kStartTag) == kRandomStart)
    options.first.reset();
  else
    options.first = last.first;
  options.best_of = series->best_of();
  const auto movetime = whole_number(last.tag(kMovetimeTag));
  if (movetime && *movetime >= 1 && *movetime <= PlayOptions::kLongestMove) options.movetime = *movetime;
  options.rounds = conditions->round_limit;
  options.seed = conditions->seed;
  options.swapping = conditions->swap ? Swapping::yes : Swapping::no;
  return options;
}

// A record may come from anybody, and an engine is a command that is run.
bool may_run_engines(Console& console, const PlayOptions& options, const std::string& path) {
  if (is_among_own(path)) return true;
  for (const std::string& who : options.who) {
    if (!who.starts_with(kEnginePrefix)) continue;
    const std::string command = printable(std::string_view(who).substr(kEnginePrefix.size()), 200);
    const auto line = console.read_line(
        cat("This record wants to run the command '", command, "'. Type yes to allow it: "), Privacy::open);
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
    options.seed += static_cast<std::uint64_t>(options.best_of);
    if (const Played played = play_new(console, options, chosen); !played.wants_rematch) return played.status;
  }
}

}  // namespace

std::string objection_to_names(const std::array<std::string, 2>& names, const std::array<std::string, 2>& called) {
  constexpr std::size_t kLongest = 30;
  for (std::size_t i = 0; i < names.size(); ++i)
    if (columns(names[i]) > kLongest || !is_printable(names[i]) || trimmed(names[i]) != names[i])
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
  if (!can_be_resumed(*records)) return complain(cat("The game in ", in_quotes(path), " is over"));
  const auto options = options_of(*records);
  auto chosen = options ? ChosenGame::from(options->game) : std::unexpected(options.error());
  if (!chosen) return fail({cat(shown_name(path), ": ", chosen.error().why)});
  if (!may_run_engines(console, *options, path)) return complain("The game is not resumed, as its engine may not run");
  Session session(console, *options, *chosen);
  file->let_read(chosen->facts().hidden ? Readers::owner : Readers::anybody);
  if (const auto taken = session.take_up(*std::move(file), *records); !taken)
    return fail({cat(shown_name(path), ": ", taken.error().why)});
  if (const auto seated = session.seat_players(); !seated) return fail(*chosen, seated.error());
  const int status = session.run();
  return status == 0 && session.wants_rematch() ? play_again(console, *options, *chosen) : status;
}

}  // namespace duello
