#include "tests/server/world.hpp"

#include "json/writer.hpp"

namespace duello {

namespace {

ClientId next_client() {
  static ClientId last = 0;
  return ++last;
}

}  // namespace

void World::run(std::chrono::milliseconds longest) {
  const Moment end = now + longest;
  while (!deeds_.empty() && deeds_.begin()->first.first <= end) {
    auto deed = deeds_.extract(deeds_.begin());
    now = std::max(now, deed.key().first);
    deed.mapped()();
  }
}

std::unique_ptr<Hall> Process::fresh_hall() {
  return std::make_unique<Hall>(
      *this, *this, *this, limits, [this] { return world_.now; }, [this] { return world_.random(); },
      [this](const StoreTrouble& trouble) { troubles.push_back(trouble.why); });
}

void Process::die() {
  ++life_;
  last_ = known_ = {};
  unanswered_ = 0;
  // Who asks in the middle of what it does has nothing of it any more.
  world_.at(world_.now, [gone = std::shared_ptr(std::move(hall_))] {});
  hall_ = fresh_hall();
  hall_->take_up();
  const auto cut = std::exchange(wires, {});
  for (const auto& [client, wire] : cut) wire("");
}

void Process::stored(const std::string& table) {
  for (Process* const other : others) {
    const bool hears = !world_.happens(world_.weather.deaf_per_mille);
    const auto when = world_.now + world_.delay() * (hears ? 1 : 20);
    world_.at(when, [other, id = hears ? table : ""] { other->hall().changed_elsewhere(id); });
  }
}

void Process::send(ClientId client, std::string_view message) {
  if (const auto wire = wires.find(client); wire != wires.end()) wire->second(std::string(message));
}

bool Process::think(Task task, Thinking::Answer answer) {
  owners.insert(task.owner);
  then(world_.now + world_.delay(), [task = std::move(task), answer = std::move(answer)]() mutable {
    RandomPlayer player{Random(task.seed)};
    answer(player.answer(*TurnOfDuel(task.duel)).value());
  });
  return true;
}

void Process::watch_clocks() {
  hall_->pass_time();
  if (const auto next = hall_->next_time()) then(*next, [this] { watch_clocks(); });
}

void Visitor::come() {
  process_ = processes_[world_.below(processes_.size())];
  client_ = next_client();
  const ClientId mine = client_;
  // What is sent on one connection arrives in its order.
  auto last = std::make_shared<Moment>();
  process_->wires[mine] = [this, mine, last](const std::string& message) {
    // The other side has died.
    if (message.empty() && mine == client_) break_off();
    if (message.empty()) return;
    *last = std::max(*last, world_.now + world_.delay());
    world_.at(*last, [this, mine, message] { hear(mine, message); });
  };
  process_->hall().connected(mine, address);
  const auto invited = world_.invitations.find(table_);
  is_accepting_ = token_ == kGuestToken && invited != world_.invitations.end() && !is_accepted_;
  unsent_.clear();
  is_accepting_ ? accept(invited->second) : enter();
}

// Again and again with the same token, until an answer arrives.
void Visitor::accept(const std::string& invitation) {
  const auto hear = [this, mine = client_](const HttpAnswer& answer) {
    const int status = answer.status;
    world_.later([this, mine, status, body = answer.body] {
      if (mine != client_) return;  // that connection is gone
      if (status == 503) return break_off();
      if (status != 200) throw std::runtime_error(body);
      is_accepted_ = true;
      is_accepting_ = false;
      enter();
      for (const std::string& each : std::exchange(unsent_, {})) send(each);
    });
  };
  const std::string body = cat(R"({"invitation":")", invitation, R"(","token":")", token_, R"("})");
  process_->hall().accept(table_, body, address, hear);
  process_->watch_clocks();
}

void Visitor::enter() {
  std::string text;
  {
    JsonObject json(text);
    json.add("enter", table_);
    if (!token_.empty()) json.add("token", token_);
    if (game_ > 0) JsonObject(json.at("since")).add("game", game_).add("number", number_);
    json.add("views", true);
  }
  send(text);
  // What was sent on the last connection may not have arrived: the same again, by the same name.
  if (waits_for_) send(waits_for_->first);
}

void Visitor::send(const std::string& message) {
  if (is_accepting_) return unsent_.push_back(message);
  const auto arrive = [process = process_, client = client_, message] {
    process->hall().received(client, message);
    process->watch_clocks();
  };
  // In order, like what comes back.
  static thread_local std::map<ClientId, Moment> last;
  Moment& when = last[client_];
  // A line that breaks may still carry what was sent, when there is another one already.
  const bool breaks = world_.happens(world_.weather.breaks_per_mille);
  const int pause = breaks && world_.below(2) == 0 ? 10 : 1;
  when = std::max(when, world_.now + world_.delay() * pause);
  world_.at(when, arrive);
  if (world_.happens(world_.weather.doubles_per_mille)) world_.at(when, arrive);
  if (breaks) break_off();
}

void Visitor::break_off() {
  Process* const process = process_;
  const ClientId client = std::exchange(client_, 0);
  unanswered_.clear();
  process->wires.erase(client);
  // Nobody tells the process that a line is dead; it finds out after a while.
  const int pause = world_.below(8) == 0 ? 50 : 1;
  world_.at(world_.now + world_.delay() * pause, [process, client] { process->hall().left(client); });
  world_.later([this] { come(); });
}

void Visitor::hear(ClientId from, const std::string& message) {
  if (from != client_) return;  // of a connection that is gone
  bytes_ += message + '\n';
  const auto value = read_json(message, {.bytes = 1 << 20, .depth = 16});
  if (!value) throw std::runtime_error(message);
  if (const JsonValue* const id = value->find("id")) unanswered_.erase(id->text);
  if (const JsonValue* const why = value->find("error")) {
    refusals_.push_back(why->text);
    if (value->find("id") != nullptr) waits_for_.reset();
    // Not let in because the store was away: once more, a little later.
    if (world_.weather.troubles_per_mille > 0 && value->find("id") == nullptr) return break_off();
    return act();
  }
  if (const JsonValue* const state = value->find("state")) state_ = state->text;
  if (const JsonValue* const view = value->find("view")) view_ = *view;
  if (value->find("events") != nullptr) hear_news(*value, message);
  if (const JsonValue* const id = value->find("id"); id != nullptr && value->find("events") == nullptr)
    waits_for_.reset();
  act();
}

void Visitor::hear_news(const JsonValue& message, const std::string& text) {
  const JsonValue& at = *message.find("at");
  const std::uint64_t game = *at.find("game")->whole();
  if (game != game_) {
    game_ = game;
    number_ = 0;
    waits_for_.reset();
  }
  for (const JsonValue& each : message.find("events")->values) {
    const std::uint64_t number = *each.find("number")->whole();
    if (number <= number_) continue;  // told twice
    if (number != number_ + 1) throw std::runtime_error(cat("a gap before ", number, " in ", text));
    number_ = number;
    std::string noted = cat(game_, ' ', number, ' ', each.find("event")->text);
    for (const std::string_view key : {"seat", "move", "winner", "how"})
      if (const JsonValue* const part = each.find(key)) noted += cat(' ', part->text);
    news_.push_back(noted);
  }
  if (waits_for_ && number_ > waits_for_->second) waits_for_.reset();
}

void Visitor::act() {
  if (is_lazy || token_.empty() || client_ == 0 || waits_for_ || state_ != "playing") return;
  const JsonValue* const over = view_.find("over");
  if (over == nullptr) return;
  std::string request;
  if (over->text == "true") {
    request = R"("next":true)";
  } else {
    const JsonValue* const seat = view_.find("seat");
    if (seat == nullptr || view_.find("to_move")->text != seat->text) return;
    const JsonValue& scene = *view_.find("scene");
    const auto& offers = scene.find("offers")->values;
    if (const JsonValue* const amounts = scene.find("amounts"); amounts != nullptr && world_.below(4) != 0) {
      const auto& cells = amounts->find("cells")->values;
      request = cat(R"("submit":{"amounts":[{"cell":)", cells[(world_.below(cells.size()) + shift) % cells.size()].text,
                    R"(,"amount":)", 1 + world_.below(*amounts->find("most")->whole()), "}]}");
    } else if (!offers.empty()) {
      std::string move;
      append_json(move, offers[world_.below(offers.size())].find("move")->text);
      request = cat(R"("submit":{"move":)", move, '}');
    } else {
      return;
    }
  }
  const std::string message = cat('{', request, R"(,"id":"m)", ++sent_, "\"}");
  waits_for_ = {message, number_};
  unanswered_.insert(cat('m', sent_));
  send(message);
}

}  // namespace duello
