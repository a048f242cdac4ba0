// Stands where the hall is: says what it was told, so that a test, or a benchmark, sees what the wire makes of it.
#pragma once

#include <algorithm>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "core/text.hpp"
#include "server/doorkeeper.hpp"
#include "server/server_clock.hpp"

namespace duello {

class EchoDoor final : public Doorkeeper {
 public:
  static constexpr std::string_view kTable = "AbCdEfGhIjKlMnOp";
  static constexpr std::string_view kUnknown = R"({"error":"There is no such table."})";

  // Must be set before anything comes.
  Outbox* outbox = nullptr;
  std::function<void(std::move_only_function<void()>)> post;
  std::set<ClientId> present;
  std::size_t received_bytes = 0;
  std::optional<Moment> alarm;
  int alarms = 0;
  bool settled = true;
  std::vector<HttpReply> never;  // given

  void connected(ClientId client, std::string_view /*address*/) override { present.insert(client); }
  // "burst N" is answered N times, "trouble" never, anything else once.
  void received(ClientId client, std::string_view message) override {
    received_bytes += message.size();
    if (message == "alarm") {
      alarm = now() + std::chrono::milliseconds(20);
      return;
    }
    if (message == "trouble") throw std::runtime_error("the doorkeeper stumbled");
    const int times = message.starts_with("burst ") ? number_in<int>(message.substr(6)).value_or(1) : 1;
    const std::string long_one(1000, 'x');
    for (int i = 0; i < times; ++i) outbox->send(client, times == 1 ? message : long_one);
  }
  void left(ClientId client) override { present.erase(client); }

  void create(std::string_view body, std::string_view address, HttpReply reply) override {
    if (body == "trouble") throw std::runtime_error("the doorkeeper stumbled");
    reply({.status = 201, .body = cat(body, '|', address)});
  }
  void list(std::string_view state, HttpReply reply) override { reply({.body = cat("state ", state)}); }
  void health(HttpReply reply) override { reply({.body = R"({"ok":true})"}); }
  void facts(std::string_view id, std::string_view /*token*/, HttpReply reply) override {
    if (id == kTable) return reply({.body = "{}"});
    if (id == "never") return never.push_back(std::move(reply));
    if (id == "forgotten") return;
    reply({.status = 404, .body = std::string(kUnknown)});
  }
  void record(std::string_view id, HttpReply reply) override { reply({.body = cat("record ", id)}); }
  // From another thread, as what comes from the store does.
  void accept(std::string_view id, std::string_view body, std::string_view /*address*/, HttpReply reply) override {
    std::thread([this, text = cat(id, '|', body), reply = std::move(reply)]() mutable {
      post([text = std::move(text), reply = std::move(reply)]() mutable { reply({.body = std::move(text)}); });
    }).detach();
  }
  void withdraw(std::string_view id, std::string_view token, HttpReply reply) override {
    reply({.body = cat("gone ", id, '|', token)});
  }

  void pass_time() override {
    if (!alarm || now() < *alarm) return;
    alarm.reset();
    ++alarms;
    for (const ClientId client : present) outbox->send(client, "it rings");
  }
  std::optional<Moment> next_time() const override { return alarm; }
  Moment now() const override { return clock_.now(); }
  void close(std::string_view why) override {
    const std::string message = cat(R"({"closing":")", why, "\"}");
    for (const ClientId client : present) outbox->send(client, message);
  }
  bool is_settled() const override { return settled; }
  void append_metrics(MetricsText& text) const override {
    text.gauge("echo_present", "Clients that are present", present.size());
  }

 private:
  ServerClock clock_;
};

}  // namespace duello
