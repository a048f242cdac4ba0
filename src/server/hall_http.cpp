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

constexpr std::string_view kNoInvitation = "That is no invitation to this table";

int status_of(NoTable why) { return why == NoTable::unknown ? kNotFound : kUnavailable; }

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
  if (!limits_.is_alone) {
    // Only the server to which a player is connected knows that.
    if (value->find("claim_after") != nullptr && setup.claim_after.count() > 0)
      return reply(http_refusal(kBadRequest, "This server cannot tell who is away, so claim_after must be 0"));
    setup.claim_after = {};
  }
  auto game = games_.of(setup);
  if (!game) return reply(http_refusal(kBadRequest, game.error().why));
  if (const std::string objection = objection_to_knowing(setup, **game); !objection.empty())
    return reply(http_refusal(kBadRequest, objection));
  if (tables_.size() >= limits_.tables) return reply(http_refusal(kUnavailable, sentence_of(NoTable::crowded)));
  if (const std::string_view objection = objection_to_opener(address, setup.listed); !objection.empty())
    return reply(http_refusal(kTooMany, objection));

  const std::size_t player = wish->player;
  const std::string token = fresh_token(chance_);
  const std::string invitation = setup.invited ? fresh_token(chance_) : "";
  std::array<std::string, 2> hashes;
  hashes[player] = hash_of(token);
  if (setup.invited) hashes[*setup.invited] = hash_of(invitation);
  StoredTable row = new_row(setup, hashes);
  auto open = std::make_unique<OpenTable>();
  const std::string id = open->id = row.id;
  openers_.add(id, address, setup.listed, now());
  open->table = std::make_unique<ServedTable>(std::move(setup), *std::move(game), std::move(hashes));
  open->gone.fill(now());
  open->fresh_until = now() + kFresh;
  const auto sat = open->table->sit(player, {}, {}, {now(), {}});
  if (!sat) return reply(http_refusal(kBadRequest, sat.error().why));
  row.first_input = sat->text;
  row.state = open->table->state();
  std::string text = object_text([&](JsonObject& json) {
    json.add("table", id).add("seat", player + 1).add("token", token);
    if (!invitation.empty()) json.add("invitation", invitation);
  });
  journal_.add(std::move(row),
               [this, open = std::move(open), text = std::move(text), reply = std::move(reply)](auto added) mutable {
                 const std::string made = open->id;
                 if (!added) {
                   openers_.forget(made);
                   return reply(http_refusal(kUnavailable, told_of(added.error())));
                 }
                 OpenTable& there = *tables_.insert_or_assign(made, std::move(open)).first->second;
                 ++figures_.inputs;
                 note_state(there);
                 note_flag(there);
                 let_think(there);
                 reply({kCreated, std::move(text)});
                 forget_if_idle(made);
               });
}

void Hall::health(HttpReply reply) {
  const auto tell = [this](HttpReply to) {
    const bool is_well = health_.is_well(now());
    to({is_well ? 200 : kUnavailable, object_text([&](JsonObject& json) { json.add("ok", is_well); })});
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
    reply(http_refusal(status_of(found.error()), sentence_of(found.error())));
  });
}

void Hall::facts(std::string_view id, std::string_view token, HttpReply reply) {
  at_table(id, std::move(reply), [this, token = std::string(token)](OpenTable& open, HttpReply to) {
    std::string text = object_text([&](JsonObject& json) {
      json.add("table", open.id);
      open.table->add_facts(json);
      append_mark(json.at("at"), open.table->mark());
      add_presence(json, open);
      if (!token.empty()) json.add("bearer", name_of(open.table->ticket(hash_of(token))));
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

void Hall::accept(std::string_view id, std::string_view body, std::string_view address, HttpReply reply) {
  const auto value = read_json(body.empty() ? "{}" : body, {.bytes = limits_.longest_message, .depth = 8});
  if (!value) return reply(http_refusal(kBadRequest, value.error().why));
  JsonFields asked(*value, "The answer", {"name", "invitation", "token"});
  Acceptance asks{.name = asked.text_or_none("name"),
                  .invitation = asked.text_or_none("invitation"),
                  .token = asked.text_or_none("token"),
                  .address = std::string(address)};
  if (asks.token.empty()) asks.token = fresh_token(chance_);
  if (!is_token(asks.token)) asked.fail({"A token has 22 letters, digits, - and _"});
  if (!asked.is_good()) return reply(http_refusal(kBadRequest, asked.checked().error().why));
  // Nobody keeps long texts while the store is away.
  if (!asks.invitation.empty() && !is_token(asks.invitation)) return reply(http_refusal(kForbidden, kNoInvitation));
  if (const auto objection = objection_to_names({asks.name, {}}, {"The name", "The name"}); !objection.empty())
    return reply(http_refusal(kBadRequest, objection));
  with_table(id,
             [this, asks, to = std::make_shared<HttpReply>(std::move(reply))](auto found) { accept(found, asks, to); });
}

void Hall::accept(std::expected<OpenTable*, NoTable> found, const Acceptance& asked, std::shared_ptr<HttpReply> reply) {
  const auto refuse = [&](int status, std::string_view why) { (*reply)(http_refusal(status, why)); };
  if (!found) return refuse(status_of(found.error()), sentence_of(found.error()));
  OpenTable& open = **found;
  ServedTable& table = *open.table;
  const std::string hash = hash_of(asked.token);
  const auto answer = [](std::size_t player, std::string_view token) {
    return object_text([&](JsonObject& json) { json.add("seat", player + 1).add("token", token); });
  };
  // The client repeats a request whose answer it did not receive.
  const std::optional<std::size_t> sits = table.player_of(hash);
  if (sits && table.is_taken(*sits)) {
    (*reply)({200, answer(*sits, asked.token)});
    return forget_if_idle(open.id);
  }
  if (table.state() == TableState::withdrawn) return refuse(kConflict, "The table was withdrawn");
  const TableSetup& setup = table.setup();
  if (setup.listed == Listed::no || !asked.invitation.empty()) {
    const Ticket ticket = table.ticket(hash_of(asked.invitation));
    if (ticket == Ticket::used) return refuse(kConflict, "This invitation has been used");
    if (ticket != Ticket::invitation) return refuse(kForbidden, kNoInvitation);
  }
  const std::size_t player = table.is_taken(0) ? 1 : 0;
  if (table.state() != TableState::open || table.is_taken(player))
    return refuse(kConflict, "No seat is free at this table");
  // A token opens one seat only, so it must not be in use at this table already.
  if (table.ticket(hash) != Ticket::unknown) return refuse(kConflict, "Choose another token");
  if (const std::string_view objection = openers_.objection_to_guest(asked.address, setup.listed, now());
      !objection.empty())
    return refuse(kTooMany, objection);
  const auto taken = table.sit(player, asked.name, hash, {now(), {}});
  if (!taken) return refuse(kBadRequest, taken.error().why);
  open.gone[player] = now();
  const auto retry =
      std::make_shared<OpenTable::Use>([this, asked, reply](auto there) { accept(there, asked, reply); });
  took(open, *taken, {.retry = retry});
  // At once: others of that address may be on their way, too.
  openers_.add_guest(open.id, asked.address, setup.listed, now());
  hold(open, [text = answer(player, asked.token), reply]() mutable { (*reply)({200, std::move(text)}); });
}

void Hall::withdraw(std::string_view id, std::string_view token, HttpReply reply) {
  with_table(id, [this, hash = hash_of(token), to = std::make_shared<HttpReply>(std::move(reply))](auto found) {
    withdraw(found, hash, to);
  });
}

void Hall::withdraw(std::expected<OpenTable*, NoTable> found, const std::string& hash,
                    std::shared_ptr<HttpReply> reply) {
  const auto refuse = [&](int status, std::string_view why) { (*reply)(http_refusal(status, why)); };
  if (!found) return refuse(status_of(found.error()), sentence_of(found.error()));
  OpenTable& open = **found;
  const auto player = open.table->player_of(hash);
  if (!player) return refuse(kForbidden, "Only a player of this table can withdraw it");
  const auto taken = open.table->withdraw(*player, {now(), {}});
  if (!taken) return refuse(kConflict, taken.error().why);
  const auto retry =
      std::make_shared<OpenTable::Use>([this, hash, reply](auto there) { withdraw(there, hash, reply); });
  took(open, *taken, {.retry = retry});
  hold(open, [reply] { (*reply)({200, "{}"}); });
}

}  // namespace duello
