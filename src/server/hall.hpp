// All tables of this process and those who are at them. Messages come in, messages go out; how they travel, what time
// it is and where things are kept is somebody else's business, so that a test can be all of these.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "match/clock.hpp"
#include "server/journal.hpp"
#include "server/thinking.hpp"
#include "server/token.hpp"

namespace duello {

using ClientId = std::uint64_t;  // of a connection; never used twice

// Where messages go.
class Outbox {
 public:
  virtual ~Outbox() = default;
  virtual void send(ClientId client, std::shared_ptr<const std::string> message) = 0;
};

// What is asked over HTTP: a status and a JSON body.
struct HttpAnswer {
  int status = 200;
  std::string body;
  std::string_view type = "application/json";
};
using HttpReply = std::move_only_function<void(HttpAnswer)>;

struct HallLimits {
  std::size_t tables = 100'000;         // in memory at a time
  std::size_t tables_of_address = 100;  // that one address may have opened and that are not over
  std::size_t clients_of_table = 1'000;
  std::size_t longest_message = 4'096;  // bytes
  int longest_list = 100;               // tables in a lobby
  double largest_solution = 32e6;       // bytes of a table of positions for a program; takes a second or two
  bool is_alone = true;                 // no other process uses the store
};

class Hall {
 public:
  // Told what is wrong with the store. Clients are not: it would tell them about this machine.
  using Report = std::function<void(const StoreTrouble& trouble)>;

  // What time it is.
  using Time = std::function<Moment()>;

  // All of them outlive the hall.
  Hall(Journal& journal, Outbox& outbox, Thinking& thinking, HallLimits limits, Time time, Chance chance,
       Report report);
  ~Hall();

  // Takes up the games whose clocks run, whoever is there. Once, before anybody comes; after that again and again where
  // other processes, which may have died, use the store too.
  void take_up();

  void connected(ClientId client);
  void received(ClientId client, std::string_view message);
  void left(ClientId client);

  // HTTP. `token` is what was in the Authorization header; empty if there was none.
  void create(std::string_view body, std::string_view address, HttpReply reply);
  void list(std::string_view state, HttpReply reply);
  // Whether games can be played just now.
  void health(HttpReply reply);
  void facts(std::string_view id, HttpReply reply);
  void record(std::string_view id, HttpReply reply);
  void accept(std::string_view id, std::string_view body, HttpReply reply);
  void withdraw(std::string_view id, std::string_view token, HttpReply reply);

  // Flags fall. `next_time` is when to call it again.
  void pass_time();
  std::optional<Moment> next_time() const;
  // Another process has stored something at that table; at any of them if it is not named.
  void changed_elsewhere(std::string_view id);
  // Tells everybody that the server is about to go.
  void close(std::string_view why);

  struct Figures {
    std::size_t clients = 0;
    std::size_t tables = 0;
    std::uint64_t inputs = 0;  // stored
    std::uint64_t refusals = 0;
    std::uint64_t messages = 0;  // sent
  };
  Figures figures() const;

 private:
  class Self;
  std::unique_ptr<Self> self_;
};

}  // namespace duello
