#include "server/hall.hpp"

#include <algorithm>
#include <span>

#include "server/hall_self.hpp"
#include "server/token.hpp"

namespace duello {

namespace {

constexpr auto kSilence = std::chrono::seconds(3);  // between two phrases of one player
constexpr std::uint64_t kPhrases = 8;
constexpr std::size_t kMostEarly = 16;            // messages behind one that enters
constexpr auto kPause = std::chrono::seconds(1);  // before something is tried again
constexpr auto kRound = std::chrono::seconds(5);  // between two looks for clocks that nobody watches
constexpr std::size_t kMostGames = 1'000;         // that are remembered although nobody plays them
constexpr std::string_view kAbsent = "Enter a table first";
constexpr std::string_view kFull = "Too many games are played here just now";
constexpr std::string_view kAway = "Nothing can be stored just now; try again in a moment";

bool is_plain(std::string_view id) {
  return std::ranges::all_of(id, [](char each) { return each >= ' ' && each <= '~'; });
}

// Both are the text of an object, the first of one that is not empty; it has the keys of both then.
void add_members(std::string& object, std::string_view more) {
  if (more == "{}") return;
  object.back() = ',';
  object += more.substr(1);
}

}  // namespace

std::string refusal_text(std::string_view why, std::string_view id) {
  std::string text;
  {
    JsonObject json(text);
    json.add("refused", cat(why, '.'));
    if (!id.empty()) json.add("id", id);
  }
  return text;
}

std::string_view Hall::Self::told_of(const StoreTrouble& trouble) const {
  report_(trouble);
  return kAway;
}

void Hall::Self::send(ClientId client, std::string message) {
  ++figures_.messages;
  outbox_.send(client, std::make_shared<const std::string>(std::move(message)));
}

void Hall::Self::refuse(ClientId client, std::string_view why, std::string_view id) {
  ++figures_.refusals;
  send(client, refusal_text(why, id));
}

OpenTable* Hall::Self::find(const std::string& id) {
  const auto found = tables_.find(id);
  return found == tables_.end() ? nullptr : found->second.get();
}

// --- Tables come and go.

std::expected<std::shared_ptr<ChosenGame>, Complaint> Hall::Self::game_of(const TableSetup& setup) {
  if (games_.size() > kMostGames) std::erase_if(games_, [](const auto& each) { return each.second.expired(); });
  std::weak_ptr<ChosenGame>& known = games_[cat(setup.game, ' ', setup.rules)];
  if (auto game = known.lock()) return game;
  auto chosen = ChosenGame::from({.id = setup.game, .variant = {}, .settings = words_of(setup.rules), .table = {}});
  if (!chosen) return std::unexpected(chosen.error());
  auto game = std::make_shared<ChosenGame>(*std::move(chosen));
  known = game;
  return game;
}

std::expected<std::unique_ptr<ServedTable>, Complaint> Hall::Self::rebuilt(const LoadedTable& loaded) {
  auto setup = read_setup(loaded.table.setup);
  if (!setup) return std::unexpected(setup.error());
  auto game = game_of(*setup);
  if (!game) return std::unexpected(game.error());
  auto table = std::make_unique<ServedTable>(*std::move(setup), *std::move(game));
  for (const std::string& input : loaded.inputs)
    if (const auto done = table->replay(input); !done) return std::unexpected(done.error());
  return table;
}

void Hall::Self::with_table(std::string_view id, WithTable then) {
  const std::string name(id);
  if (!is_table_id(name)) return then(nullptr, std::string(kUnknownTable));
  OpenTable* open = find(name);
  if (open == nullptr) {
    if (tables_.size() >= limits_.tables) return then(nullptr, std::string(kFull));
    open = tables_.emplace(name, std::make_unique<OpenTable>()).first->second.get();
    open->id = name;
  }
  when_settled(*open, std::move(then));
}

void Hall::Self::when_settled(OpenTable& open, WithTable then) {
  if (open.is_settled()) return then(&open, {});
  open.waiting.push_back(std::move(then));
  if (!open.table) load(open);
}

void Hall::Self::let_wait_no_longer(const std::string& id) {
  for (OpenTable* open = find(id); open != nullptr && open->is_settled() && !open->waiting.empty(); open = find(id)) {
    WithTable next = std::move(open->waiting.front());
    open->waiting.pop_front();
    next(open, {});
  }
  forget_if_idle(id);
}

void Hall::Self::load(OpenTable& open) {
  if (open.is_loading) return;
  open.is_loading = true;
  journal_.load(open.id, 0, [this, id = open.id](auto found) { loaded(id, std::move(found)); });
}

void Hall::Self::loaded(const std::string& id, std::expected<std::optional<LoadedTable>, StoreTrouble> found) {
  OpenTable* const open = find(id);
  if (open == nullptr) return;
  std::string why;
  if (!found) {
    why = told_of(found.error());
    open->again = now() + kPause;
  } else if (!*found) {
    why = kUnknownTable;
  } else if (auto table = rebuilt(**found); !table) {
    report_({StoreTrouble::Kind::broken, cat("The table ", id, " is damaged: ", table.error().why)});
    why = "The table is damaged";
  } else {
    open->is_loading = false;
    open->again.reset();
    open->table = *std::move(table);
    open->hashes = (*found)->table.hashes;
    note_flag(*open);
    resync(*open);
    let_think(*open);
    // What some have said meanwhile may change the table, and who is at it: so it comes last.
    const std::vector<ClientId> there = open->clients;
    let_wait_no_longer(id);
    for (const ClientId each : there) hear_early(each);
    return;
  }
  // Who was about to enter is let go; who is there stays until it can be loaded. Nobody forgets it meanwhile.
  for (const ClientId each : std::vector(open->clients))
    if (clients_.at(each).is_arriving) turn_away(each, why);
  if (open->again && !open->clients.empty()) set_alarm(id, open->again);
  open->is_loading = false;
  for (WithTable& each : std::exchange(open->waiting, {})) each(nullptr, why);
  forget_if_idle(id);
}

void Hall::Self::forget_if_idle(const std::string& id) {
  OpenTable* const open = find(id);
  if (open == nullptr || open->is_loading || !open->is_idle()) return;
  if (open->table && open->table->state() >= TableState::over) openers_.forget(id);
  tables_.erase(id);
}

std::optional<std::size_t> Hall::Self::player_of(const OpenTable& open, std::string_view token) const {
  const std::string hash = hash_of(token);
  std::optional<std::size_t> player;
  for (std::size_t each = 0; each < 2; ++each)
    if (is_same_hash(open.hashes[each], hash)) player = each;
  return player;
}

// --- Clients.

void Hall::Self::left(ClientId id) {
  const auto found = clients_.find(id);
  if (found == clients_.end()) return;
  leave(found->second);
  clients_.erase(found);
}

void Hall::Self::leave(Client& client) {
  OpenTable* const open = client.table.empty() ? nullptr : find(client.table);
  const std::string id = std::exchange(client.table, {});
  if (open == nullptr) return;
  std::erase(open->clients, client.id);
  if (client.onlooker) tell_presence(*open);
  client.onlooker.reset();
  forget_if_idle(id);
}

void Hall::Self::received(ClientId id, std::string_view message) {
  const auto found = clients_.find(id);
  if (found == clients_.end()) return;
  Client& client = found->second;
  if (client.is_arriving) {
    if (client.early.size() >= kMostEarly) return refuse(id, "Wait until you have entered", {});
    client.early.emplace_back(message);
    return;
  }
  const auto value = read_json(message, {.bytes = limits_.longest_message, .depth = 8});
  if (!value) return refuse(id, value.error().why, {});
  static constexpr std::array<std::string_view, 13> kKnown{
      "enter", "submit", "next", "rematch", "say", "look", "leave", "token", "have", "name", "views", "id", "behind"};
  const auto asked = Question::of(*value, "The message", kKnown);
  if (!asked) return refuse(id, asked.error().why, {});
  if (asked->has("enter")) return enter(client, *asked, message);
  if (asked->has("submit")) return submit(client, *asked, message);
  if (asked->has("next")) return go_on(client, *asked, message);
  if (asked->has("rematch")) return want_rematch(client, *asked, message);
  if (asked->has("say")) return say(client, *asked, message);
  if (asked->has("look")) return look(client);
  if (asked->has("leave")) return leave(client);
  refuse(id, "A message enters, submits, goes on (next), wants a rematch, says, looks or leaves", {});
}

void Hall::Self::enter(Client& client, const Question& asked, std::string_view message) {
  const auto table = asked.text("enter");
  const auto token = asked.text_or_none("token");
  const auto name = asked.text_or_none("name");
  const auto views = asked.flag("views");
  std::optional<Bookmark> have;
  std::string why;
  if (const JsonValue* const value = asked.find("have")) {
    const auto mark = read_mark(*value);
    mark ? have.emplace(*mark) : (why = mark.error().why, Bookmark{});
  }
  for (const auto& part : {table, token, name})
    if (!part) why = part.error().why;
  if (!views) why = views.error().why;
  if (!why.empty()) return refuse(client.id, why, {});
  leave(client);
  client.is_arriving = true;
  const Arrival arrival{client.id, *table, *token, *name, *views, have, std::string(message)};
  with_table(*table, [this, arrival](OpenTable* open, const std::string& trouble) {
    if (open == nullptr) return turn_away(arrival.client, trouble);
    // Another process may have told them more than is known here.
    if (!arrival.have || *arrival.have <= open->table->mark()) return arrive(*open, arrival);
    catch_up(*open, [this, arrival] {
      with_table(arrival.table, [this, arrival](OpenTable* there, const std::string& absent) {
        there == nullptr ? turn_away(arrival.client, absent) : arrive(*there, arrival);
      });
    });
  });
}

void Hall::Self::arrive(OpenTable& open, const Arrival& arrival) {
  const auto found = clients_.find(arrival.client);
  if (found == clients_.end()) return;  // gone
  Client& client = found->second;
  const auto player = arrival.token.empty() ? std::nullopt : player_of(open, arrival.token);
  if (!arrival.token.empty() && !player) return turn_away(client.id, "That is no seat at this table");
  if (open.clients.size() >= limits_.clients_of_table) return turn_away(client.id, "Too many look at this table");
  if (player && !open.table->is_taken(*player) && open.table->state() == TableState::open) {
    const auto taken = open.table->sit(*player, arrival.name, {now(), {}});
    if (!taken) return turn_away(client.id, taken.error().why);
    took(open, *taken, {.client = client.id, .called = {}, .message = arrival.message, .enters = true});
  }
  client.table = open.id;
  client.onlooker = player;
  client.views = arrival.views;
  open.clients.push_back(client.id);
  let_think(open);
  hold(open, [this, id = client.id, mark = open.table->mark(), text = welcome(open, client, arrival.have)]() mutable {
    greet(id, mark, std::move(text));
  });
  if (player) tell_presence(open);
  // The last of all: they may leave, and the table be forgotten.
  hold(open, [this, id = client.id] { hear_early(id); });
}

void Hall::Self::greet(ClientId id, Bookmark mark, std::string text) {
  const auto found = clients_.find(id);
  if (found == clients_.end()) return;
  found->second.told = mark;
  send(id, std::move(text));
}

void Hall::Self::turn_away(ClientId id, std::string_view why) {
  const auto found = clients_.find(id);
  if (found == clients_.end()) return;
  refuse(id, why, {});
  leave(found->second);
  hear_early(id);
}

void Hall::Self::hear_early(ClientId id) {
  const auto found = clients_.find(id);
  if (found == clients_.end() || !std::exchange(found->second.is_arriving, false)) return;
  // One of them may enter again: then the rest waits for that.
  for (const std::string& message : std::exchange(found->second.early, {})) received(id, message);
}

std::string Hall::Self::welcome(const OpenTable& open, const Client& client, std::optional<Bookmark> have) const {
  std::string text;
  {
    JsonObject json(text);
    const ServedTable& table = *open.table;
    json.add("table", open.id);
    table.add_facts(json);
    table.add_news(json, client.onlooker, have.value_or(Bookmark{}));
    table.add_clock(json, now());
    json.add("present", present(open));
    if (table.wants_rematch()) {
      JsonObject rematch(json.at("rematch"));
      rematch.add("by", *table.wants_rematch() + 1);
      if (!table.rematch().empty()) rematch.add("table", table.rematch());
    }
    if (client.views) table.add_view(json, client.onlooker);
  }
  return text;
}

OpenTable* Hall::Self::table_of(Client& client, std::string_view id, std::string_view message) {
  OpenTable* const open = client.table.empty() ? nullptr : find(client.table);
  if (open == nullptr) {
    refuse(client.id, kAbsent, id);
    return nullptr;
  }
  if (!client.onlooker) {
    refuse(client.id, "You only watch here", id);
    return nullptr;
  }
  if (open->is_settled()) return open;
  when_settled(*open, [this, to = client.id, id = std::string(id), message = std::string(message)](
                          OpenTable* there, const std::string& why) {
    there == nullptr ? refuse(to, why, id) : received(to, message);
  });
  return nullptr;
}

std::optional<std::string> Hall::Self::id_in(const Client& client, const Question& asked) {
  auto id = asked.text_or_none("id");
  if (id && (id->size() > ServedTable::kLongestId || !is_plain(*id)))
    id = complaint("An id has at most ", ServedTable::kLongestId, " printable characters of ASCII");
  if (id) return *std::move(id);
  refuse(client.id, id.error().why, {});
  return std::nullopt;
}

bool Hall::Self::was_known(ClientId client, const OpenTable& open, std::size_t player, std::string_view id) {
  const auto mark = open.table->mark_of(player, id);
  if (!mark) return false;
  std::string text;
  {
    JsonObject json(text);
    json.add("id", id);
    append_mark(json.at("at"), *mark);
  }
  send(client, std::move(text));
  return true;
}

void Hall::Self::submit(Client& client, const Question& asked, std::string_view message) {
  const auto id = id_in(client, asked);
  if (!id) return;
  OpenTable* const open = table_of(client, *id, message);
  if (open == nullptr) return;
  std::optional<Bookmark> behind;
  if (const JsonValue* const value = asked.find("behind")) {
    const auto mark = read_mark(*value);
    if (!mark) return refuse(client.id, mark.error().why, *id);
    behind = *mark;
  }
  if (was_known(client.id, *open, *client.onlooker, *id)) return;
  auto taken = open->table->submit(*client.onlooker, *asked.find("submit"), behind, {now(), *id});
  if (!taken) return refuse(client.id, taken.error().why, *id);
  took(*open, *std::move(taken), {client.id, *id, std::string(message)});
}

void Hall::Self::go_on(Client& client, const Question& asked, std::string_view message) {
  const auto id = id_in(client, asked);
  if (!id) return;
  OpenTable* const open = table_of(client, *id, message);
  if (open == nullptr || was_known(client.id, *open, *client.onlooker, *id)) return;
  const auto taken = open->table->next(*client.onlooker, {now(), *id});
  if (!taken) return refuse(client.id, taken.error().why, *id);
  took(*open, *taken, {client.id, *id, std::string(message)});
}

void Hall::Self::say(Client& client, const Question& asked, std::string_view message) {
  OpenTable* const open = table_of(client, {}, message);
  if (open == nullptr) return;
  const auto phrase = asked.number("say", 1, kPhrases);
  if (!phrase || !*phrase) return refuse(client.id, cat("A phrase is a number from 1 to ", kPhrases), {});
  if (now() < client.said + kSilence) return refuse(client.id, "One phrase in three seconds is enough", {});
  client.said = now();
  std::string text;
  {
    JsonObject json(text);
    JsonObject said(json.at("said"));
    said.add("seat", *open->table->seat_of(client.onlooker)).add("phrase", **phrase);
  }
  for (const ClientId each : open->clients) send(each, text);
}

void Hall::Self::look(Client& client) {
  OpenTable* const open = client.table.empty() ? nullptr : find(client.table);
  if (open == nullptr || !open->table) return refuse(client.id, kAbsent, {});
  if (open->table->meeting() == nullptr) return refuse(client.id, "The game has not begun", {});
  std::string text;
  {
    JsonObject json(text);
    open->table->add_view(json, client.onlooker);
    open->table->add_clock(json, now());
  }
  hold(*open, [this, id = client.id, text = std::move(text)]() mutable { send(id, std::move(text)); });
}

// --- What was accepted.

void Hall::Self::took(OpenTable& open, Taken taken, Sent sent) {
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

void Hall::Self::not_taken(const Sent& sent, const std::string& why) {
  if (!clients_.contains(sent.client)) return;
  sent.enters ? turn_away(sent.client, why) : refuse(sent.client, why, sent.called);
}

void Hall::Self::again(const Sent& sent) {
  const auto found = clients_.find(sent.client);
  if (found == clients_.end()) return;
  Client& client = found->second;
  // They are about to enter somewhere else.
  if (!sent.enters && client.is_arriving) return refuse(client.id, kAbsent, sent.called);
  if (!sent.enters) return received(client.id, sent.message);
  // Whoever was about to enter does so once more, before what they have sent since.
  const auto early = std::exchange(client.early, {});
  client.is_arriving = false;
  received(sent.client, sent.message);
  for (const std::string& each : early) received(sent.client, each);
}

void Hall::Self::hold(OpenTable& open, Told tell) {
  if (!open.pending) return tell();
  open.held.push_back(std::move(tell));
}

void Hall::Self::stored(OpenTable& open, std::uint32_t number, std::expected<bool, StoreTrouble> answer) {
  // What is behind it has the same fate, and tells of both.
  if (!open.pending || open.pending->number != number) return;
  const Sent pending = *std::exchange(open.pending, std::nullopt);
  auto held = std::exchange(open.held, {});
  if (answer && *answer) {
    ++figures_.inputs;
    troubled_.reset();
    if (open.table->state() >= TableState::over) openers_.forget(open.id);
    send_news(open);
    if (held.empty() && open.waiting.empty() && !open.clients.empty()) return;
    const std::string id = open.id;  // which those who are told may leave
    for (Told& tell : held) tell();
    return let_wait_no_longer(id);
  }
  open.news.clear();
  lose(open);  // from here on it is loading, so nobody forgets it
  if (!answer) {
    troubled_ = now();
    return not_taken(pending, std::string(told_of(answer.error())));
  }
  if (pending.enters) return again(pending);  // which waits for the table by itself
  open.waiting.emplace_front([this, pending](OpenTable* there, const std::string& why) {
    there == nullptr ? not_taken(pending, why) : again(pending);
  });
}

void Hall::Self::lose(OpenTable& open) {
  open.table.reset();
  open.is_thinking = false;
  load(open);
}

void Hall::Self::tell_news(OpenTable& open, Bookmark before, const Sent& sent) {
  constexpr std::size_t kUsualLength = 250;
  const ServedTable& table = *open.table;
  const auto add_all = [&](JsonObject& json, Onlooker onlooker) {
    table.add_events(json, onlooker, before);
    table.add_clock(json, now());
    table.add_standing(json, before);
  };
  const bool has_secrets = table.chosen()->facts().hidden;
  std::string same;  // for everybody
  same.reserve(kUsualLength);
  if (!has_secrets) {
    JsonObject json(same);
    add_all(json, std::nullopt);
  }
  const auto news = [&](Onlooker onlooker, bool views, std::string_view id) {
    std::string text;
    text.reserve(kUsualLength);
    {
      JsonObject json(text);
      table.add_place(json, onlooker);
      if (has_secrets) add_all(json, onlooker);
    }
    if (!has_secrets) add_members(text, same);
    if (views || !id.empty()) {
      std::string own;
      {
        JsonObject json(own);
        if (views) table.add_view(json, onlooker);
        if (!id.empty()) json.add("id", id);
      }
      add_members(text, own);
    }
    return std::make_shared<const std::string>(std::move(text));
  };
  // All who only watch are told the same.
  std::array<Message, 2> watchers;
  for (const ClientId each : open.clients) {
    const Client& client = clients_.at(each);
    if (!client.onlooker) {
      Message& shared = watchers[client.views ? 1 : 0];
      if (!shared) shared = news(std::nullopt, client.views, {});
      open.news.emplace_back(each, shared);
    } else {
      open.news.emplace_back(
          each, news(client.onlooker, client.views, each == sent.client ? sent.called : std::string_view()));
    }
  }
  open.news_end = table.mark();
  if (!open.pending) send_news(open);
}

void Hall::Self::send_news(OpenTable& open) {
  for (const auto& [each, message] : open.news) {
    const auto client = clients_.find(each);
    // Gone, or at another table.
    if (client == clients_.end() || client->second.table != open.id) continue;
    client->second.told = open.news_end;
    ++figures_.messages;
    outbox_.send(each, message);
  }
  open.news.clear();
}

void Hall::Self::tell_rematch(OpenTable& open) {
  const ServedTable& table = *open.table;
  std::string text;
  {
    JsonObject json(text);
    JsonObject rematch(json.at("rematch"));
    table.rematch().empty() ? rematch.add("by", *table.wants_rematch() + 1) : rematch.add("table", table.rematch());
  }
  for (const ClientId each : open.clients) hold(open, [this, each, text] { send(each, text); });
}

void Hall::Self::resync(OpenTable& open) {
  for (const ClientId each : open.clients) {
    Client& client = clients_.at(each);
    std::string text = welcome(open, client, client.told);
    client.told = open.table->mark();
    send(each, std::move(text));
  }
}

std::array<bool, 2> Hall::Self::present(const OpenTable& open) const {
  std::array<bool, 2> there{};
  for (const ClientId each : open.clients)
    if (const Onlooker player = clients_.at(each).onlooker) there[*player] = true;
  return there;
}

void Hall::Self::tell_presence(OpenTable& open) {
  std::string text;
  {
    JsonObject json(text);
    json.add("present", present(open));
  }
  hold(open, [this, table = open.id, text = std::move(text)] {
    if (const OpenTable* const there = find(table))
      for (const ClientId each : there->clients) send(each, text);
  });
}

// --- Programs and clocks.

void Hall::Self::let_think(OpenTable& open) {
  if (open.is_thinking || !open.table->is_programs_turn()) return;
  open.is_thinking = true;
  const Meeting& meeting = *open.table->meeting();
  const Referee& referee = meeting.duel().referee();
  const Seat began = referee.began(referee.mover());
  Thinking::Task task{open.table->chosen(), meeting.duel(), meeting.agreement().who[meeting.player_at(began)],
                      meeting.seeds_of_move().players[began]};
  const bool is_begun =
      thinking_.think(std::move(task), [this, id = open.id, number = open.table->inputs()](auto answer) {
        OpenTable* const found = find(id);
        if (found == nullptr || !found->is_thinking) return;
        when_settled(*found, [this, number, answer = std::move(answer)](OpenTable* there, const std::string& /*why*/) {
          if (there == nullptr || !there->is_thinking) return;
          there->is_thinking = false;
          // Something has happened meanwhile: an offer, a flag.
          if (there->table->inputs() != number) return let_think(*there);
          const Request request = answer ? *answer : Request(Forfeit{answer.error().why});
          if (const auto taken = there->table->answer(request, {now(), {}})) took(*there, *taken, {});
        });
      });
  if (is_begun) return;
  open.is_thinking = false;
  open.again = now() + kPause;
  note_flag(open);
}

void Hall::Self::note_flag(OpenTable& open) {
  const auto flag = open.table->flag_at();
  set_alarm(open.id, open.again && (!flag || *open.again < *flag) ? open.again : flag);
}

void Hall::Self::set_alarm(const std::string& id, std::optional<Moment> when) {
  const auto known = alarm_of_.find(id);
  if (known != alarm_of_.end()) {
    if (known->second == when) return;
    alarms_.erase({known->second, id});
    alarm_of_.erase(known);
  }
  if (!when) return;
  alarms_.emplace(*when, id);
  alarm_of_.emplace(id, *when);
}

void Hall::Self::pass_time() {
  if (now() >= next_round_) take_up({});
  while (!alarms_.empty() && alarms_.begin()->first <= now()) {
    const std::string id = alarms_.begin()->second;
    set_alarm(id, std::nullopt);
    if (OpenTable* const open = find(id)) open->again.reset();
    with_table(id, [this, id](OpenTable* there, const std::string& why) {
      // A clock that runs is watched, whatever happens.
      if (there == nullptr && (why == kAway || why == kFull)) set_alarm(id, now() + kPause);
      if (there == nullptr) return;
      if (const auto taken = there->table->pass_time(now())) return took(*there, *taken, {});
      note_flag(*there);
      let_think(*there);
    });
  }
}

std::optional<Moment> Hall::Self::next_time() const {
  if (alarms_.empty()) return std::nullopt;
  return alarms_.begin()->first;
}

// A table need not stay here for that: it is loaded again when its flag should fall, as far as is known now.
void Hall::Self::take_up(const std::string& behind) {
  next_round_ = now() + kRound;
  journal_.timed(behind, limits_.longest_list, [this](auto found) {
    if (!found) return;
    // One that shares its store goes round for ever: another one may die.
    if (found->empty() && limits_.is_alone) next_round_ = Moment::max();
    if (found->empty()) return;
    for (const std::string& id : *found)
      if (!alarm_of_.contains(id) && find(id) == nullptr) with_table(id, [](OpenTable*, const std::string&) {});
    take_up(found->back());
  });
}

void Hall::Self::changed_elsewhere(std::string_view id) {
  if (id.empty()) {
    std::vector<std::string> all;
    for (const auto& [each, _] : tables_) all.push_back(each);
    for (const std::string& each : all) changed_elsewhere(each);
    return;
  }
  OpenTable* const open = find(std::string(id));
  // What is being loaded may have been read before that.
  if (open == nullptr || (!open->table && !open->is_loading)) return;
  when_settled(*open, [this](OpenTable* there, const std::string& /*why*/) {
    if (there != nullptr) catch_up(*there, [] {});
  });
}

void Hall::Self::catch_up(OpenTable& open, Told then) {
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

void Hall::Self::take_in(OpenTable& open, std::uint32_t behind, const LoadedTable& more) {
  open.hashes = more.table.hashes;
  const Bookmark mark = open.table->mark();
  const auto wanted = std::pair(open.table->wants_rematch(), open.table->rematch());
  // Whoever asked before has brought some of it already.
  const std::size_t known = open.table->inputs() - behind;
  if (more.inputs.size() <= known) return;
  for (const std::string& input : std::span(more.inputs).subspan(known))
    if (!open.table->replay(input)) return lose(open);
  tell_news(open, mark, {});
  if (wanted != std::pair(open.table->wants_rematch(), open.table->rematch())) tell_rematch(open);
  note_flag(open);
}

void Hall::Self::close(std::string_view why) {
  std::string text;
  {
    JsonObject json(text);
    json.add("closing", cat(why, '.'));
  }
  for (const auto& [client, _] : clients_) send(client, text);
}

Hall::Figures Hall::Self::figures() const {
  Figures figures = figures_;
  figures.clients = clients_.size();
  figures.tables = tables_.size();
  return figures;
}

// --- The door.

Hall::Hall(Journal& journal, Outbox& outbox, Thinking& thinking, HallLimits limits, Time time, Chance chance,
           Report report)
    : self_(std::make_unique<Self>(journal, outbox, thinking, limits, std::move(time), std::move(chance),
                                   std::move(report))) {}
Hall::~Hall() = default;
void Hall::take_up() { self_->take_up({}); }
void Hall::connected(ClientId client) { self_->connected(client); }
void Hall::received(ClientId client, std::string_view message) { self_->received(client, message); }
void Hall::left(ClientId client) { self_->left(client); }
void Hall::create(std::string_view body, std::string_view address, HttpReply reply) {
  self_->create(body, address, std::move(reply));
}
void Hall::list(std::string_view state, HttpReply reply) { self_->list(state, std::move(reply)); }
void Hall::health(HttpReply reply) { self_->health(std::move(reply)); }
void Hall::facts(std::string_view id, HttpReply reply) { self_->facts(id, std::move(reply)); }
void Hall::record(std::string_view id, HttpReply reply) { self_->record(id, std::move(reply)); }
void Hall::accept(std::string_view id, std::string_view body, HttpReply reply) {
  self_->accept(id, body, std::move(reply));
}
void Hall::withdraw(std::string_view id, std::string_view token, HttpReply reply) {
  self_->withdraw(id, token, std::move(reply));
}
void Hall::pass_time() { self_->pass_time(); }
std::optional<Moment> Hall::next_time() const { return self_->next_time(); }
void Hall::changed_elsewhere(std::string_view id) { self_->changed_elsewhere(id); }
void Hall::close(std::string_view why) { self_->close(why); }
Hall::Figures Hall::figures() const { return self_->figures(); }

}  // namespace duello
