// A connection to a server as a client has it: TCP, and TLS over it where the address says so. No call lasts longer
// than its deadline, or than until somebody wants it to stop.
#pragma once

#include <openssl/types.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <thread>

#include "server/link.hpp"
#include "system/descriptor.hpp"

namespace duello {

class ClientSocket {
 public:
  using Deadline = std::chrono::steady_clock::time_point;

  // The certificate must be good, and the host's. As soon as `stop` can be read from, every call ends; -1 for never.
  // All complaints are clauses that say what is wrong, such as "nobody listens there".
  static std::expected<ClientSocket, Complaint> connect(const ServerAddress& server, Deadline deadline, int stop);

  ClientSocket(ClientSocket&&) noexcept;
  ClientSocket& operator=(ClientSocket&&) = delete;
  ~ClientSocket();

  enum class Came : std::uint8_t { bytes, wake, nothing };
  // What comes first: something to read, or something to read from `wake`, or the deadline.
  Came wait(Deadline deadline, int wake) const;
  // What has come, without waiting: nothing if nothing has, no bytes at the end of what the other side sends.
  std::expected<std::optional<std::size_t>, Complaint> read(std::span<char> room);
  std::expected<void, Complaint> write(std::string_view bytes, Deadline deadline);

 private:
  struct Free {
    void operator()(SSL_CTX* context) const;
    void operator()(SSL* session) const;
  };
  // How a try without waiting went.
  struct Tried {
    std::size_t count = 0;
    short wants = 0;  // to be polled for before the next try; 0 if it is done
    std::string wrong{};
  };

  ClientSocket(Descriptor socket, int stop) : socket_(std::move(socket)), stop_(stop) {}

  std::expected<void, Complaint> secure(const std::string& host, Deadline deadline);
  Tried try_read(std::span<char> room);
  Tried try_write(std::string_view bytes);
  Tried tried(int result) const;
  template <class Try>
  std::expected<std::size_t, Complaint> repeat(const Try& attempt, Deadline deadline);

  Descriptor socket_;
  int stop_;
  std::unique_ptr<SSL_CTX, Free> context_;
  std::unique_ptr<SSL, Free> session_;  // nothing without TLS
};

// A thread for it. No signal comes there: those are for whoever sits at the console, and a connection that breaks ends
// no program.
std::thread quiet_thread(std::function<void()> work);

}  // namespace duello
