// The hall behind the web server's door.
#pragma once

#include <functional>
#include <utility>

#include "server/doorkeeper.hpp"

namespace duello {

class HallDoor final : public Doorkeeper {
 public:
  // Settled it is when nothing is on its way to the store.
  HallDoor(Hall& hall, std::function<bool()> is_settled) : hall_(hall), is_settled_(std::move(is_settled)) {}

  void connected(ClientId client) override { hall_.connected(client); }
  void received(ClientId client, std::string_view message, Moment /*now*/) override { hall_.received(client, message); }
  void left(ClientId client, Moment /*now*/) override { hall_.left(client); }

  void create(std::string_view body, std::string_view address, Moment /*now*/, HttpReply reply) override {
    hall_.create(body, address, std::move(reply));
  }
  void list(std::string_view state, HttpReply reply) override { hall_.list(state, std::move(reply)); }
  void health(HttpReply reply) override { hall_.health(std::move(reply)); }
  void facts(std::string_view id, HttpReply reply) override { hall_.facts(id, std::move(reply)); }
  void record(std::string_view id, std::string_view /*token*/, HttpReply reply) override {
    hall_.record(id, std::move(reply));
  }
  void accept(std::string_view id, std::string_view body, Moment /*now*/, HttpReply reply) override {
    hall_.accept(id, body, std::move(reply));
  }
  void withdraw(std::string_view id, std::string_view token, Moment /*now*/, HttpReply reply) override {
    hall_.withdraw(id, token, std::move(reply));
  }

  void pass_time(Moment /*now*/) override { hall_.pass_time(); }
  std::optional<Moment> next_time() const override { return hall_.next_time(); }
  void close(std::string_view why) override { hall_.close(why); }

  bool is_settled() const override { return is_settled_(); }
  void append_metrics(MetricsText& text) const override {
    const Hall::Figures figures = hall_.figures();
    text.gauge("duello_clients", "Clients that are connected", figures.clients);
    text.gauge("duello_tables", "Tables in memory", figures.tables);
    text.counter("duello_inputs_total", "Inputs that were stored", figures.inputs);
    text.counter("duello_refusals_total", "Inputs that were refused", figures.refusals);
    text.counter("duello_told_total", "Messages to clients", figures.messages);
  }

 private:
  Hall& hall_;
  std::function<bool()> is_settled_;
};

}  // namespace duello
