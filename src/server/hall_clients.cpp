// What clients say at the tables.
#include <algorithm>
#include <utility>

#include "server/hall.hpp"
#include "server/padding.hpp"

namespace duello {

namespace {

constexpr auto kSilence = std::chrono::seconds(3);  // between two phrases of one player
constexpr std::uint64_t kPhrases = 8;
constexpr std::size_t kMostEarly = 16;  // messages of a client that wait, for the store or until it has entered
constexpr std::string_view kAbsent = "Enter a table first";

bool is_plain(std::string_view id) {
  return std::ranges::all_of(id, [](char each) { return each >= ' ' && each <= '~'; });
}

}  // namespace

void Hall::connected(ClientId client, std::string_view address) {
  clients_.emplace(client, Client{.id = client, .address = std::string(address)});
}

void Hall::left(ClientId id) {
  const auto found = clients_.find(id);
  if (found == clients_.end()) return;
  leave(found->second);
  clients_.erase(found);
}

void Hall::leave(Client& client) {
  OpenTable* const open = std::exchange(client.table, nullptr);
  if (open == nullptr) return;
  std::erase(open->clients, &client);
  if (open->clients.empty()) open->fresh_until = now() + kFresh;
  std::erase_if(open->news, [&](const auto& each) { return each.first == &client; });
  if (const Onlooker player = std::exchange(client.outlook.onlooker, std::nullopt)) {
    if (!present(*open)[*player]) open->gone[*player] = now();
    tell_presence(*open);
  }
  forget_if_idle(open->id);
}

void Hall::received(ClientId id, std::string_view message) {
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
  JsonFields asked(*value, "The message",
                   {"enter", "submit", "next", "rematch", "say", "look", "leave", "token", "since", "name", "views",
                    "id", "at", "claim", "pad"});
  for (const std::string_view key : {"next", "rematch", "look", "leave"})
    if (asked.has(key) && !asked.flag(key)) asked.must_be(key, "true");
  if (!asked.is_good()) return refuse(id, asked.checked().error().why, {});
  if (asked.has("enter")) return enter(client, asked, message);
  if (asked.has("submit")) return submit(client, asked, message);
  if (asked.has("next")) return go_on(client, asked, message);
  if (asked.has("rematch")) return want_rematch(client, asked, message);
  if (asked.has("say")) return say(client, asked, message);
  if (asked.has("claim")) return claim(client, asked, message);
  if (asked.has("look")) return look(client);
  if (asked.has("leave")) return leave(client);
  refuse(id, "A message has one of the keys enter, submit, next, rematch, claim, say, look and leave", {});
}

void Hall::enter(Client& client, JsonFields& asked, std::string_view message) {
  const Arrival arrival{.client = client.id,
                        .table = asked.text("enter"),
                        .token = asked.text_or_none("token"),
                        .name = asked.text_or_none("name"),
                        .views = asked.flag("views"),
                        .have = read_mark(asked, "since"),
                        .message = std::string(message)};
  if (!asked.is_good()) return refuse(client.id, asked.checked().error().why, {});
  leave(client);
  client.is_arriving = true;
  with_table(arrival.table, [this, arrival](auto found) {
    // Another process may have told them more than is known here.
    if (!found || !arrival.have || *arrival.have <= (*found)->table->mark()) return arrive(found, arrival);
    catch_up(**found,
             [this, arrival] { with_table(arrival.table, [this, arrival](auto there) { arrive(there, arrival); }); });
  });
}

void Hall::arrive(std::expected<OpenTable*, NoTable> found_table, const Arrival& arrival) {
  if (!found_table) return turn_away(arrival.client, sentence_of(found_table.error()));
  OpenTable& open = **found_table;
  const auto found = clients_.find(arrival.client);
  if (found == clients_.end()) return;  // gone
  Client& client = found->second;
  const auto player = arrival.token.empty() ? std::nullopt : open.table->player_of(hash_of(arrival.token));
  if (const std::string objection = objection_to_entry(open, player, arrival.token); !objection.empty())
    return turn_away(client.id, objection);
  if (player && !open.table->is_taken(*player) && open.table->state() == TableState::open) {
    const auto taken = open.table->sit(*player, arrival.name, {}, {now(), {}});
    if (!taken) return turn_away(client.id, taken.error().why);
    took(open, *taken, {.client = client.id, .called = {}, .message = arrival.message, .enters = true});
  }
  client.table = &open;
  client.outlook.onlooker = player;
  client.outlook.views = arrival.views;
  open.clients.push_back(&client);
  let_think(open);
  hold(open, [this, id = client.id, mark = open.table->mark(), text = welcome(open, client.outlook, arrival.have)] {
    greet(id, mark, text);
  });
  if (player) tell_presence(open);
  // The last of all: they may leave, and the table be forgotten.
  hold(open, [this, id = client.id] { hear_early(id); });
}

std::string Hall::objection_to_entry(const OpenTable& open, Onlooker player, std::string_view token) const {
  if (!token.empty() && !player) {
    switch (open.table->ticket(hash_of(token))) {
      case Ticket::invitation:
        return "This is an invitation; accept it to take the seat";
      case Ticket::used:
        return "This invitation has been used";
      default:
        return "That is no seat at this table";
    }
  }
  const auto many = static_cast<std::size_t>(
      std::ranges::count(open.clients, player, [](const Client* each) { return each->outlook.onlooker; }));
  if (player && many >= limits_.connections_of_seat) return "This seat has too many connections";
  if (!player && many >= limits_.watchers_of_table) return "Too many people watch this table";
  return {};
}

void Hall::greet(ClientId id, Bookmark mark, std::string_view text) {
  const auto found = clients_.find(id);
  if (found == clients_.end()) return;
  found->second.told = mark;
  send(id, text);
}

void Hall::turn_away(ClientId id, std::string_view why) {
  const auto found = clients_.find(id);
  if (found == clients_.end()) return;
  refuse(id, why, {});
  leave(found->second);
  hear_early(id);
}

void Hall::hear_early(ClientId id) {
  const auto found = clients_.find(id);
  if (found == clients_.end() || !std::exchange(found->second.is_arriving, false)) return;
  // One of them may enter again: then the rest waits for that.
  for (const std::string& message : std::exchange(found->second.early, {})) received(id, message);
}

std::string Hall::welcome(const OpenTable& open, const Outlook& outlook, std::optional<Bookmark> have) const {
  return padded_for(open, outlook, [&](const Outlook& seen) { return welcome_text(open, seen, have); });
}

// A message to a player. Its length depends only on what is public, so it reveals no hidden move.
std::string Hall::padded_for(const OpenTable& open, const Outlook& outlook,
                             const std::function<std::string(const Outlook&)>& write) const {
  std::string text = write(outlook);
  if (!outlook.onlooker || !open.table->chosen()->facts().hidden) return text;
  const std::size_t open_size = write({.onlooker = std::nullopt, .views = outlook.views}).size();
  pad(text, padded_size(open_size + open.table->secret_room(outlook.views)));
  return text;
}

std::string Hall::welcome_text(const OpenTable& open, const Outlook& outlook, std::optional<Bookmark> have) const {
  return object_text([&](JsonObject& json) {
    const ServedTable& table = *open.table;
    json.add("table", open.id);
    table.add_facts(json);
    table.add_news(json, outlook.onlooker, have.value_or(Bookmark{}));
    table.add_clock(json, now());
    add_presence(json, open);
    if (table.wants_rematch()) {
      JsonObject rematch(json.at("rematch"));
      rematch.add("by", *table.wants_rematch() + 1);
      if (!table.rematch().empty()) rematch.add("table", table.rematch());
    }
    if (outlook.views) table.add_view(json, outlook.onlooker);
  });
}

OpenTable* Hall::table_of(Client& client, std::string_view id, std::string_view message) {
  OpenTable* const open = client.table;
  if (open == nullptr) {
    refuse(client.id, kAbsent, id);
    return nullptr;
  }
  if (!client.outlook.onlooker) {
    refuse(client.id, "You only watch here", id);
    return nullptr;
  }
  if (open->is_settled()) return open;
  // While the store is away, this lasts; what clients say that have gone meanwhile is gone with them.
  if (client.late.size() >= kMostEarly) {
    refuse(client.id, "Wait until what you have sent before is answered", id);
    return nullptr;
  }
  client.late.emplace_back(id, message);
  when_settled(*open, [this, to = client.id](auto found) {
    const auto there = clients_.find(to);
    if (there == clients_.end()) return;
    const auto [called, said] = std::move(there->second.late.front());
    there->second.late.pop_front();
    found ? received(to, said) : refuse(to, sentence_of(found.error()), called);
  });
  return nullptr;
}

std::optional<std::string> Hall::id_in(const Client& client, JsonFields& asked) {
  std::string id = asked.text_or_none("id");
  if (id.size() > ServedTable::kLongestId || !is_plain(id))
    asked.fail({cat("An id has at most ", ServedTable::kLongestId, " printable characters of ASCII")});
  if (asked.is_good()) return id;
  refuse(client.id, asked.checked().error().why, {});
  return std::nullopt;
}

bool Hall::was_known(ClientId client, const OpenTable& open, std::size_t player, std::string_view id) {
  const auto mark = open.table->mark_of(player, id);
  if (!mark) return false;
  send(client, object_text([&](JsonObject& json) {
         json.add("id", id);
         append_mark(json.at("at"), *mark);
       }));
  return true;
}

void Hall::submit(Client& client, JsonFields& asked, std::string_view message) {
  const auto id = id_in(client, asked);
  if (!id) return;
  OpenTable* const open = table_of(client, *id, message);
  if (open == nullptr) return;
  const auto behind = read_mark(asked, "at");
  if (!asked.is_good()) return refuse(client.id, asked.checked().error().why, *id);
  if (was_known(client.id, *open, *client.outlook.onlooker, *id)) return;
  auto taken = open->table->submit(*client.outlook.onlooker, *asked.find("submit"), behind, {now(), *id});
  if (!taken) return refuse(client.id, taken.error().why, *id);
  took(*open, *std::move(taken), {client.id, *id, std::string(message)});
}

void Hall::go_on(Client& client, JsonFields& asked, std::string_view message) {
  const auto id = id_in(client, asked);
  if (!id) return;
  OpenTable* const open = table_of(client, *id, message);
  if (open == nullptr || was_known(client.id, *open, *client.outlook.onlooker, *id)) return;
  const auto taken = open->table->next(*client.outlook.onlooker, {now(), *id});
  if (!taken) return refuse(client.id, taken.error().why, *id);
  took(*open, *taken, {client.id, *id, std::string(message)});
}

void Hall::say(Client& client, JsonFields& asked, std::string_view message) {
  OpenTable* const open = table_of(client, {}, message);
  if (open == nullptr) return;
  const std::uint64_t phrase = asked.whole("say", 1, kPhrases);
  if (!asked.is_good()) return refuse(client.id, cat("A phrase is a number from 1 to ", kPhrases), {});
  Moment& last = open->said[*client.outlook.onlooker];
  if (now() < last + kSilence) return refuse(client.id, "One phrase in three seconds is enough", {});
  last = now();
  const std::string text = object_text([&](JsonObject& json) {
    JsonObject said(json.at("said"));
    said.add("seat", *open->table->seat_of(client.outlook.onlooker)).add("phrase", phrase);
  });
  for (const Client* const each : open->clients) send(each->id, text);
}

void Hall::claim(Client& client, JsonFields& asked, std::string_view message) {
  const auto id = id_in(client, asked);
  if (!id) return;
  const std::string wanted = asked.text("claim");
  if (wanted != "win" && wanted != "abort") return refuse(client.id, "A claim is win or abort", *id);
  OpenTable* const open = table_of(client, *id, message);
  if (open == nullptr || was_known(client.id, *open, *client.outlook.onlooker, *id)) return;
  const Claim what = wanted == "win" ? Claim::win : Claim::abort;
  const std::size_t player = *client.outlook.onlooker;
  if (const std::string objection = objection_to_claim(*open, player, what); !objection.empty())
    return refuse(client.id, objection, *id);
  const auto taken = open->table->claim(player, what, {now(), *id});
  if (!taken) return refuse(client.id, taken.error().why, *id);
  took(*open, *taken, {client.id, *id, std::string(message)});
}

std::string Hall::objection_to_claim(const OpenTable& open, std::size_t player, Claim what) const {
  const ServedTable& table = *open.table;
  const std::size_t other = 1 - player;
  if (what == Claim::abort && table.is_too_long()) return {};
  if (table.setup().agreement.who[other] != kHuman) return "A program is never away";
  const auto wait = table.setup().claim_after;
  if (wait.count() == 0 || table.setup().agreement.time) return "Nothing can be claimed in this game";
  // Where other processes serve the same tables, a player may be connected to one of them.
  if (!limits_.is_alone) return "This server cannot tell who is away";
  if (present(open)[other]) return "The other player is here";
  const auto left = open.gone[other] + wait - now();
  if (left.count() <= 0) return {};
  return cat("The other player has not been away for long enough; try again in ",
             std::chrono::ceil<std::chrono::seconds>(left).count(), " seconds");
}

void Hall::look(Client& client) {
  OpenTable* const open = client.table;
  if (open == nullptr || !open->table) return refuse(client.id, kAbsent, {});
  if (open->table->meeting() == nullptr) return refuse(client.id, "The game has not begun", {});
  std::string text = padded_for(*open, {client.outlook.onlooker, true}, [&](const Outlook& seen) {
    return object_text([&](JsonObject& json) {
      open->table->add_view(json, seen.onlooker);
      open->table->add_clock(json, now());
    });
  });
  hold(*open, [this, id = client.id, text = std::move(text)] { send(id, text); });
}

void Hall::not_taken(const Sent& sent, NoTable why) {
  if (sent.retry) return (*sent.retry)(std::unexpected(why));
  if (!clients_.contains(sent.client)) return;
  sent.enters ? turn_away(sent.client, sentence_of(why)) : refuse(sent.client, sentence_of(why), sent.called);
}

void Hall::again(const Sent& sent) {
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

void Hall::want_rematch(Client& client, JsonFields& asked, std::string_view message) {
  const auto id = id_in(client, asked);
  if (!id) return;
  OpenTable* const open = table_of(client, *id, message);
  if (open == nullptr || was_known(client.id, *open, *client.outlook.onlooker, *id)) return;
  const std::size_t player = *client.outlook.onlooker;
  const ServedTable& table = *open->table;
  const bool against_program = table.setup().agreement.who[1 - player] != kHuman;
  const bool is_agreed = against_program || table.wants_rematch() == 1 - player;
  const Sent sent{client.id, *id, std::string(message)};
  if (!is_agreed || table.state() != TableState::over || !table.rematch().empty())
    return note_rematch(*open, player, {}, sent);
  // One other table is enough, however often it is asked for.
  if (open->makes_rematch) {
    if (open->about_rematch.size() >= kMostEarly) return refuse(client.id, "The other game is being opened", *id);
    open->about_rematch.emplace_back([this, to = client.id, message = std::string(message)] { received(to, message); });
    return;
  }
  const std::string_view objection = objection_to_opener(client.address, Listed::no);
  if (!objection.empty()) return refuse(client.id, objection, *id);
  open->makes_rematch = true;
  // Another table, at which both have their tokens already.
  StoredTable row = new_row(table.again(chance_()), {table.seat_hashes()[1], table.seat_hashes()[0]});
  const std::string made = row.id;
  openers_.add(made, client.address, Listed::no, now());
  journal_.add(std::move(row), [this, at = open->id, player, made, sent](auto added) {
    if (!added) {
      openers_.forget(made);
      refuse(sent.client, told_of(added.error()), sent.called);
      return end_making(at);
    }
    with_table(at, [this, at, player, made, sent](auto found) {
      found ? note_rematch(**found, player, made, sent) : refuse(sent.client, sentence_of(found.error()), sent.called);
      end_making(at);
    });
  });
}

void Hall::end_making(const std::string& id) {
  OpenTable* const open = find(id);
  if (open == nullptr) return;
  open->makes_rematch = false;
  for (auto& each : std::exchange(open->about_rematch, {})) each();
  forget_if_idle(id);
}

void Hall::note_rematch(OpenTable& open, std::size_t player, const std::string& made, const Sent& sent) {
  if (was_known(sent.client, open, player, sent.called)) return openers_.forget(made);
  const auto taken = open.table->want_rematch(player, made, {now(), sent.called});
  if (!taken) {
    openers_.forget(made);  // nobody will ever play there
    return refuse(sent.client, taken.error().why, sent.called);
  }
  took(open, *taken, sent);
  tell_rematch(open);
}

}  // namespace duello
