// A table that is served elsewhere, as a client reaches it: a WebSocket that is opened again when it drops, on a thread
// of its own. Whoever owns it takes whole messages and never waits for the network.
#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "server/link.hpp"
#include "server/table.hpp"

namespace duello {

struct RemoteEvent {
  enum class Kind : std::uint8_t {
    message,  // of the server
    lost,     // the connection dropped, and is tried again until `back` comes
    back,
    failed,  // it never came about, and is not tried again
  };

  Kind kind = Kind::message;
  std::string text{};  // the message, or why
};

class Remote {
 public:
  // Begins to connect at once. `name` is what its owner wants to be called; empty if nothing.
  Remote(TableLink link, std::string name);
  Remote(const Remote&) = delete;
  Remote& operator=(const Remote&) = delete;
  ~Remote();

  // Can be read from when there is something to take.
  int descriptor() const;
  // All that has come since, in order; nothing if nothing has.
  std::vector<RemoteEvent> take();
  // Sent until something with that id is answered, however often the connection drops.
  void send(std::string id, std::string message);
  // How far the owner has followed, for when the connection comes back.
  void follow(Bookmark mark);

 private:
  class Self;
  std::unique_ptr<Self> self_;
};

struct RemoteAnswer {
  unsigned status = 0;
  std::string body;
};

// One request that sends and gets JSON. Waits for the answer, though not for ever.
std::expected<RemoteAnswer, Complaint> posted(const ServerAddress& server, std::string_view target, std::string body);

}  // namespace duello
