#include "server/hall.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "server/padding.hpp"
#include "server/visitors.hpp"

namespace duello {

namespace {

constexpr auto kPause = std::chrono::seconds(1);  // before something is tried again
constexpr auto kRound = std::chrono::seconds(5);  // between two looks for clocks that nobody watches

}  // namespace

std::string_view sentence_of(NoTable why) {
  switch (why) {
    case NoTable::unknown:
      return "There is no such table";
    case NoTable::damaged:
      return "The table is damaged";
    case NoTable::crowded:
      return "Too many games are played here just now";
    case NoTable::away:
      return "Nothing can be stored just now; try again in a moment";
  }
  std::unreachable();
}

std::string refusal_text(std::string_view why, std::string_view id) {
  return object_text([&](JsonObject& json) {
    json.add("error", cat(why, '.'));
    if (!id.empty()) json.add("id", id);
  });
}

Hall::Hall(Journal& journal, Outbox& outbox, Thinking& thinking, HallLimits limits, Time time, Chance chance,
           Report report)
    : journal_(journal),
      outbox_(outbox),
      thinking_(thinking),
      limits_(limits),
      time_(std::move(time)),
      chance_(std::move(chance)),
      report_(std::move(report)),
      openers_(limits.of_address),
      open_lobby_(TableState::open, limits.longest_list, journal, games_, [this](auto& id) { return settled(id); }),
      playing_lobby_(TableState::playing, limits.longest_list, journal, games_,
                     [this](auto& id) { return settled(id); }) {}

std::string_view Hall::told_of(const StoreTrouble& trouble) const {
  report_(trouble);
  return sentence_of(NoTable::away);
}

void Hall::send(ClientId client, std::string_view message) {
  ++figures_.messages;
  const auto found = clients_.find(client);
  const OpenTable* const open = found == clients_.end() ? nullptr : found->second.table;
  const bool is_secret = open != nullptr && open->table && open->table->chosen()->facts().hidden &&
                         found->second.outlook.onlooker && message.size() % kPaddingStep != 0;
  if (!is_secret) return outbox_.send(client, message);
  std::string padded(message);
  pad(padded, padded_size(message.size()));
  outbox_.send(client, padded);
}

void Hall::refuse(ClientId client, std::string_view why, std::string_view id) {
  ++figures_.refusals;
  send(client, refusal_text(why, id));
}

void Hall::close(std::string_view why) {
  const std::string text = object_text([&](JsonObject& json) { json.add("closing", cat(why, '.')); });
  for (const auto& [client, _] : clients_) send(client, text);
}

void Hall::append_metrics(MetricsText& text) const {
  text.gauge("duello_clients", "Clients that are connected", clients_.size());
  text.gauge("duello_tables", "Tables in memory", tables_.size());
  text.counter("duello_inputs_total", "Inputs that were stored", figures_.inputs);
  text.counter("duello_refusals_total", "Inputs that were refused", figures_.refusals);
  text.counter("duello_told_total", "Messages to clients", figures_.messages);
}

// --- Tables come and go.

OpenTable* Hall::find(const std::string& id) {
  const auto found = tables_.find(id);
  return found == tables_.end() ? nullptr : found->second.get();
}

const ServedTable* Hall::settled(const std::string& id) {
  const OpenTable* const open = find(id);
  return open != nullptr && open->is_settled() ? open->table.get() : nullptr;
}

void Hall::with_table(std::string_view id, OpenTable::Use then) {
  const std::string name(id);
  if (!is_table_id(name)) return then(std::unexpected(NoTable::unknown));
  OpenTable* open = find(name);
  // It may have been deleted meanwhile.
  if (open != nullptr && open->table && !open->is_loading && open->is_idle() && now() >= open->fresh_until) {
    forget(name);
    open = nullptr;
  }
  if (open == nullptr) {
    if (tables_.size() >= limits_.tables) return then(std::unexpected(NoTable::crowded));
    open = tables_.emplace(name, std::make_unique<OpenTable>()).first->second.get();
    open->id = name;
  }
  when_settled(*open, std::move(then));
}

void Hall::when_settled(OpenTable& open, OpenTable::Use then) {
  if (open.is_settled()) return then(&open);
  open.waiting.push_back(std::move(then));
  if (!open.table) load(open);
}

void Hall::let_wait_no_longer(const std::string& id) {
  for (OpenTable* open = find(id); open != nullptr && open->is_settled() && !open->waiting.empty(); open = find(id)) {
    OpenTable::Use next = std::move(open->waiting.front());
    open->waiting.pop_front();
    next(open);
  }
  forget_if_idle(id);
}

void Hall::load(OpenTable& open) {
  if (open.is_loading) return;
  open.is_loading = true;
  journal_.load(open.id, 0, [this, id = open.id](auto found) { loaded(id, std::move(found)); });
}

std::expected<std::unique_ptr<ServedTable>, NoTable> Hall::restored(
    const std::string& id, const StoreResult<std::optional<LoadedTable>>& found) {
  if (!found) {
    if (found.error().kind != StoreTrouble::Kind::damaged) {
      report_(found.error());
      return std::unexpected(NoTable::away);
    }
    return report_damage(id, found.error());
  }
  if (!*found) return std::unexpected(NoTable::unknown);
  auto table = restored_table(**found, games_);
  if (table) damaged_.erase(id);
  if (table) return *std::move(table);
  return report_damage(id, damaged_table(id, table.error().why).error());
}

// Once: others may ask for it again and again.
std::unexpected<NoTable> Hall::report_damage(const std::string& id, const StoreTrouble& trouble) {
  if (damaged_.insert(id).second) report_(trouble);
  return std::unexpected(NoTable::damaged);
}

void Hall::loaded(const std::string& id, StoreResult<std::optional<LoadedTable>> found) {
  OpenTable* const open = find(id);
  if (open == nullptr) return;
  auto table = restored(id, found);
  if (!table) return not_loaded(*open, table.error());
  open->is_loading = false;
  open->again.reset();
  open->table = *std::move(table);
  // Nobody knows how long they had been away before.
  open->gone.fill(now());
  open->fresh_until = now() + kFresh;
  note_state(*open);
  note_flag(*open);
  resync(*open);
  // What some have said meanwhile may change the table, and who is at it: so it comes last.
  const std::vector<Client*> there = open->clients;
  let_wait_no_longer(id);
  for (const Client* const each : there) hear_early(each->id);
  // For those who are there now.
  if (OpenTable* const left = find(id); left != nullptr && left->table) let_think(*left);
}

// Who was about to enter is let go; who is there stays until it can be loaded. Nobody forgets it meanwhile.
void Hall::not_loaded(OpenTable& open, NoTable why) {
  const std::string id = open.id;
  if (why == NoTable::away) open.again = now() + kPause;
  const bool is_gone = why == NoTable::unknown || why == NoTable::damaged;
  for (const Client* const each : std::vector(open.clients))
    if (each->is_arriving || is_gone) turn_away(each->id, sentence_of(why));
  if (open.again && !open.clients.empty()) alarms_.set(id, open.again);
  open.is_loading = false;
  for (OpenTable::Use& each : std::exchange(open.waiting, {})) each(std::unexpected(why));
  forget_if_idle(id);
}

void Hall::forget_if_idle(const std::string& id) {
  const OpenTable* const open = find(id);
  if (open == nullptr || open->is_loading || !open->is_idle()) return;
  if (!open->table) return forget(id);
  if (idle_.empty() || idle_.back() != id) idle_.push_back(id);
  while (idle_.size() > limits_.idle_tables) {
    const std::string longest = std::move(idle_.front());
    idle_.pop_front();
    const OpenTable* const there = find(longest);
    if (there != nullptr && !there->is_loading && there->is_idle()) forget(longest);
  }
}

void Hall::forget(const std::string& id) {
  playing_lobby_.note_change(id);
  tables_.erase(id);
}

void Hall::note_state(OpenTable& open) {
  const TableState state = open.table->state();
  if (std::exchange(open.noted, state) != state) openers_.note(open.id, state);
}

// --- What was accepted.

void Hall::took(OpenTable& open, Taken taken, Sent sent) {
  const std::uint32_t number = open.table->inputs();
  // A table is not forgotten before that is answered.
  journal_.append({open.id, number, std::move(taken.text), open.table->state()},
                  [this, &open, number](auto answer) { stored(open, number, std::move(answer)); });
  open.pending = std::move(sent);
  open.pending->number = number;
  tell_news(open, taken.before, *open.pending);
  note_flag(open);
  let_think(open);
}

void Hall::hold(OpenTable& open, Told tell) {
  if (!open.pending) return tell();
  open.held.push_back(std::move(tell));
}

void Hall::stored(OpenTable& open, std::uint32_t number, StoreResult<bool> answer) {
  // What is behind it has the same fate, and tells of both.
  if (!open.pending || open.pending->number != number) return;
  const Sent pending = *std::exchange(open.pending, std::nullopt);
  auto held = std::exchange(open.held, {});
  if (answer && *answer) {
    ++figures_.inputs;
    health_.took();
    note_state(open);
    send_news(open);
    if (held.empty() && open.waiting.empty() && !open.clients.empty()) return;
    const std::string id = open.id;  // which those who are told may leave
    for (Told& tell : held) tell();
    return let_wait_no_longer(id);
  }
  open.forget_news();
  lose(open);  // from here on it is loading, so nobody forgets it
  if (!answer && answer.error().kind == StoreTrouble::Kind::damaged) {
    report_damage(open.id, answer.error());
    return not_taken(pending, NoTable::damaged);
  }
  // Nobody may be told that it was refused: the table as it is stored will tell.
  if (!answer && answer.error().kind == StoreTrouble::Kind::unknown) {
    if (pending.retry) open.waiting.emplace_front([pending](auto found) { (*pending.retry)(found); });
    return report_(answer.error());
  }
  if (!answer) {
    health_.failed(now());
    report_(answer.error());
    return not_taken(pending, NoTable::away);
  }
  if (pending.enters) return again(pending);  // which waits for the table by itself
  open.waiting.emplace_front([this, pending](auto found) {
    if (!found) return not_taken(pending, found.error());
    pending.retry ? (*pending.retry)(found) : again(pending);
  });
}

void Hall::lose(OpenTable& open) {
  open.table.reset();
  open.thinking.reset();
  load(open);
}

void Hall::tell_news(OpenTable& open, Bookmark before, const Sent& sent) {
  TableNews news(*open.table, before, now(), open.news_texts);
  for (Client* const each : open.clients)
    open.news.emplace_back(each, news.told(each->outlook, each->id == sent.client ? sent.called : std::string_view()));
  open.news_end = open.table->mark();
  if (!open.pending) send_news(open);
}

void Hall::send_news(OpenTable& open) {
  for (const auto& [client, place] : open.news) {
    client->told = open.news_end;
    send(client->id, std::string_view(open.news_texts).substr(place.begin, place.size));
  }
  open.forget_news();
}

void Hall::tell_rematch(OpenTable& open) {
  const ServedTable& table = *open.table;
  const std::string text = object_text([&](JsonObject& json) {
    JsonObject rematch(json.at("rematch"));
    table.rematch().empty() ? rematch.add("by", *table.wants_rematch() + 1) : rematch.add("table", table.rematch());
  });
  for (const Client* const each : open.clients) hold(open, [this, id = each->id, text] { send(id, text); });
}

void Hall::resync(OpenTable& open) {
  for (Client* const each : open.clients) {
    const std::string text = welcome(open, each->outlook, each->told);
    each->told = open.table->mark();
    send(each->id, text);
  }
}

std::array<bool, 2> Hall::present(const OpenTable& open) const {
  std::array<bool, 2> there{};
  for (const Client* const each : open.clients)
    if (const Onlooker player = each->outlook.onlooker) there[*player] = true;
  return there;
}

void Hall::add_presence(JsonObject& json, const OpenTable& open) const {
  const std::array<bool, 2> there = present(open);
  std::array<std::int64_t, 2> absent{};
  for (std::size_t player = 0; player < 2; ++player)
    if (!there[player] && open.table->setup().agreement.who[player] == kHuman)
      absent[player] = std::max<std::int64_t>(0, (now() - open.gone[player]).count());
  json.add("present", there).add("absent", absent);
}

void Hall::tell_presence(OpenTable& open) {
  if (!open.table) return;
  std::string text = object_text([&](JsonObject& json) { add_presence(json, open); });
  hold(open, [this, table = open.id, text = std::move(text)] {
    if (const OpenTable* const there = find(table))
      for (const Client* const each : there->clients) send(each->id, text);
  });
}

// --- Programs and clocks.

// Who has opened a table is not known for ever. Then it counts for a player who is there; where nobody is, all such
// tables share one turn.
std::string Hall::owner_of(const OpenTable& open) const {
  std::string address = openers_.address_of(open.id);
  for (const Client* const each : open.clients)
    if (address.empty() && each->outlook.onlooker) address = each->address;
  const auto read = Address::read(address);
  return read ? read->site().text() : address;
}

void Hall::let_think(OpenTable& open) {
  const std::uint32_t number = open.table->inputs();
  if (open.thinking && *open.thinking == number) return;
  open.thinking.reset();  // what was asked before something else happened is not wanted any more
  if (!open.table->is_programs_turn()) return;
  open.thinking = std::make_shared<const std::uint32_t>(number);
  const Meeting& meeting = *open.table->meeting();
  const Referee& referee = meeting.duel().referee();
  const Seat began = referee.began(referee.mover());
  Thinking::Task task{open.table->chosen(),
                      meeting.duel(),
                      meeting.agreement().who[meeting.player_at(began)],
                      meeting.seeds_of_move().players[began],
                      owner_of(open),
                      open.thinking};
  const bool is_begun = thinking_.think(std::move(task), [this, id = open.id, number](auto answer) {
    OpenTable* const found = find(id);
    if (found == nullptr || !found->thinking) return;
    when_settled(*found, [this, number, answer = std::move(answer)](auto there) {
      if (there) take_answer(**there, number, answer);
    });
  });
  if (is_begun) return;
  open.thinking.reset();
  open.again = now() + kPause;
  note_flag(open);
}

void Hall::take_answer(OpenTable& open, std::uint32_t number, const std::expected<Request, Complaint>& answer) {
  if (!open.thinking) return;
  // Something has happened meanwhile: an offer, a flag.
  if (open.table->inputs() != number) return let_think(open);
  open.thinking.reset();
  const Request request = answer ? *answer : Request(Forfeit{answer.error().why});
  if (const auto taken = open.table->answer(request, {now(), {}})) took(open, *taken, {});
}

void Hall::note_flag(OpenTable& open) {
  // Without a clock there may only be one from an earlier trouble, which may ring.
  if (!open.again && !open.table->setup().agreement.time) return;
  const auto flag = open.table->flag_at();
  alarms_.set(open.id, open.again && (!flag || *open.again < *flag) ? open.again : flag);
}

void Hall::pass_time() {
  if (now() >= next_round_) take_up({});
  while (const auto id = alarms_.due(now())) {
    if (OpenTable* const open = find(*id)) open->again.reset();
    with_table(*id, [this, id = *id](auto found) {
      // A clock that runs is watched, whatever happens.
      if (!found && (found.error() == NoTable::away || found.error() == NoTable::crowded))
        alarms_.set(id, now() + kPause);
      if (found) ring(**found);
    });
  }
}

void Hall::ring(OpenTable& open) {
  if (const auto taken = open.table->pass_time(now())) return took(open, *taken, {});
  note_flag(open);
  let_think(open);
}

// A table need not stay here for that: it is loaded again when its flag should fall, as far as is known now.
void Hall::take_up(const std::string& behind) {
  next_round_ = now() + kRound;
  journal_.timed(behind, limits_.longest_list, [this](auto found) {
    if (!found) return;
    // One that shares its store goes round for ever: another one may die.
    if (found->empty() && limits_.is_alone) next_round_ = Moment::max();
    if (found->empty()) return;
    for (const std::string& id : *found)
      if (!alarms_.has(id) && find(id) == nullptr) with_table(id, [](auto) {});
    take_up(found->back());
  });
}

void Hall::changed_elsewhere(std::string_view id) {
  playing_lobby_.note_change(id);
  if (id.empty()) {
    std::vector<std::string> all;
    for (const auto& [each, _] : tables_) all.push_back(each);
    for (const std::string& each : all) changed_elsewhere(each);
    return;
  }
  OpenTable* const open = find(std::string(id));
  // Somebody may have sat down there, and then it waits in the lobby no longer.
  if (open == nullptr && openers_.is_challenge(std::string(id))) return with_table(id, [](auto) {});
  // What is being loaded may have been read before that.
  if (open == nullptr || (!open->table && !open->is_loading)) return;
  when_settled(*open, [this](auto found) {
    if (found) catch_up(**found, [] {});
  });
}

void Hall::catch_up(OpenTable& open, Told then) {
  const std::uint32_t before = open.table->inputs();
  journal_.load(open.id, before, [this, id = open.id, before, then = std::move(then)](auto found) mutable {
    OpenTable* const there = find(id);
    // If something was accepted here meanwhile, it is stored only if there is nothing else; if not, all is loaded.
    if (there != nullptr && there->is_settled()) {
      if (!found) lose(*there);
      if (found && *found) take_in(*there, before, **found);
    }
    then();
  });
}

void Hall::take_in(OpenTable& open, std::uint32_t behind, const LoadedTable& more) {
  const Bookmark mark = open.table->mark();
  const auto wanted = std::pair(open.table->wants_rematch(), open.table->rematch());
  // Whoever asked before has brought some of it already.
  const std::size_t known = open.table->inputs() - behind;
  if (more.inputs.size() <= known) return;
  for (const std::string& input : std::span(more.inputs).subspan(known))
    if (!open.table->replay(input)) return lose(open);
  note_state(open);
  tell_news(open, mark, {});
  if (wanted != std::pair(open.table->wants_rematch(), open.table->rematch())) tell_rematch(open);
  note_flag(open);
}

}  // namespace duello
