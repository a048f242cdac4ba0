#include "cli/session.hpp"

#include <algorithm>
#include <csignal>

#include "cli/person.hpp"
#include "cli/solving.hpp"
#include "core/try.hpp"
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
  if (const auto taken = meeting_.take_up(records); !taken) return taken;
  file_.emplace(std::move(file));
  is_resumed_ = true;
  if (!meeting_.is_playing()) file_->begin_next();
  return {};
}

std::expected<void, Complaint> Session::seat_players() {
  meeting_.begin(today());
  const GameSeeds spent = meeting_.seeds();
  players_ = {};  // whoever sat there may be seated again
  for (const Seat seat : kSeats) {
    const std::size_t i = meeting_.player_at(seat);
    auto player = make_player(options_.who[i], Random(spent.players[seat]), seating_);
    if (!player) return complaint("--p", i + 1, ": ", player.error().why);
    players_[seat] = *std::move(player);
    // An engine may have a name of its own.
    if (std::string name = players_[seat]->name(); !name.empty()) meeting_.rename(i, std::move(name));
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
  const bool is_series = meeting_.standing().best_of() > 1;
  while (!meeting_.standing().is_over()) {
    if (meeting_.standing().played() != 0 && !is_resumed_) console_.print("\n");
    if (is_series) console_.print(meeting_.heading(names()));
    if (const auto leave = play_one()) return say_goodbye(*leave);
    if (is_series) console_.print(meeting_.score(names()));
    if (const int status = offer_more(); status != 0) return status;
    if (meeting_.standing().is_over()) break;
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

  Duel& duel = meeting_.duel();
  Dialogue dialogue([this](std::string_view text) { console_.print(text); }, names, meeting_.audience(), is_person);
  last_ = meeting_.head();
  std::vector<Listener*> listeners;
  std::optional<Recorder> recorder;
  if (file_) {
    recorder.emplace(*file_, last_, [this](const Complaint& why) { warn(why); });
    listeners.push_back(&*recorder);
  }
  listeners.push_back(&dialogue);
  Listeners all(listeners);
  if (const auto leave = conduct(duel, {{players_[Seat::one].get(), players_[Seat::two].get()}}, all)) return leave;
  bring_up_to_date(last_, duel.referee());
  meeting_.conclude();
  if (file_) file_->begin_next();
  is_resumed_ = false;
  return std::nullopt;
}

int Session::offer_more() {
  const bool anybody = players_[Seat::one]->is_person() || players_[Seat::two]->is_person();
  if (!console_.is_terminal() || !anybody || last_.moves.empty()) return 0;
  const bool over = meeting_.standing().is_over();
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

std::expected<RecordFile, Complaint> Session::new_file() const {
  const Readers readers = chosen_.facts().hidden ? Readers::owner : Readers::anybody;
  const bool any_person = options_.who[0] == kHuman || options_.who[1] == kHuman;
  const Durability durability = any_person ? Durability::machine : Durability::process;
  if (!options_.record.empty()) return RecordFile::open(options_.record, readers, durability);
  DUELLO_TRY(const auto store, GameStore::of_user());
  return RecordFile::create(store.new_stem(), readers, durability);
}

void Session::warn(const Complaint& why) {
  console_.flush();
  complain(cat("The game is not recorded, but can be played on: ", why.why));
}

int Session::say_goodbye(Leave leave) {
  const bool kept = file_ && (meeting_.duel().referee().played() != 0 || meeting_.standing().played() != 0);
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
