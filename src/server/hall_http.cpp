// What the hall answers over HTTP, and how tables come into being.
#include <algorithm>

#include "core/title.hpp"
#include "server/hall_self.hpp"
#include "server/token.hpp"

namespace duello {

namespace {

constexpr auto kLobbyAge = std::chrono::seconds(1);   // that a list may have
constexpr auto kPulse = std::chrono::seconds(1);      // between two looks at whether the store is there
constexpr auto kSickness = std::chrono::seconds(30);  // that it counts if something could not be stored
constexpr int kBadRequest = 400;
constexpr int kForbidden = 403;
constexpr int kNotFound = 404;
constexpr int kConflict = 409;
constexpr int kTooMany = 429;
constexpr int kCreated = 201;
constexpr int kUnavailable = 503;

template <class AddAll>
std::string object_text(const AddAll& add_all) {
  std::string text;
  {
    JsonObject json(text);
    add_all(json);
  }
  return text;
}

}  // namespace

HttpAnswer http_refusal(int status, std::string_view why) { return {status, refusal_text(why)}; }

// What anybody may ask for must be found out soon, and leave room for what others ask for.
std::string Hall::Self::objection_to_knowing(const ChosenGame& game) const {
  if (game.table_bytes() > limits_.largest_solution)
    return cat(full_title(game.game()),
               " is too large to be solved here; choose smaller rules, or random as the program");
  return game.objection_to_solving();
}

void Hall::Self::create(std::string_view body, std::string_view address, HttpReply reply) {
  const auto value = read_json(body, {.bytes = limits_.longest_message, .depth = 8});
  if (!value) return reply(http_refusal(kBadRequest, value.error().why));
  auto wish = read_wish(*value, chance_());
  if (!wish) return reply(http_refusal(kBadRequest, wish.error().why));
  auto game = game_of(wish->setup);
  if (!game) return reply(http_refusal(kBadRequest, game.error().why));
  for (const std::string& who : wish->setup.agreement.who)
    if (const std::string objection = needs_knowledge(who) ? objection_to_knowing(**game) : ""; !objection.empty())
      return reply(http_refusal(kBadRequest, objection));
  if (tables_.size() >= limits_.tables)
    return reply(http_refusal(kUnavailable, "Too many games are played here just now"));
  if (!openers_.may_open(address, now()))
    return reply(http_refusal(kTooMany, "Too many games were opened from your address; end or withdraw some"));

  const std::size_t player = wish->player;
  const std::size_t other = 1 - player;
  const std::string token = fresh_token(chance_);
  const bool is_invited = wish->setup.agreement.who[other] == kHuman && wish->setup.listed == Listed::no;
  const std::string invitation = is_invited ? fresh_token(chance_) : "";
  auto open = std::make_unique<OpenTable>();
  open->id = fresh_table_id(chance_);
  open->hashes[player] = hash_of(token);
  if (is_invited) open->hashes[other] = hash_of(invitation);
  StoredTable row{.id = open->id,
                  .setup = setup_text(wish->setup),
                  .hashes = open->hashes,
                  .created = now().time_since_epoch().count(),
                  .state = TableState::open,
                  .listed = wish->setup.listed == Listed::yes,
                  .timed = wish->setup.agreement.time.has_value()};
  open->table = std::make_unique<ServedTable>(std::move(wish->setup), *std::move(game));
  open->waiting.emplace_back([](OpenTable*, const std::string&) {});  // nobody forgets it before it is stored
  const std::string id = open->id;
  openers_.add(id, address, now());
  tables_.emplace(id, std::move(open));
  journal_.add(std::move(row), [this, id, player, token, invitation, reply = std::move(reply)](auto added) mutable {
    OpenTable& made = *find(id);
    made.waiting.clear();
    if (!added) {
      openers_.forget(id);
      forget_if_idle(id);
      return reply(http_refusal(kUnavailable, told_of(added.error())));
    }
    const auto taken = made.table->sit(player, {}, {now(), {}});
    if (!taken) return reply(http_refusal(kBadRequest, taken.error().why));
    took(made, *taken, {});
    hold(made, [id, player, token, invitation, reply = std::move(reply)]() mutable {
      reply({kCreated, object_text([&](JsonObject& json) {
               json.add("table", id).add("seat", player + 1).add("token", token);
               if (!invitation.empty()) json.add("invitation", invitation);
             })});
    });
  });
}

void Hall::Self::health(HttpReply reply) {
  const auto tell = [this](HttpReply to) {
    const bool is_well = pulse_.is_there && !(troubled_ && now() < *troubled_ + kSickness);
    to({is_well ? 200 : kUnavailable, object_text([&](JsonObject& json) { json.add("well", is_well); })});
  };
  if (now() < pulse_.felt + kPulse) return tell(std::move(reply));
  journal_.listed(TableState::open, 1, [this, tell, reply = std::move(reply)](auto found) mutable {
    pulse_ = {now(), found.has_value()};
    tell(std::move(reply));
  });
}

void Hall::Self::list(std::string_view state, HttpReply reply) {
  if (state != "open" && state != "playing")
    return reply(http_refusal(kBadRequest, "The state of the tables is open or playing"));
  const Lobby& known = lobbies_[std::string(state)];
  if (!known.text.empty() && now() < known.made + kLobbyAge) return reply({200, known.text});
  const TableState wanted = state == "open" ? TableState::open : TableState::playing;
  journal_.listed(wanted, limits_.longest_list,
                  [this, state = std::string(state), reply = std::move(reply)](auto found) mutable {
                    if (!found) return reply(http_refusal(kUnavailable, told_of(found.error())));
                    std::string text = object_text([&](JsonObject& json) {
                      json.add("tables", *found, [&](std::string& at, const StoredTable& row) {
                        JsonObject one(at);
                        one.add("table", row.id).add("created", row.created);
                        add_row(one, row);
                      });
                    });
                    lobbies_[state] = {now(), text};
                    reply({200, std::move(text)});
                  });
}

void Hall::Self::add_row(JsonObject& json, const StoredTable& row) {
  if (const OpenTable* const open = find(row.id); open != nullptr && open->is_settled())
    return open->table->add_facts(json);
  const auto setup = read_setup(row.setup);
  const auto game = setup ? game_of(*setup) : std::unexpected(setup.error());
  if (!game) return;
  // Whoever takes a seat at a listed table sits down there.
  std::array<bool, 2> taken{};
  for (std::size_t player = 0; player < 2; ++player)
    taken[player] = setup->agreement.who[player] != kHuman || !row.hashes[player].empty();
  add_facts(json, *setup, (*game)->game(), row.state, taken);
}

void Hall::Self::facts(std::string_view id, HttpReply reply) {
  with_table(id, [this, reply = std::move(reply)](OpenTable* open, const std::string& why) mutable {
    if (open == nullptr) return reply(http_refusal(why == kUnknownTable ? kNotFound : kUnavailable, why));
    hold(*open, [text = object_text([&](JsonObject& json) {
                   json.add("table", open->id);
                   open->table->add_facts(json);
                   append_mark(json.at("at"), open->table->mark());
                   json.add("present", present(*open));
                 }),
                 reply = std::move(reply)]() mutable { reply({200, std::move(text)}); });
    forget_if_idle(open->id);
  });
}

void Hall::Self::record(std::string_view id, HttpReply reply) {
  with_table(id, [this, reply = std::move(reply)](OpenTable* open, const std::string& why) mutable {
    if (open == nullptr) return reply(http_refusal(why == kUnknownTable ? kNotFound : kUnavailable, why));
    auto record = open->table->record();
    if (!record) return reply(http_refusal(kConflict, "The record is there when the last game is over"));
    hold(*open, [text = *std::move(record), reply = std::move(reply)]() mutable {
      reply({200, std::move(text), "text/plain; charset=utf-8"});
    });
    forget_if_idle(open->id);
  });
}

void Hall::Self::accept(std::string_view id, std::string_view body, HttpReply reply) {
  const auto value = read_json(body.empty() ? "{}" : body, {.bytes = limits_.longest_message, .depth = 8});
  static constexpr std::array<std::string_view, 1> kKnown{"name"};
  const auto asked = value ? Question::of(*value, "The answer", kKnown) : std::unexpected(value.error());
  const auto name = asked ? asked->text_or_none("name") : std::unexpected(asked.error());
  if (!name) return reply(http_refusal(kBadRequest, name.error().why));
  with_table(id, [this, name = *name, reply = std::move(reply)](OpenTable* open, const std::string& why) mutable {
    if (open == nullptr) return reply(http_refusal(why == kUnknownTable ? kNotFound : kUnavailable, why));
    const auto free = std::ranges::find(open->hashes, std::string());
    const auto player = static_cast<std::size_t>(free - open->hashes.begin());
    if (free == open->hashes.end() || open->table->state() != TableState::open || open->table->is_taken(player))
      return reply(http_refusal(kConflict, "No seat is free at this table"));
    // Before the seat is taken, which cannot be undone.
    if (const std::string objection = open->table->objection_to_name(player, name); !objection.empty())
      return reply(http_refusal(kBadRequest, objection));
    const std::string token = fresh_token(chance_);
    journal_.take_seat(
        open->id, player, hash_of(token),
        [this, table = open->id, player, token, name, reply = std::move(reply)](auto got) mutable {
          if (!got) return reply(http_refusal(kUnavailable, told_of(got.error())));
          if (!*got) return reply(http_refusal(kConflict, "Somebody else was faster"));
          with_table(table, [=, this, reply = std::move(reply)](OpenTable* there, const std::string& trouble) mutable {
            if (there == nullptr) return reply(http_refusal(kUnavailable, trouble));
            there->hashes[player] = hash_of(token);
            const auto taken = there->table->sit(player, name, {now(), {}});
            if (!taken) return reply(http_refusal(kConflict, taken.error().why));
            took(*there, *taken, {});
            hold(*there, [player, token, reply = std::move(reply)]() mutable {
              reply({200, object_text([&](JsonObject& json) { json.add("seat", player + 1).add("token", token); })});
            });
          });
        });
  });
}

void Hall::Self::withdraw(std::string_view id, std::string_view token, HttpReply reply) {
  with_table(id, [this, token = std::string(token), reply = std::move(reply)](OpenTable* open,
                                                                              const std::string& why) mutable {
    if (open == nullptr) return reply(http_refusal(why == kUnknownTable ? kNotFound : kUnavailable, why));
    const auto player = player_of(*open, token);
    if (!player) return reply(http_refusal(kForbidden, "Only who sits at the table can withdraw it"));
    const auto taken = open->table->withdraw(*player, {now(), {}});
    if (!taken) return reply(http_refusal(kConflict, taken.error().why));
    took(*open, *taken, {});
    hold(*open, [reply = std::move(reply)]() mutable { reply({200, "{}"}); });
  });
}

void Hall::Self::want_rematch(Client& client, const Question& asked, std::string_view message) {
  const auto id = id_in(client, asked);
  if (!id) return;
  OpenTable* const open = table_of(client, *id, message);
  if (open == nullptr || was_known(client.id, *open, *client.onlooker, *id)) return;
  const std::size_t player = *client.onlooker;
  const ServedTable& table = *open->table;
  const bool against_program = table.setup().agreement.who[1 - player] != kHuman;
  const bool is_agreed = against_program || table.wants_rematch() == 1 - player;
  const auto want = [this, sent = Sent{client.id, *id, std::string(message)}, player](const std::string& at,
                                                                                      const std::string& made) {
    with_table(at, [this, sent, player, made](OpenTable* there, const std::string& why) {
      if (there == nullptr) return refuse(sent.client, why, sent.called);
      if (was_known(sent.client, *there, player, sent.called)) return;
      const auto taken = there->table->want_rematch(player, made, {now(), sent.called});
      if (!taken) return refuse(sent.client, taken.error().why, sent.called);
      took(*there, *taken, sent);
      tell_rematch(*there);
    });
  };
  if (!is_agreed || table.state() != TableState::over || !table.rematch().empty()) return want(open->id, "");
  // Another table, at which both have their tokens already.
  const TableSetup again = table.again(chance_());
  StoredTable row{.id = fresh_table_id(chance_),
                  .setup = setup_text(again),
                  .hashes = {open->hashes[1], open->hashes[0]},
                  .created = now().time_since_epoch().count(),
                  .state = TableState::open,
                  .listed = false,
                  .timed = again.agreement.time.has_value()};
  const std::string made = row.id;
  journal_.add(std::move(row), [this, at = open->id, made, want, to = client.id, id = *id](auto added) {
    if (!added) return refuse(to, told_of(added.error()), id);
    want(at, made);
  });
}

}  // namespace duello
