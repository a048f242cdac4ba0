// What the hall answers over HTTP, and how tables come into being.
#include <algorithm>

#include "server/hall.hpp"

namespace duello {

namespace {

constexpr int kCreated = 201;
constexpr int kBadRequest = 400;
constexpr int kForbidden = 403;
constexpr int kNotFound = 404;
constexpr int kConflict = 409;
constexpr int kTooMany = 429;
constexpr int kUnavailable = 503;

HttpAnswer http_refusal(int status, std::string_view why) { return {status, refusal_text(why)}; }

}  // namespace

// What anybody may ask for must be found out soon, and leave room for what others ask for.
std::string Hall::objection_to_knowing(const TableSetup& setup, const ChosenGame& game) const {
  if (std::ranges::none_of(setup.agreement.who, needs_knowledge)) return {};
  return game.objection_to_serving();
}

std::string_view Hall::objection_to_opener(std::string_view address, Listed listed) {
  const std::string_view objection = openers_.objection_to(address, listed, now());
  // What has ended at another process is not heard of here, where nobody was at the table.
  if (!objection.empty() && !limits_.is_alone)
    for (const std::string& id : openers_.to_look_after(address, now()))
      if (find(id) == nullptr) with_table(id, [](auto) {});
  return objection;
}

StoredTable Hall::new_row(const TableSetup& setup, std::array<std::string, 2> hashes) {
  return {.id = fresh_table_id(chance_),
          .setup = setup_text(setup),
          .hashes = std::move(hashes),
          .created = now().time_since_epoch().count(),
          .state = TableState::open,
          .listed = setup.listed == Listed::yes,
          .timed = setup.agreement.time.has_value()};
}

void Hall::create(std::string_view body, std::string_view address, HttpReply reply) {
  const auto value = read_json(body, {.bytes = limits_.longest_message, .depth = 8});
  if (!value) return reply(http_refusal(kBadRequest, value.error().why));
  auto wish = read_wish(*value, chance_());
  if (!wish) return reply(http_refusal(kBadRequest, wish.error().why));
  TableSetup& setup = wish->setup;
  auto game = games_.of(setup);
  if (!game) return reply(http_refusal(kBadRequest, game.error().why));
  if (const std::string objection = objection_to_knowing(setup, **game); !objection.empty())
    return reply(http_refusal(kBadRequest, objection));
  if (tables_.size() >= limits_.tables) return reply(http_refusal(kUnavailable, sentence_of(NoTable::crowded)));
  if (const std::string_view objection = objection_to_opener(address, setup.listed); !objection.empty())
    return reply(http_refusal(kTooMany, objection));

  const std::size_t player = wish->player;
  const bool is_invited = setup.agreement.who[1 - player] == kHuman && setup.listed == Listed::no;
  const std::string token = fresh_token(chance_);
  const std::string invitation = is_invited ? fresh_token(chance_) : "";
  auto open = std::make_unique<OpenTable>();
  open->hashes[player] = hash_of(token);
  if (is_invited) open->hashes[1 - player] = hash_of(invitation);
  StoredTable row = new_row(setup, open->hashes);
  const std::string id = open->id = row.id;
  openers_.add(id, address, setup.listed, now());
  open->table = std::make_unique<ServedTable>(std::move(setup), *std::move(game));
  open->waiting.emplace_back([](auto) {});  // nobody forgets it before it is stored
  tables_.emplace(id, std::move(open));
  std::string text = object_text([&](JsonObject& json) {
    json.add("table", id).add("seat", player + 1).add("token", token);
    if (is_invited) json.add("invitation", invitation);
  });
  journal_.add(std::move(row),
               [this, id, player, text = std::move(text), reply = std::move(reply)](auto added) mutable {
                 OpenTable& made = *find(id);
                 made.waiting.clear();
                 if (added) return seat_opener(made, player, std::move(text), std::move(reply));
                 openers_.forget(id);
                 forget_if_idle(id);
                 reply(http_refusal(kUnavailable, told_of(added.error())));
               });
}

void Hall::seat_opener(OpenTable& made, std::size_t player, std::string text, HttpReply reply) {
  const auto taken = made.table->sit(player, {}, {now(), {}});
  if (!taken) return reply(http_refusal(kBadRequest, taken.error().why));
  took(made, *taken, {});
  hold(made, [text = std::move(text), reply = std::move(reply)]() mutable { reply({kCreated, std::move(text)}); });
}

void Hall::health(HttpReply reply) {
  const auto tell = [this](HttpReply to) {
    const bool is_well = health_.is_well(now());
    to({is_well ? 200 : kUnavailable, object_text([&](JsonObject& json) { json.add("well", is_well); })});
  };
  if (health_.is_known(now())) return tell(std::move(reply));
  journal_.listed(TableState::open, 1, [this, tell, reply = std::move(reply)](auto found) mutable {
    found ? health_.found(now()) : health_.missed(now());
    tell(std::move(reply));
  });
}

void Hall::list(std::string_view state, HttpReply reply) {
  if (state != "open" && state != "playing")
    return reply(http_refusal(kBadRequest, "The state of the tables is open or playing"));
  Lobby& lobby = state == "open" ? open_lobby_ : playing_lobby_;
  lobby.ask(now(), [this, reply = std::move(reply)](const Lobby::Text& text) mutable {
    reply(text ? HttpAnswer{200, *text} : http_refusal(kUnavailable, told_of(text.error())));
  });
}

void Hall::at_table(std::string_view id, HttpReply reply, std::move_only_function<void(OpenTable&, HttpReply)> then) {
  with_table(id, [reply = std::move(reply), then = std::move(then)](auto found) mutable {
    if (found) return then(**found, std::move(reply));
    reply(http_refusal(found.error() == NoTable::unknown ? kNotFound : kUnavailable, sentence_of(found.error())));
  });
}

void Hall::facts(std::string_view id, HttpReply reply) {
  at_table(id, std::move(reply), [this](OpenTable& open, HttpReply to) {
    std::string text = object_text([&](JsonObject& json) {
      json.add("table", open.id);
      open.table->add_facts(json);
      append_mark(json.at("at"), open.table->mark());
      json.add("present", present(open));
    });
    hold(open, [text = std::move(text), to = std::move(to)]() mutable { to({200, std::move(text)}); });
    forget_if_idle(open.id);
  });
}

void Hall::record(std::string_view id, HttpReply reply) {
  at_table(id, std::move(reply), [this](OpenTable& open, HttpReply to) {
    auto record = open.table->record();
    if (!record) return to(http_refusal(kConflict, "The record is there when the last game is over"));
    hold(open, [text = *std::move(record), to = std::move(to)]() mutable {
      to({200, std::move(text), "text/plain; charset=utf-8"});
    });
    forget_if_idle(open.id);
  });
}

void Hall::accept(std::string_view id, std::string_view body, HttpReply reply) {
  const auto value = read_json(body.empty() ? "{}" : body, {.bytes = limits_.longest_message, .depth = 8});
  static constexpr std::array<std::string_view, 1> kKnown{"name"};
  const auto asked = value ? Question::of(*value, "The answer", kKnown) : std::unexpected(value.error());
  const auto name = asked ? asked->text_or_none("name") : std::unexpected(asked.error());
  if (!name) return reply(http_refusal(kBadRequest, name.error().why));
  at_table(id, std::move(reply), [this, name = *name](OpenTable& open, HttpReply to) {
    const auto free = std::ranges::find(open.hashes, std::string());
    const auto player = static_cast<std::size_t>(free - open.hashes.begin());
    if (free == open.hashes.end() || open.table->state() != TableState::open || open.table->is_taken(player))
      return to(http_refusal(kConflict, "No seat is free at this table"));
    // Before the seat is taken, which cannot be undone.
    if (const std::string objection = open.table->objection_to_name(player, name); !objection.empty())
      return to(http_refusal(kBadRequest, objection));
    take_seat(open, player, name, std::move(to));
  });
}

void Hall::take_seat(OpenTable& open, std::size_t player, const std::string& name, HttpReply reply) {
  const std::string token = fresh_token(chance_);
  const auto sit = [this, player, name, token](OpenTable& there, HttpReply to) {
    there.hashes[player] = hash_of(token);
    const auto taken = there.table->sit(player, name, {now(), {}});
    if (!taken) return to(http_refusal(kConflict, taken.error().why));
    took(there, *taken, {});
    std::string text = object_text([&](JsonObject& json) { json.add("seat", player + 1).add("token", token); });
    hold(there, [text = std::move(text), to = std::move(to)]() mutable { to({200, std::move(text)}); });
  };
  journal_.take_seat(open.id, player, hash_of(token),
                     [this, table = open.id, sit, reply = std::move(reply)](auto got) mutable {
                       if (!got) return reply(http_refusal(kUnavailable, told_of(got.error())));
                       if (!*got) return reply(http_refusal(kConflict, "Somebody else was faster"));
                       at_table(table, std::move(reply), sit);
                     });
}

void Hall::withdraw(std::string_view id, std::string_view token, HttpReply reply) {
  at_table(id, std::move(reply), [this, token = std::string(token)](OpenTable& open, HttpReply to) {
    const auto player = player_of(open, token);
    if (!player) return to(http_refusal(kForbidden, "Only who sits at the table can withdraw it"));
    const auto taken = open.table->withdraw(*player, {now(), {}});
    if (!taken) return to(http_refusal(kConflict, taken.error().why));
    took(open, *taken, {});
    hold(open, [to = std::move(to)]() mutable { to({200, "{}"}); });
  });
}

}  // namespace duello
