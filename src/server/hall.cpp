#include "server/hall.hpp"

#include <algorithm>

#include "server/hall_self.hpp"
#include "server/token.hpp"

namespace duello {

namespace {

constexpr auto kSilence = std::chrono::seconds(3);  // between two phrases of one player
constexpr std::uint64_t kPhrases = 8;
constexpr std::string_view kUnknown = "There is no such table";
constexpr std::string_view kNotStored = "It could not be stored just now, so it did not happen; try again";

// Of whatever a client sends; which of them say what it is comes first.
constexpr std::array<std::string_view, 12> kKeys{"enter", "submit", "next", "rematch", "say",   "look",
                                                 "leave", "token",  "have", "name",    "views", "id"};

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
  if (!is_table_id(name)) return then(nullptr, std::string(kUnknown));
  OpenTable* open = find(name);
  if (open == nullptr) {
    if (tables_.size() >= limits_.tables) return then(nullptr, "Too many games are played here just now");
    open = tables_.emplace(name, std::make_unique<OpenTable>()).first->second.get();
    open->id = name;
  }
  if (open->table) return then(open, {});
  open->waiting.push_back(std::move(then));
  load(*open);
}

void Hall::Self::load(OpenTable& open) {
  if (open.is_loading) return;
  open.is_loading = true;
  journal_.load(open.id, 0, [this, id = open.id](auto found) { loaded(id, std::move(found)); });
}

void Hall::Self::loaded(const std::string& id, std::expected<std::optional<LoadedTable>, StoreTrouble> found) {
  OpenTable* const open = find(id);
  if (open == nullptr) return;
  open->is_loading = false;
  std::string why;
  if (!found) {
    why = found.error().why;
  } else if (!*found) {
    why = kUnknown;
  } else if (auto table = rebuilt(**found); !table) {
    why = cat("The table is damaged: ", table.error().why);
  } else {
    open->table = *std::move(table);
    open->hashes = (*found)->table.hashes;
    note_flag(*open);
    resync(*open, now_);
    let_think(*open, now_);
  }
  auto waiting = std::move(open->waiting);
  open->waiting.clear();
  for (WithTable& each : waiting) each(open->table ? open : nullptr, why);
  forget_if_idle(id);
}

void Hall::Self::forget_if_idle(const std::string& id) {
  OpenTable* const open = find(id);
  if (open == nullptr || open->is_loading || !open->is_idle()) return;
  // A clock that runs is watched even if nobody is there.
  if (open->flag) return;
  if (!open->address.empty())
    if (const auto count = opened_.find(open->address); count != opened_.end() && --count->second == 0)
      opened_.erase(count);
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

void Hall::Self::received(ClientId id, std::string_view message, Moment now) {
  now_ = std::max(now_, now);
  const auto found = clients_.find(id);
  if (found == clients_.end()) return;
  Client& client = found->second;
  const auto value = read_json(message, {.bytes = limits_.longest_message, .depth = 8});
  if (!value) return refuse(id, value.error().why, {});
  static constexpr auto kAll = [] {
    std::array<std::string_view, kKeys.size() + 1> all;
    std::ranges::copy(kKeys, all.begin());
    all.back() = "behind";
    return all;
  }();
  const auto asked = Question::of(*value, "The message", kAll);
  if (!asked) return refuse(id, asked.error().why, {});
  if (asked->has("enter")) return enter(client, *asked, now);
  if (asked->has("submit")) return submit(client, *asked, message, now);
  if (asked->has("next")) return go_on(client, *asked, message, now);
  if (asked->has("rematch")) return want_rematch(client, *asked, message, now);
  if (asked->has("say")) return say(client, *asked, now);
  if (asked->has("look")) return look(client, now);
  if (asked->has("leave")) return leave(client);
  refuse(id, "A message enters, submits, goes on (next), wants a rematch, says, looks or leaves", {});
}

void Hall::Self::enter(Client& client, const Question& asked, Moment now) {
  const auto table = asked.text("enter");
  const auto token = asked.text_or_none("token");
  const auto name = asked.text_or_none("name");
  const auto views = asked.flag("views");
  std::optional<Mark> have;
  std::string why;
  if (const JsonValue* const value = asked.find("have")) {
    const auto mark = read_mark(*value);
    mark ? have.emplace(*mark) : (why = mark.error().why, Mark{});
  }
  for (const auto& part : {table, token, name})
    if (!part) why = part.error().why;
  if (!views) why = views.error().why;
  if (!why.empty()) return refuse(client.id, why, {});
  leave(client);
  with_table(*table, [this, id = client.id, token = *token, name = *name, views = *views, have, now](
                         OpenTable* open, const std::string& trouble) {
    const auto found = clients_.find(id);
    // Gone, or somewhere else by now.
    if (found == clients_.end() || !found->second.table.empty()) return;
    Client& entering = found->second;
    if (open == nullptr) return refuse(id, trouble, {});
    const auto player = token.empty() ? std::nullopt : player_of(*open, token);
    if (!token.empty() && !player) return refuse(id, "That is no seat at this table", {});
    if (open->clients.size() >= limits_.clients_of_table) return refuse(id, "Too many look at this table", {});
    entering.table = open->id;
    entering.onlooker = player;
    entering.views = views;
    open->clients.push_back(id);
    if (player && !open->table->is_taken(*player) && open->table->state() == TableState::open) {
      const auto taken = open->table->sit(*player, name, {now, {}});
      if (!taken) {
        refuse(id, taken.error().why, {});
        return leave(entering);
      }
      entering.told = open->table->mark();
      took(*open, *taken, {}, now);
    }
    entering.told = open->table->mark();
    hold(*open, [this, id, text = welcome(*open, entering, have, now)]() mutable { send(id, std::move(text)); });
    if (player) tell_presence(*open);
  });
}

std::string Hall::Self::welcome(const OpenTable& open, const Client& client, std::optional<Mark> have,
                                Moment now) const {
  std::string text;
  {
    JsonObject json(text);
    const ServedTable& table = *open.table;
    json.add("table", open.id);
    table.add_facts(json);
    table.add_news(json, client.onlooker, have.value_or(Mark{}));
    table.add_clock(json, now);
    json.add("present", present(open));
    if (table.wants_rematch()) JsonObject(json.at("rematch")).add("by", *table.wants_rematch() + 1);
    if (client.views) table.add_view(json, client.onlooker);
  }
  return text;
}

OpenTable* Hall::Self::table_of(Client& client, std::string_view id) {
  OpenTable* const open = client.table.empty() ? nullptr : find(client.table);
  if (open == nullptr) {
    refuse(client.id, "Enter a table first", id);
  } else if (!client.onlooker) {
    refuse(client.id, "You only watch here", id);
  } else if (!open->table) {
    load(*open);
    refuse(client.id, kNotStored, id);
  } else {
    return open;
  }
  return nullptr;
}

void Hall::Self::submit(Client& client, const Question& asked, std::string_view message, Moment now) {
  const auto id = asked.text_or_none("id");
  if (!id) return refuse(client.id, id.error().why, {});
  if (id->size() > ServedTable::kLongestId || !is_printable(*id))
    return refuse(client.id, cat("An id has at most ", ServedTable::kLongestId, " printable characters"), {});
  OpenTable* const open = table_of(client, *id);
  if (open == nullptr) return;
  std::optional<Mark> behind;
  if (const JsonValue* const value = asked.find("behind")) {
    const auto mark = read_mark(*value);
    if (!mark) return refuse(client.id, mark.error().why, *id);
    behind = *mark;
  }
  // Sent once more by somebody who did not hear that it was taken.
  if (const auto mark = open->table->mark_of(*client.onlooker, *id)) {
    std::string text;
    {
      JsonObject json(text);
      json.add("id", *id);
      append_mark(json.at("at"), *mark);
    }
    return hold(*open, [this, to = client.id, text = std::move(text)]() mutable { send(to, std::move(text)); });
  }
  auto taken = open->table->submit(*client.onlooker, *asked.find("submit"), behind, {now, *id});
  if (!taken) return refuse(client.id, taken.error().why, *id);
  took(*open, *taken, {client.id, *id, std::string(message)}, now);
}

void Hall::Self::go_on(Client& client, const Question& asked, std::string_view message, Moment now) {
  const auto id = asked.text_or_none("id");
  if (!id) return refuse(client.id, id.error().why, {});
  OpenTable* const open = table_of(client, *id);
  if (open == nullptr) return;
  const auto taken = open->table->next(*client.onlooker, {now, {}});
  if (!taken) return refuse(client.id, taken.error().why, *id);
  took(*open, *taken, {client.id, *id, std::string(message)}, now);
}

void Hall::Self::say(Client& client, const Question& asked, Moment now) {
  OpenTable* const open = table_of(client, {});
  if (open == nullptr) return;
  const auto phrase = asked.number("say", 1, kPhrases);
  if (!phrase || !*phrase) return refuse(client.id, cat("A phrase is a number from 1 to ", kPhrases), {});
  if (now < client.said + kSilence) return refuse(client.id, "One phrase in three seconds is enough", {});
  client.said = now;
  std::string text;
  {
    JsonObject json(text);
    JsonObject said(json.at("said"));
    said.add("seat", *open->table->seat_of(client.onlooker)).add("phrase", **phrase);
  }
  for (const ClientId each : open->clients) send(each, text);
}

void Hall::Self::look(Client& client, Moment now) {
  OpenTable* const open = client.table.empty() ? nullptr : find(client.table);
  if (open == nullptr || !open->table) return refuse(client.id, "Enter a table first", {});
  std::string text;
  {
    JsonObject json(text);
    open->table->add_view(json, client.onlooker);
    open->table->add_clock(json, now);
  }
  hold(*open, [this, id = client.id, text = std::move(text)]() mutable { send(id, std::move(text)); });
}

// --- What was accepted.

void Hall::Self::took(OpenTable& open, const Taken& taken, Sent sent, Moment now) {
  const std::uint32_t number = open.table->inputs();
  open.pending.push_back({number,
                          [this, client = sent.client, id = sent.id](const std::string& why) {
                            if (client != 0) refuse(client, why, id);
                          },
                          [this, client = sent.client, message = sent.message] {
                            if (client != 0 && !message.empty()) received(client, message, now_);
                          }});
  tell_news(open, taken.before, sent, now);
  note_flag(open);
  let_think(open, now);
  journal_.append({open.id, number, taken.text, open.table->state()},
                  [this, table = open.id, number](auto answer) { stored(table, number, std::move(answer)); });
}

void Hall::Self::hold(OpenTable& open, Told tell) {
  if (open.pending.empty()) return tell();
  open.held.push_back({open.pending.back().number, std::move(tell)});
}

void Hall::Self::release(OpenTable& open, std::uint32_t number) {
  while (!open.held.empty() && open.held.front().number <= number) {
    Told tell = std::move(open.held.front().tell);
    open.held.pop_front();
    tell();
  }
}

void Hall::Self::stored(const std::string& table, std::uint32_t number, std::expected<bool, StoreTrouble> answer) {
  OpenTable* const open = find(table);
  // It was given up meanwhile, and what is stored will be loaded.
  if (open == nullptr || open->pending.empty() || open->pending.front().number != number || !open->table) return;
  if (!answer) return lose(*open, cat(kNotStored, " (", answer.error().why, ')'), false);
  if (!*answer) return lose(*open, {}, true);
  open->pending.pop_front();
  ++figures_.inputs;
  release(*open, number);
  forget_if_idle(table);
}

void Hall::Self::lose(OpenTable& open, const std::string& why, bool judge_again) {
  open.table.reset();
  open.is_thinking = false;
  open.held.clear();
  auto pending = std::move(open.pending);
  open.pending.clear();
  if (!judge_again)
    for (auto& each : pending) each.fail(why);
  else
    open.waiting.push_back([pending = std::move(pending)](OpenTable* found, const std::string& trouble) mutable {
      for (auto& each : pending) found != nullptr ? each.again() : each.fail(trouble);
    });
  load(open);
}

void Hall::Self::tell_news(OpenTable& open, Mark before, const Sent& sent, Moment now) {
  const ServedTable& table = *open.table;
  std::vector<std::pair<ClientId, Message>> messages;
  const auto news = [&](Onlooker onlooker, bool views, std::string_view id) {
    std::string text;
    {
      JsonObject json(text);
      table.add_news(json, onlooker, before);
      table.add_clock(json, now);
      json.add("state", name_of(table.state()));
      if (views) table.add_view(json, onlooker);
      if (!id.empty()) json.add("id", id);
    }
    return std::make_shared<const std::string>(std::move(text));
  };
  // All who only watch are told the same.
  std::array<Message, 2> watchers;
  for (const ClientId each : open.clients) {
    Client& client = clients_.at(each);
    client.told = table.mark();
    if (!client.onlooker) {
      Message& shared = watchers[client.views ? 1 : 0];
      if (!shared) shared = news(std::nullopt, client.views, {});
      messages.emplace_back(each, shared);
    } else {
      messages.emplace_back(each, news(client.onlooker, client.views, each == sent.client ? sent.id : std::string()));
    }
  }
  hold(open, [this, messages = std::move(messages)] {
    for (const auto& [client, message] : messages) {
      ++figures_.messages;
      outbox_.send(client, message);
    }
  });
}

void Hall::Self::resync(OpenTable& open, Moment now) {
  for (const ClientId each : open.clients) {
    Client& client = clients_.at(each);
    std::string text = welcome(open, client, client.told, now);
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

void Hall::Self::let_think(OpenTable& open, Moment /*now*/) {
  if (open.is_thinking || !open.table->is_programs_turn()) return;
  open.is_thinking = true;
  const Meeting& meeting = *open.table->meeting();
  const Referee& referee = meeting.duel().referee();
  const Seat began = referee.began(referee.mover());
  Thinking::Task task{open.table->chosen(), meeting.duel(), meeting.agreement().who[meeting.player_at(began)],
                      meeting.seeds_of_move().players[began]};
  const std::uint32_t number = open.table->inputs();
  thinking_.think(std::move(task), [this, id = open.id, number](auto answer) {
    OpenTable* const found = find(id);
    if (found == nullptr || !found->is_thinking) return;
    found->is_thinking = false;
    // Something has happened meanwhile: an offer, a flag.
    if (!found->table || !found->table->is_programs_turn()) return forget_if_idle(id);
    if (found->table->inputs() != number) return let_think(*found, now_);
    const Request request = answer ? *answer : Request(Forfeit{answer.error().why});
    if (const auto taken = found->table->answer(request, {now_, {}})) took(*found, *taken, {}, now_);
  });
}

void Hall::Self::note_flag(OpenTable& open) {
  const auto flag = open.table->flag_at();
  if (flag == open.flag) return;
  if (open.flag) flags_.erase({*open.flag, open.id});
  open.flag = flag;
  if (flag) flags_.emplace(*flag, open.id);
}

void Hall::Self::pass_time(Moment now) {
  now_ = std::max(now_, now);
  while (!flags_.empty() && flags_.begin()->first <= now) {
    const std::string id = flags_.begin()->second;
    flags_.erase(flags_.begin());
    OpenTable* const open = find(id);
    if (open == nullptr) continue;
    open->flag.reset();
    if (!open->table) continue;
    if (const auto taken = open->table->pass_time(now)) took(*open, *taken, {}, now);
  }
}

std::optional<Moment> Hall::Self::next_time() const {
  if (flags_.empty()) return std::nullopt;
  return flags_.begin()->first;
}

void Hall::Self::changed_elsewhere(std::string_view id) {
  OpenTable* const open = find(std::string(id));
  // What is pending here will find out by itself.
  if (open == nullptr || !open->table || !open->pending.empty()) return;
  journal_.load(open->id, open->table->inputs(), [this, id = open->id, before = open->table->inputs()](auto found) {
    OpenTable* const there = find(id);
    if (there == nullptr || !there->table || there->table->inputs() != before) return;
    if (!found || !*found) return;
    there->hashes = (*found)->table.hashes;
    const Mark mark = there->table->mark();
    for (const std::string& input : (*found)->inputs)
      if (!there->table->replay(input)) return lose(*there, {}, true);
    if (!(*found)->inputs.empty()) tell_news(*there, mark, {}, now_);
    note_flag(*there);
  });
}

void Hall::Self::close(std::string_view why) {
  std::string text;
  {
    JsonObject json(text);
    json.add("closing", why);
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

Hall::Hall(Journal& journal, Outbox& outbox, Thinking& thinking, HallLimits limits)
    : self_(std::make_unique<Self>(journal, outbox, thinking, limits)) {}
Hall::~Hall() = default;
void Hall::connected(ClientId client) { self_->connected(client); }
void Hall::received(ClientId client, std::string_view message, Moment now) { self_->received(client, message, now); }
void Hall::left(ClientId client) { self_->left(client); }
void Hall::create(std::string_view body, std::string_view address, Moment now, HttpReply reply) {
  self_->create(body, address, now, std::move(reply));
}
void Hall::list(std::string_view state, Moment now, HttpReply reply) { self_->list(state, now, std::move(reply)); }
void Hall::facts(std::string_view id, HttpReply reply) { self_->facts(id, std::move(reply)); }
void Hall::record(std::string_view id, HttpReply reply) { self_->record(id, std::move(reply)); }
void Hall::accept(std::string_view id, std::string_view body, Moment now, HttpReply reply) {
  self_->accept(id, body, now, std::move(reply));
}
void Hall::withdraw(std::string_view id, std::string_view token, Moment now, HttpReply reply) {
  self_->withdraw(id, token, now, std::move(reply));
}
void Hall::pass_time(Moment now) { self_->pass_time(now); }
std::optional<Moment> Hall::next_time() const { return self_->next_time(); }
void Hall::changed_elsewhere(std::string_view id) { self_->changed_elsewhere(id); }
void Hall::close(std::string_view why) { self_->close(why); }
Hall::Figures Hall::figures() const { return self_->figures(); }

}  // namespace duello
