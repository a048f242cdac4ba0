// What a client asks a server: single questions over HTTP, and a WebSocket. Nothing here waits beyond its deadline, or
// after it has been stopped. Complaints are clauses that say what is wrong, such as "nobody listens there".
#pragma once

#include <chrono>
#include <expected>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>

#include "server/link.hpp"

namespace duello {

struct HttpQuestion {
  std::string_view method = "GET";
  std::string target;   // path and query, such as /api/tables
  std::string body{};   // JSON; empty for none
  std::string token{};  // for the Authorization header; empty for none
};

struct HttpReceived {
  unsigned status = 0;
  std::string body;
};

// Waits for the answer, though not for ever. Complaints are whole sentences that name the server.
std::expected<HttpReceived, Complaint> asked(const ServerAddress& server, const HttpQuestion& question);

// A WebSocket of a server. All calls but `wake` come from one thread.
class ClientSocket {
 public:
  using Deadline = std::chrono::steady_clock::time_point;
  using Received = std::function<void(std::string_view message)>;
  // Why it has ended; `is_senseless` if the server broke the rules.
  struct End {
    std::string why;
    bool is_senseless = false;
  };

  // Its certificate must be good, and the host's. No message is longer than `longest`.
  static std::expected<std::unique_ptr<ClientSocket>, Complaint> open(const ServerAddress& server,
                                                                      const std::string& target, std::size_t longest,
                                                                      Deadline deadline, std::stop_token stop,
                                                                      Received received);
  ClientSocket(const ClientSocket&) = delete;
  ClientSocket& operator=(const ClientSocket&) = delete;
  // Says that it goes, and does not wait until that has arrived.
  ~ClientSocket();

  void send(std::string_view message);
  // Hears what has come, or waits for it until the deadline or until it is woken or stopped.
  void turn(Deadline deadline);
  // From any thread.
  void wake();
  // Nothing as long as it has not ended.
  const End* end() const;

 private:
  class Self;
  explicit ClientSocket(std::unique_ptr<Self> self);
  std::unique_ptr<Self> self_;
};

// A thread in which all signals are blocked: they are for the thread of the console, and a broken connection must not
// end the program.
std::thread quiet_thread(std::function<void()> work);

}  // namespace duello
