// Who answers what comes in over the wire. The web server calls it in the one thread of its loop; every reply is given
// in that thread too, at once or later.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "match/clock.hpp"
#include "server/metrics.hpp"

namespace duello {

using ClientId = std::uint64_t;  // of a connection; never used twice

// Where messages go.
class Outbox {
 public:
  virtual ~Outbox() = default;
  // It is copied.
  virtual void send(ClientId client, std::string_view message) = 0;
};

// What is asked over HTTP: a status and a JSON body.
struct HttpAnswer {
  int status = 200;
  std::string body;
  std::string_view type = "application/json";
};
using HttpReply = std::move_only_function<void(HttpAnswer)>;

class Doorkeeper {
 public:
  Doorkeeper() = default;
  Doorkeeper(const Doorkeeper&) = delete;
  Doorkeeper& operator=(const Doorkeeper&) = delete;
  virtual ~Doorkeeper() = default;

  // An address stands for all that somebody may have; nobody looks into it.
  virtual void connected(ClientId client, std::string_view address) = 0;
  virtual void received(ClientId client, std::string_view message) = 0;
  virtual void left(ClientId client) = 0;

  // HTTP. A token is what was in the Authorization header; empty if there was none.
  virtual void create(std::string_view body, std::string_view address, HttpReply reply) = 0;
  virtual void list(std::string_view state, HttpReply reply) = 0;
  // {"ok":true}, if it can do its work just now.
  virtual void health(HttpReply reply) = 0;
  virtual void facts(std::string_view id, std::string_view token, HttpReply reply) = 0;
  virtual void record(std::string_view id, HttpReply reply) = 0;
  virtual void accept(std::string_view id, std::string_view body, std::string_view address, HttpReply reply) = 0;
  virtual void withdraw(std::string_view id, std::string_view token, HttpReply reply) = 0;

  // Does what its time has come for; `next_time` is when to call it again, by `now`.
  virtual void pass_time() = 0;
  virtual std::optional<Moment> next_time() const = 0;
  virtual Moment now() const = 0;
  // Tells everybody that the server is about to go.
  virtual void close(std::string_view why) = 0;

  // Whether nothing is on its way to the store; the server stays up for it when it is told to stop.
  virtual bool is_settled() const = 0;
  virtual void append_metrics(MetricsText& text) const = 0;
};

}  // namespace duello
