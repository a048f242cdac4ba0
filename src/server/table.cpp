#include "server/table.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "core/title.hpp"
#include "core/try.hpp"
#include "json/games.hpp"
#include "json/requests.hpp"
#include "json/scenes.hpp"
#include "json/state.hpp"
#include "match/replay.hpp"
#include "server/token.hpp"

namespace duello {

namespace {

// Sentences are heard, and boards are drawn by whoever looks.
Paper spoken_paper() {
  return [] {
    Pen pen;
    pen.boards = Boards::told;
    return pen;
  };
}

std::string date_of(Moment moment) {
  const std::chrono::year_month_day date(std::chrono::floor<std::chrono::days>(moment));
  const auto two = [](unsigned number) { return cat(number < 10 ? "0" : "", number); };
  return cat(static_cast<int>(date.year()), '.', two(static_cast<unsigned>(date.month())), '.',
             two(static_cast<unsigned>(date.day())));
}

void add_request(JsonObject& json, const AnyGame& game, const Request& request) {
  JsonObject told(json.at("request"));
  if (const auto* const move = std::get_if<AnyMove>(&request)) {
    told.add("move", game.write(*move));
  } else if (const auto* const forfeit = std::get_if<Forfeit>(&request)) {
    told.add("forfeit", forfeit->why);
  } else {
    constexpr std::string_view kNames[] = {"move", "undo", "agree", "decline", "swap", "resign"};
    told.add(kNames[request.index()], true);
  }
}

}  // namespace

void append_mark(std::string& text, Bookmark mark) {
  JsonObject(text).add("game", mark.game).add("number", mark.number);
}

std::optional<Bookmark> read_mark(JsonFields& fields, std::string_view key) {
  const JsonValue* const value = fields.find(key);
  if (value == nullptr) return std::nullopt;
  JsonFields mark(*value, "A mark", {"game", "number"});
  const Bookmark read{static_cast<std::uint32_t>(mark.whole("game", 0, UINT32_MAX)),
                      static_cast<std::uint32_t>(mark.whole("number", 0, UINT32_MAX))};
  return fields.take(mark.done(read));
}

std::string_view name_of(Ticket ticket) {
  constexpr std::array<std::string_view, 4> kNames{"unknown", "seat", "invitation", "used"};
  return kNames[static_cast<std::size_t>(ticket)];
}

ServedTable::ServedTable(TableSetup setup, std::shared_ptr<ChosenGame> chosen, std::array<std::string, 2> hashes)
    : setup_(std::move(setup)),
      chosen_(std::move(chosen)),
      opening_hashes_(std::move(hashes)),
      seat_hashes_(opening_hashes_) {
  if (setup_.invited) seat_hashes_[*setup_.invited].clear();
  for (std::size_t player = 0; player < 2; ++player) taken_[player] = setup_.agreement.who[player] != kHuman;
}

Ticket ServedTable::ticket(std::string_view hash) const {
  if (player_of(hash)) return Ticket::seat;
  for (std::size_t player = 0; player < 2; ++player)
    if (is_same_hash(opening_hashes_[player], hash)) return taken_[player] ? Ticket::used : Ticket::invitation;
  return Ticket::unknown;
}

std::optional<std::size_t> ServedTable::player_of(std::string_view hash) const {
  for (std::size_t player = 0; player < 2; ++player)
    if (is_same_hash(seat_hashes_[player], hash)) return player;
  return std::nullopt;
}

Bookmark ServedTable::mark() const {
  return {games_, is_playing() ? static_cast<std::uint32_t>(meeting_->duel().events().size()) : 0};
}

Moment ServedTable::moment(Moment at) { return last_ = std::max(last_, at); }

std::optional<Seat> ServedTable::seat_of(Onlooker onlooker) const {
  if (!onlooker) return std::nullopt;
  if (!is_playing()) return *onlooker == 0 ? Seat::one : Seat::two;
  return player_at(Seat::one) == *onlooker ? Seat::one : Seat::two;
}

std::size_t ServedTable::player_at(Seat seat) const { return meeting_->player_at(referee().began(seat)); }

template <class AddRest>
Taken ServedTable::noted(Onlooker player, const Stamp& stamp, Bookmark before, const AddRest& add_rest) {
  constexpr std::size_t kUsualLength = 160;
  Taken taken{{}, before};
  taken.text.reserve(kUsualLength);
  {
    JsonObject json(taken.text);
    if (player) json.add("player", *player + 1);
    json.add("at", last_.time_since_epoch().count());
    if (!stamp.id.empty()) json.add("id", stamp.id);
    add_rest(json);
  }
  ++inputs_;
  bytes_ += taken.text.size();
  if (player && !stamp.id.empty()) remember(*player, stamp.id);
  return taken;
}

void ServedTable::remember(std::size_t player, std::string_view id) {
  KnownIds& ids = ids_[player];
  if (ids.hashes.size() < kRememberedIds) {
    ids.hashes.emplace_back();
    ids.marks.emplace_back();
  }
  ids.hashes[ids.next] = std::hash<std::string_view>()(id);
  ids.marks[ids.next] = mark();
  ids.next = (ids.next + 1) % kRememberedIds;
}

std::optional<Bookmark> ServedTable::mark_of(std::size_t player, std::string_view id) const {
  const KnownIds& ids = ids_[player];
  const auto found = std::ranges::find(ids.hashes, std::hash<std::string_view>()(id));
  if (id.empty() || found == ids.hashes.end()) return std::nullopt;
  return ids.marks[static_cast<std::size_t>(found - ids.hashes.begin())];
}

std::string ServedTable::objection_to_name(std::size_t player, std::string_view name) const {
  auto names = setup_.agreement.names;
  if (!name.empty()) names[player] = name;
  return objection_to_names(names, {"The name", "The name"});
}

ServedTable::Outcome ServedTable::sit(std::size_t player, std::string_view name, std::string_view seat_hash,
                                      const Stamp& stamp) {
  if (state_ != TableState::open) return complaint("The game has begun");
  if (taken_[player]) return complaint("Somebody sits there already");
  if (const std::string objection = objection_to_name(player, name); !objection.empty()) return complaint(objection);
  const Bookmark before = mark();
  const Moment now = moment(stamp.at);
  if (!name.empty()) setup_.agreement.names[player] = name;
  taken_[player] = true;
  if (!seat_hash.empty()) seat_hashes_[player] = seat_hash;
  if (taken_[0] && taken_[1]) {
    meeting_.emplace(chosen_->game(), setup_.agreement);
    meeting_->begin(date_of(now), now);
    games_ = 1;
    state_ = TableState::playing;
  }
  return noted(player, stamp, before, [&](JsonObject& json) {
    json.add("sit", name);
    if (!seat_hash.empty()) json.add("seat", seat_hash);
  });
}

ServedTable::Outcome ServedTable::submit(std::size_t player, const JsonValue& request, std::optional<Bookmark> behind,
                                         const Stamp& stamp) {
  DUELLO_CHECK(check_is_on());
  const Seat seat = *seat_of(player);
  const bool is_move = request.find("move") != nullptr || request.find("amounts") != nullptr;
  if (is_move && seat != referee().mover()) return complaint("It is the other player's turn");
  if (is_move && behind &&
      (behind->game != games_ || *behind > mark() || meeting_->duel().has_moved_on_since(behind->number)))
    return complaint("The position is not the one that this move was chosen for");
  DUELLO_TRY(const auto wanted, read_request(request, chosen_->game(), referee().view(seat)));
  if (const std::string objection = objection_to(player, wanted); !objection.empty()) return complaint(objection);
  return take(player, seat, wanted, stamp);
}

std::expected<void, Complaint> ServedTable::check_is_on() const {
  if (state_ == TableState::aborted) return complaint("The game was aborted");
  if (!is_playing()) return complaint("The game has not begun");
  if (referee().result()) return complaint("The game is over");
  return {};
}

// The limits of a server. What was accepted once is replayed without them.
std::string ServedTable::objection_to(std::size_t player, const Request& request) const {
  if (is_too_long() && !std::holds_alternative<Resign>(request))
    return "The game has become too long to go on; abort it, or resign";
  if (std::holds_alternative<Undo>(request) && undos_[player] >= kMostUndos)
    return cat("You can take back ", kMostUndos, " times only, until the game has gone further");
  return {};
}

void ServedTable::count(std::size_t player, const Request& request, Bookmark before) {
  if (chosen_->facts().hidden) {
    std::string told;
    {
      JsonObject json(told);
      duello::add_events(json, meeting_->duel(), before.number, seat_of(player));
    }
    told_bytes_ += told.size();
  }
  if (std::holds_alternative<Undo>(request)) ++undos_[player];
  if (referee().played() <= most_plies_) return;
  most_plies_ = referee().played();
  undos_ = {};
}

ServedTable::Outcome ServedTable::answer(const Request& request, const Stamp& stamp) {
  const Seat seat = referee().mover();
  return take(player_at(seat), seat, request, stamp);
}

ServedTable::Outcome ServedTable::take(std::size_t player, Seat seat, const Request& request, const Stamp& stamp) {
  const Bookmark before = mark();
  DUELLO_CHECK(meeting_->duel().submit(seat, request, std::max(last_, stamp.at)));
  moment(stamp.at);
  settle();
  count(player, request, before);
  return noted(player, stamp, before, [&](JsonObject& json) { add_request(json, chosen_->game(), request); });
}

std::optional<Taken> ServedTable::pass_time(Moment now) {
  if (!check_is_on() || !meeting_->duel().clock()) return std::nullopt;
  const Bookmark before = mark();
  if (meeting_->duel().pass_time(std::max(last_, now)).empty()) return std::nullopt;
  moment(now);
  settle();
  return noted(std::nullopt, {}, before, [](JsonObject& json) { json.add("flag", true); });
}

void ServedTable::settle() {
  if (referee().result() && meeting_->standing().is_over()) state_ = TableState::over;
}

ServedTable::Outcome ServedTable::next(std::size_t player, const Stamp& stamp) {
  if (!is_playing() || !referee().result()) return complaint("The game is not over");
  if (state_ != TableState::playing) return complaint("The series is over");
  if (bytes_ >= kLongestTable) return complaint("The series has become too long to go on; open another table");
  const Bookmark before = mark();
  const Moment now = moment(stamp.at);
  append_record(ended_);
  meeting_->conclude();
  meeting_->begin(date_of(now), now);
  ++games_;
  bytes_before_game_ = bytes_;
  told_bytes_ = 0;
  most_plies_ = 0;
  undos_ = {};
  return noted(player, stamp, before, [](JsonObject& json) { json.add("next", true); });
}

ServedTable::Outcome ServedTable::want_rematch(std::size_t player, std::string_view table, const Stamp& stamp) {
  if (state_ != TableState::over) return complaint("The game is not over");
  if (!rematch_.empty()) return complaint("Another game has begun already");
  if (wants_rematch_ == player) return complaint("The other player has not answered yet");
  moment(stamp.at);
  wants_rematch_ = player;
  rematch_ = table;
  return noted(player, stamp, mark(), [&](JsonObject& json) { json.add("rematch", table); });
}

ServedTable::Outcome ServedTable::withdraw(std::size_t player, const Stamp& stamp) {
  if (state_ == TableState::withdrawn) return complaint("The table was withdrawn already");
  if (state_ != TableState::open) return complaint("The game has begun");
  moment(stamp.at);
  state_ = TableState::withdrawn;
  return noted(player, stamp, mark(), [](JsonObject& json) { json.add("withdraw", true); });
}

ServedTable::Outcome ServedTable::claim(std::size_t player, Claim what, const Stamp& stamp) {
  DUELLO_CHECK(check_is_on());
  const Bookmark before = mark();
  if (what == Claim::win) {
    const auto ended =
        meeting_->duel().submit(*seat_of(1 - player), Forfeit{"left the game"}, std::max(last_, stamp.at));
    if (!ended) return std::unexpected(ended.error());
  }
  moment(stamp.at);
  if (what == Claim::win)
    settle();
  else
    state_ = TableState::aborted;
  return noted(player, stamp, before,
               [&](JsonObject& json) { json.add("claim", what == Claim::win ? "win" : "abort"); });
}

std::expected<void, Complaint> ServedTable::replay(std::string_view text) {
  DUELLO_TRY(const auto value, read_json(text));
  JsonFields input(value, "What is stored",
                   {"player", "at", "id", "flag", "sit", "seat", "claim", "next", "rematch", "withdraw", "request"});
  DUELLO_CHECK(replay(input));
  return {};
}

ServedTable::Outcome ServedTable::replay(JsonFields& input) {
  constexpr auto kLatest = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  const Stamp stamp{Moment(std::chrono::milliseconds(input.whole("at", 0, kLatest))), input.text_or_none("id")};
  const bool is_flag = input.has("flag");
  const std::size_t who = is_flag ? 0 : index(input.seat("player"));
  const std::string name = input.text_or_none("sit");
  const std::string seat_hash = input.text_or_none("seat");
  const std::string claimed = input.text_or_none("claim");
  const std::string rematch = input.text_or_none("rematch");
  DUELLO_CHECK(input.checked());
  if (is_flag) {
    if (auto taken = pass_time(stamp.at)) return *std::move(taken);
    return complaint("The flag has not fallen");
  }
  if (input.has("sit")) return sit(who, name, seat_hash, stamp);
  if (input.has("claim")) return claim(who, claimed == "win" ? Claim::win : Claim::abort, stamp);
  if (input.has("next")) return next(who, stamp);
  if (input.has("rematch")) return want_rematch(who, rematch, stamp);
  if (input.has("withdraw")) return withdraw(who, stamp);
  const JsonValue& request = input.object("request");
  DUELLO_CHECK(input.checked());
  DUELLO_CHECK(check_is_on());
  const Seat seat = *seat_of(who);
  if (request.find("forfeit") != nullptr) {
    JsonFields forfeit(request, "A forfeit", {"forfeit"});
    const std::string why = forfeit.text("forfeit");
    DUELLO_CHECK(forfeit.checked());
    return take(who, seat, Forfeit{why}, stamp);
  }
  DUELLO_TRY(const auto wanted, read_request(request, chosen_->game(), referee().view(seat)));
  return take(who, seat, wanted, stamp);
}

std::optional<Moment> ServedTable::flag_at() const {
  if (!check_is_on() || !meeting_->duel().clock()) return std::nullopt;
  return meeting_->duel().clock()->flag_at();
}

bool ServedTable::is_programs_turn() const { return check_is_on() && !meeting_->duel().is_person(referee().mover()); }

TableSetup ServedTable::again(std::uint64_t seed) const {
  TableSetup setup = setup_;
  std::ranges::reverse(setup.agreement.who);
  std::ranges::reverse(setup.agreement.names);
  setup.agreement.seed = seed;
  setup.listed = Listed::no;
  setup.invited.reset();
  return setup;
}

Names ServedTable::names() const { return meeting_->names(spoken_paper()); }

void ServedTable::add_place(JsonObject& json, Onlooker onlooker) const {
  append_mark(json.at("at"), mark());
  if (const auto seat = seat_of(onlooker)) json.add("seat", *seat);
}

void ServedTable::add_events(JsonObject& json, Onlooker onlooker, Bookmark behind) const {
  if (!is_playing()) {
    json.at("events") += "[]";
    return;
  }
  json.add("seats", kSeats, [&](std::string& at, Seat seat) { append_json(at, player_at(seat) + 1); });
  // Of an earlier game nobody is told any more; of one that cannot be, all is told.
  const std::uint32_t since = behind.game == games_ && behind <= mark() ? behind.number : 0;
  duello::add_events(json, meeting_->duel(), since, seat_of(onlooker));
}

void ServedTable::add_clock(JsonObject& json, Moment now) const {
  if (!is_playing() || !meeting_->duel().clock()) return;
  const Clock& clock = *meeting_->duel().clock();
  JsonObject told(json.at("clock"));
  told.add("left", kSeats,
           [&](std::string& at, Seat seat) { append_json(at, clock.left(seat, std::max(last_, now)).count()); });
  if (const auto runs = clock.runs()) told.add("runs", *runs);
}

void ServedTable::add_view(JsonObject& json, Onlooker onlooker) const {
  if (!is_playing()) return;
  append_view(json.at("view"), referee(), seat_of(onlooker), names().pen(referee().swapped()));
}

// The first position offers the most moves. Later views have fewer, but also the pieces that the player has placed in
// secret, a few on each cell.
std::size_t ServedTable::secret_room(bool views) const {
  constexpr std::size_t kOfCell = 192;  // bytes, of its share of a move and its steps, and of what lies on it
  constexpr std::size_t kRest = 512;
  if (!chosen_->facts().hidden || !is_playing()) return 0;
  if (!secret_room_) {
    const Referee start(chosen_->game(), referee().conditions());
    const Pen pen = names().pen(false);
    std::string whole;
    std::string open;
    append_view(whole, start, start.mover(), pen);
    append_view(open, start, std::nullopt, pen);
    const std::size_t cells = chosen_->game().scene(start.view(start.mover()), pen).stage.cells.size();
    const std::size_t of_move = cells * kOfCell + kRest;
    secret_room_ = {of_move, of_move + whole.size() - std::min(whole.size(), open.size())};
  }
  return (*secret_room_)[views ? 1 : 0];
}

void add_facts(JsonObject& json, const TableSetup& setup, const AnyGame& game, TableState state,
               const std::array<bool, 2>& taken) {
  const Agreement& agreed = setup.agreement;
  json.add("state", name_of(state));
  add_game(json, game);
  json.add("title", full_title(game)).add("hidden", game.facts().hidden);
  json.add("players", agreed.who).add("names", agreed.names).add("taken", taken);
  if (agreed.first) json.add("first", *agreed.first);
  json.add("swap", agreed.swapping == Swapping::yes).add("best_of", agreed.best_of).add("rounds", agreed.rounds);
  if (agreed.time) append_time(json.at("time"), *agreed.time);
  json.add("listed", setup.listed == Listed::yes).add("values", setup.values == Values::shown);
  json.add("claim_after", setup.claim_after.count());
}

void ServedTable::add_facts(JsonObject& json) const {
  duello::add_facts(json, setup_, chosen_->game(), state_, taken_);
  if (meeting_) json.add("wins", wins());
}

void ServedTable::add_standing(JsonObject& json, Bookmark behind) const {
  json.add("state", name_of(state_));
  if (!is_playing() || (behind.game == games_ && !referee().result())) return;
  json.add("names", setup_.agreement.names).add("wins", wins());
}

std::array<int, 2> ServedTable::wins() const {
  if (!meeting_) return {};
  const Series series = meeting_->standing();
  return {series.wins(0), series.wins(1)};
}

void ServedTable::append_record(std::string& records) const {
  Record current = meeting_->head();
  bring_up_to_date(current, referee());
  if (!records.empty()) records += '\n';
  records += record_text(current);
}

std::optional<std::string> ServedTable::record() const {
  if (state_ != TableState::over) return std::nullopt;
  std::string records = ended_;
  append_record(records);
  return records;
}

std::expected<std::unique_ptr<ServedTable>, Complaint> restored_table(const LoadedTable& loaded, SharedGames& games) {
  DUELLO_TRY(auto setup, read_setup(loaded.table.setup));
  DUELLO_TRY(auto game, games.of(setup));
  auto table = std::make_unique<ServedTable>(std::move(setup), std::move(game), loaded.table.hashes);
  for (const std::string& input : loaded.inputs) DUELLO_CHECK(table->replay(input));
  return table;
}

}  // namespace duello
