// The line to a table that is served elsewhere: a WebSocket that is opened again when it drops, on a thread of its own.
// Whoever owns it takes whole messages and never waits for the network.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "json/reader.hpp"
#include "server/link.hpp"
#include "server/table.hpp"

namespace duello {

struct RemoteEvent {
  enum class Kind : std::uint8_t {
    message,  // of the server
    lost,     // the connection dropped, and is tried again until `back` comes
    back,
    failed,  // nobody was ever let in, or what is said there makes no sense; it is not tried again
  };

  Kind kind = Kind::message;
  JsonValue message{};
  std::string why{};                     // of `lost`, a clause; of `failed`, a sentence without its full stop
  std::shared_ptr<const void> memory{};  // counts as used as long as this lives
};

class Remote {
 public:
  // Of a message.
  static constexpr JsonLimits kLimits{.bytes = std::size_t{1} << 20, .depth = 16, .values = 100'000};
  // Of all messages that have come and that their owner still has, in memory. When there is no room for another one,
  // the connection is dropped, and what was missed comes when it is opened again.
  static constexpr std::size_t kMostMemory = std::size_t{32} << 20;

  // Begins to connect at once. `name` is what its owner wants to be called; empty if nothing.
  Remote(TableLink link, std::string name);
  Remote(const Remote&) = delete;
  Remote& operator=(const Remote&) = delete;
  ~Remote();

  // Can be read from when there is something to take.
  int descriptor() const;
  // All that has come since, in order; nothing if nothing has.
  std::vector<RemoteEvent> take();
  // Sent until something with that id is answered, however often the connection drops. Without an id it is sent once,
  // and lost if the connection is.
  void send(std::string id, std::string message);
  // How far the owner has followed, for when the connection comes back.
  void follow(Bookmark mark);

 private:
  class Self;
  std::unique_ptr<Self> self_;
};

}  // namespace duello
