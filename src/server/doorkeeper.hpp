// Who answers what comes in over the wire. The web server calls it in the one thread of its loop; every reply is given
// in that thread too, at once or later.
#pragma once

#include <optional>
#include <string_view>

#include "match/clock.hpp"
#include "server/hall.hpp"
#include "server/metrics.hpp"

namespace duello {

class Doorkeeper {
 public:
  Doorkeeper() = default;
  Doorkeeper(const Doorkeeper&) = delete;
  Doorkeeper& operator=(const Doorkeeper&) = delete;
  virtual ~Doorkeeper() = default;

  virtual void connected(ClientId client) = 0;
  virtual void received(ClientId client, std::string_view message, Moment now) = 0;
  virtual void left(ClientId client, Moment now) = 0;

  virtual void create(std::string_view body, std::string_view address, Moment now, HttpReply reply) = 0;
  virtual void list(std::string_view state, HttpReply reply) = 0;
  // {"well":true}, if it can do its work just now.
  virtual void health(HttpReply reply) = 0;
  virtual void facts(std::string_view id, HttpReply reply) = 0;
  virtual void record(std::string_view id, std::string_view token, HttpReply reply) = 0;
  virtual void accept(std::string_view id, std::string_view body, Moment now, HttpReply reply) = 0;
  virtual void withdraw(std::string_view id, std::string_view token, Moment now, HttpReply reply) = 0;

  virtual void pass_time(Moment now) = 0;
  virtual std::optional<Moment> next_time() const = 0;
  virtual void close(std::string_view why) = 0;

  // Whether nothing is on its way to the store; the server stays up for it when it is told to stop.
  virtual bool is_settled() const = 0;
  virtual void append_metrics(MetricsText& text) const = 0;
};

}  // namespace duello
