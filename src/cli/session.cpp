#include "cli/session.hpp"

#include <algorithm>
#include <csignal>

#include "cli/person.hpp"
#include "cli/solving.hpp"
#include "match/conduct.hpp"
#include "match/replay.hpp"
#include "store/calendar.hpp"
#include "store/folders.hpp"
#include "store/game_store.hpp"
#include "store/recorder.hpp"

namespace duello {

std::expected<std::unique_ptr<Player>, Complaint> Seating::person() {
  return std::make_unique<Person>(console_, [this] { return knowledge_for_hints(); }, hints_);
}

std::expected<Knowledge, Complaint> Seating::knowledge() {
  auto found = solved(chosen_);
  stopped_by_ = found ? 0 : found.error().signal;
  if (!found) return std::unexpected(found.error().why);
  return *std::move(found);
}

std::expected<Knowledge, Complaint> Seating::knowledge_for_hints() {
  auto found = solved(chosen_);
  if (found) return *std::move(found);
  const auto& [why, signal] = found.error();
  if (signal != 0 && signal != SIGINT) {
    console_.close_page();
    std::raise(signal);
  }
  return std::unexpected(why);
}

std::expected<void, Complaint> Session::take_up(RecordFile file, const std::vector<Record>& records) {
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
  duel_.emplace(**std::move(referee), terms());
  head_ = records.back();
  return {};
}

std::expected<void, Complaint> Session::seat_players() {
  const GameSeeds spent = seeds_of_game().after(duel_ ? duel_->referee().played() : 0);
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

void Session::open_record() {
  if (file_ || options_.keeping == Keeping::no) return;
  auto file = new_file();
  if (file)
    file_.emplace(*std::move(file));
  else
    warn(file.error());
}

int Session::run() {
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

std::optional<Leave> Session::play_one() {
  const PerSeat<bool> is_person{{players_[Seat::one]->is_person(), players_[Seat::two]->is_person()}};
  const Names names = this->names();
  const bool two_people = is_person[Seat::one] && is_person[Seat::two];
  for (const Seat seat : kSeats)
    if (auto* const person = dynamic_cast<Person*>(players_[seat].get())) person->sit_down(names, two_people);

  if (!duel_) {
    const Seat tossed = Random(seeds_of_game().after(0).first).below(2) == 0 ? Seat::one : Seat::two;
    const Conditions conditions{.first = options_.first.value_or(tossed),
                                .round_limit = options_.rounds,
                                .seed = seed_of_game(),
                                .swap = options_.swapping == Swapping::yes};
    duel_.emplace(Referee(game_, conditions), terms());
  }
  const Referee& referee = duel_->referee();
  // Where one person plays, that person's secrets are kept from nobody.
  std::optional<Seat> audience;
  if (is_person[Seat::one] != is_person[Seat::two])
    audience = referee.began(is_person[Seat::one] ? Seat::one : Seat::two);
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
  if (const auto leave = conduct(*duel_, {{players_[Seat::one].get(), players_[Seat::two].get()}}, all)) return leave;
  bring_up_to_date(last_, referee);
  series_.won_by(referee.began(referee.result()->winner));
  if (file_) file_->begin_next();
  duel_.reset();
  is_resumed_ = false;
  return std::nullopt;
}

int Session::offer_more() {
  const bool anybody = players_[Seat::one]->is_person() || players_[Seat::two]->is_person();
  if (!console_.is_terminal() || !anybody || last_.moves.empty()) return 0;
  const bool over = series_.is_over();
  while (true) {
    const auto key = console_.choose_key(
        cat("Press r to review the game, ", over ? "a to play again, " : "", "Enter to go on: "), over ? "raq" : "rq");
    if (!key) return key.error() == NoLine::interrupted ? 128 + console_.signal() : 0;
    wants_rematch_ = *key == 'a';
    if (*key != 'r') return 0;
    console_.print("\n");
    if (const int status = review_game(console_, chosen_, last_); status != 0) return status;
    console_.print("\n");
  }
}

std::uint64_t Session::seed_of_game() const {
  if (duel_) return duel_->referee().conditions().seed;
  return series_.best_of() == 1 ? options_.seed : seeds_.game(static_cast<std::uint64_t>(series_.played()));
}

Seeds Session::seeds_of_game() const {
  const std::uint64_t seed = seed_of_game();
  return seed == options_.seed ? seeds_ : Seeds(seed);
}

Terms Session::terms() const {
  const auto is_person = [&](Seat seat) { return options_.who[series_.player_at(seat)] == kHuman; };
  return terms_at_one_table({{is_person(Seat::one), is_person(Seat::two)}});
}

Record Session::head() {
  if (head_) return *std::exchange(head_, std::nullopt);
  Record record = record_of(game_, duel_->referee().conditions());
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

std::expected<RecordFile, Complaint> Session::new_file() const {
  const Readers readers = game_.facts().hidden ? Readers::owner : Readers::anybody;
  const bool any_person = options_.who[0] == kHuman || options_.who[1] == kHuman;
  const Durability durability = any_person ? Durability::machine : Durability::process;
  if (!options_.record.empty()) return RecordFile::open(options_.record, readers, durability);
  const auto store = GameStore::of_user();
  if (!store) return std::unexpected(store.error());
  return RecordFile::create(store->new_stem(), readers, durability);
}

void Session::warn(const Complaint& why) {
  console_.flush();
  complain(cat("The game is not recorded, but can be played on: ", why.why));
}

Names Session::names() const {
  const bool may_change = series_.best_of() > 1 || options_.swapping == Swapping::yes;
  PerSeat<Known> known;
  for (const Seat seat : kSeats) {
    const std::size_t i = series_.player_at(seat);
    known[seat] = {options_.names[i], programs_[i], may_change ? static_cast<int>(i) + 1 : 0};
  }
  return {console_, game_.facts(), known};
}

std::string Session::name(std::size_t player) const {
  return names().player(series_.player_at(Seat::one) == player ? Seat::one : Seat::two);
}

std::string Session::heading() const {
  const std::string game = cat("Game ", series_.played() + 1, " of at most ", series_.best_of(), '\n');
  return is_resumed_ && series_.played() != 0 ? cat(game, "Score: ", wins(), "\n\n") : game;
}

std::string Session::score() const {
  if (!series_.is_over()) return cat("\nScore: ", wins(), '\n');
  const auto winner = series_.leader();
  if (!winner) return cat("\nThe series is level: ", wins(), '\n');
  return cat("\nFinal score: ", wins(), '\n', name(*winner), " wins the series!\n");
}

int Session::say_goodbye(Leave leave) {
  const bool kept = file_ && (duel_->referee().played() != 0 || series_.played() != 0);
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

}  // namespace duello
