#include "bench/server/crowd.hpp"

#include <cstdio>
#include <cstdlib>

#include "core/text.hpp"

namespace duello {

namespace {

[[noreturn]] void give_up(std::string_view why, std::string_view message) {
  std::fprintf(stderr, "%.*s: %.*s\n", static_cast<int>(why.size()), why.data(), static_cast<int>(message.size()),
               message.data());
  std::exit(1);
}

// The text behind a key, up to its quote; nothing if there is no such key.
std::string_view text_at(std::string_view message, std::string_view key) {
  const std::size_t found = message.find(key);
  if (found == message.npos) return {};
  const std::string_view rest = message.substr(found + key.size());
  return rest.substr(0, rest.find('"'));
}

std::uint32_t number_at(std::string_view message, std::string_view key) {
  const std::size_t found = message.find(key);
  std::uint32_t number = 0;
  for (std::size_t i = found + key.size(); found != message.npos && message[i] >= '0' && message[i] <= '9'; ++i)
    number = number * 10 + static_cast<std::uint32_t>(message[i] - '0');
  return number;
}

std::vector<std::string> opening_requests(std::size_t games, const Scripts& scripts) {
  const std::string body = cat(R"({"game":")", scripts.game, R"(","first":1,"best_of":99,"name":"Ann"})");
  return std::vector<std::string>(
      games, cat("POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: ", body.size(), "\r\n\r\n", body));
}

std::string accepting_request(std::string_view answer) {
  const std::string body = cat(R"({"invitation":")", text_at(answer, R"("invitation":")"), R"("})");
  return cat("POST /api/tables/", text_at(answer, R"("table":")"),
             "/accept HTTP/1.1\r\nHost: localhost\r\nContent-Length: ", body.size(), "\r\n\r\n", body);
}

std::string enter_text(std::string_view table, std::string_view token) {
  return cat(R"({"enter":")", table, R"(","token":")", token, R"("})");
}

}  // namespace

Crowd::Crowd(std::uint16_t port, std::size_t games, const Scripts& scripts)
    : scripts_(scripts), tables_(opened(port, games, scripts)), load_(port, 2 * games), unready_(games) {
  for (std::size_t i = 0; i < games; ++i)
    for (std::size_t who = 0; who < 2; ++who)
      load_.send(2 * i + who, enter_text(tables_[i].id, tables_[i].players[who].token));
  settle();
}

// Before anybody connects: it takes a while, in which nobody would answer a ping.
std::vector<Crowd::Table> Crowd::opened(std::uint16_t port, std::size_t games, const Scripts& scripts) {
  std::vector<Table> tables;
  std::vector<std::string> requests;
  for (const std::string& answer : answers_to(port, opening_requests(games, scripts), 201)) {
    Table& table = tables.emplace_back();
    table.id = text_at(answer, R"("table":")");
    table.players[0].token = text_at(answer, R"("token":")");
    requests.push_back(accepting_request(answer));
  }
  const std::vector<std::string> accepted = answers_to(port, requests, 200);
  for (std::size_t i = 0; i < tables.size(); ++i) tables[i].players[1].token = text_at(accepted[i], R"("token":")");
  return tables;
}

// Until all tables are ready for a move.
void Crowd::settle() {
  if (unready_ == 0) return;
  load_.run(std::chrono::seconds(60), [this](std::size_t client, std::string_view message) {
    std::string answer = heard(client, message);
    if (unready_ == 0) load_.stop();
    return answer;
  });
  if (unready_ != 0) give_up("Some games do not go on", cat(unready_));
}

void Crowd::rest(std::chrono::milliseconds time) {
  load_.run(time, [this](std::size_t client, std::string_view message) { return heard(client, message); });
}

std::uint64_t Crowd::come_back() {
  welcomes_ = 0;
  for (std::size_t client = 0; client < 2 * tables_.size(); ++client) {
    const Table& table = tables_[client / 2];
    const Player& player = table.players[client % 2];
    load_.send(client, cat(R"({"enter":")", table.id, R"(","token":")", player.token, R"(","since":{"game":)",
                           player.game, R"(,"number":)", table.number, "}}"));
  }
  load_.run(std::chrono::seconds(60), [this](std::size_t client, std::string_view message) {
    std::string answer = heard(client, message);
    if (welcomes_ == 2 * tables_.size()) load_.stop();
    return answer;
  });
  return welcomes_;
}

Crowd::Harvest Crowd::play(std::chrono::milliseconds time, double rate) {
  harvest_ = {};
  is_playing_ = true;
  due_ = {};
  const auto begin = Clock::now();
  pause_ = rate == 0 ? Clock::duration()
                     : std::chrono::duration_cast<Clock::duration>(
                           std::chrono::duration<double>(static_cast<double>(tables_.size()) / rate));
  for (std::size_t i = 0; i < tables_.size(); ++i) {
    tables_[i].due = begin + pause_ * static_cast<Clock::rep>(i) / static_cast<Clock::rep>(tables_.size());
    rate == 0 ? submit(i) : due_.emplace(tables_[i].due, i);
  }
  load_.run(
      time, [this](std::size_t client, std::string_view message) { return heard(client, message); },
      [this] { return submit_due(); });
  harvest_.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  is_playing_ = false;
  Harvest harvest = std::exchange(harvest_, {});
  settle();
  return harvest;
}

Crowd::Clock::time_point Crowd::submit_due() {
  const auto now = Clock::now();
  while (!due_.empty() && due_.top().first <= now) {
    const std::size_t place = due_.top().second;
    due_.pop();
    submit(place);
  }
  return due_.empty() ? now + std::chrono::hours(1) : due_.top().first;
}

void Crowd::submit(std::size_t place) {
  Table& table = tables_[place];
  const Script::Turn& turn = table.script->turns[table.sent++];
  const std::size_t who = table.players[0].seat == turn.seat ? 0 : 1;
  table.is_ready = false;
  ++unready_;
  if (pause_ == Clock::duration()) table.due = Clock::now();
  load_.send(2 * place + who, cat(R"({"submit":{"move":")", turn.move, R"("},"id":"x)", ++ids_, R"(","at":{"game":)",
                                  table.players[who].game, R"(,"number":)", table.number, "}}"));
}

std::string Crowd::heard(std::size_t client, std::string_view message) {
  if (message.starts_with(R"({"present")")) return {};
  if (message.starts_with(R"({"rematch")")) return heard_rematch(client, message);
  if (message.find(R"("at":{"game":)") == message.npos) give_up("This was not expected", message);
  Table& table = tables_[client / 2];
  Player& player = table.players[client % 2];
  if (message.starts_with(R"({"table")")) ++welcomes_;
  const std::string_view rest = message.substr(message.find(R"("at":{"game":)"));
  player.seat = number_at(rest, R"("seat":)") == 1 ? Seat::one : Seat::two;
  if (rest.contains(R"("event":"started")") && player.game != number_at(rest, R"("game":)")) {
    player.game = number_at(rest, R"("game":)");
    player.heard = 0;
    player.has_heard_end = false;
  }
  table.number = number_at(rest, R"(,"number":)");
  hear_moves(table, client % 2, rest);
  if (rest.contains(R"("event":"ended")")) {
    player.has_heard_end = true;
    table.is_series_over = rest.contains(R"("state":"over")");
  }
  go_on(client / 2);
  return {};
}

void Crowd::hear_moves(Table& table, std::size_t who, std::string_view message) {
  constexpr std::string_view kMoved = R"("event":"moved")";
  Player& player = table.players[who];
  for (std::size_t at = message.find(kMoved); at != message.npos; at = message.find(kMoved, at + 1)) {
    if (player.heard >= table.sent) give_up("Nobody made this move", message);
    const Script::Turn& turn = table.script->turns[player.heard++];
    if (text_at(message.substr(at), R"("move":")") != turn.move) give_up("This was another move", message);
    if (player.seat != turn.seat) harvest_.latencies.add(Clock::now() - table.due);
  }
}

// When both have heard of all that has happened.
void Crowd::go_on(std::size_t place) {
  Table& table = tables_[place];
  const auto& [one, two] = table.players;
  if (table.is_ready || one.game == 0 || one.game != two.game || one.heard != two.heard ||
      one.has_heard_end != two.has_heard_end || (table.is_changing && one.has_heard_end))
    return;
  if (one.heard == 0) {
    table.script = &scripts_.all[(place + one.game) % scripts_.all.size()];
    table.sent = 0;
    table.is_changing = false;
  } else {
    if (one.heard != table.sent) return;
    ++harvest_.moves;
    table.due += pause_;
  }
  if (one.has_heard_end) {
    table.is_changing = true;
    load_.send(2 * place,
               cat(table.is_series_over ? R"({"rematch")" : R"({"next")", R"(:true,"id":"x)", ++ids_, R"("})"));
    return;
  }
  table.is_ready = true;
  --unready_;
  if (!is_playing_) return;
  pause_ == Clock::duration() ? submit(place) : due_.emplace(table.due, place);
}

std::string Crowd::heard_rematch(std::size_t client, std::string_view message) {
  Table& table = tables_[client / 2];
  Player& player = table.players[client % 2];
  if (message.contains(R"("table")")) {
    table.id = text_at(message, R"("table":")");
    player.game = 0;
    return enter_text(table.id, player.token);
  }
  // The second one agrees.
  if (client % 2 == 0) return {};
  return cat(R"({"rematch":true,"id":"x)", ++ids_, R"("})");
}

}  // namespace duello
