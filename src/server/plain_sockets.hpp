// WebSockets without TLS. They are read by an epoll of their own, so that a message costs one call to the kernel and
// nothing is set up for the next.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "server/switchboard.hpp"
#include "system/descriptor.hpp"

namespace duello {

class PlainSocket;

class PlainSockets {
 public:
  // What was a connection over HTTP so far.
  struct Upgraded {
    Descriptor socket;  // one that never blocks
    Address peer;
    Address asking;              // for the conversation
    Visitors::Visitor* counted;  // as one of whose connections it is
    std::string unread;          // came behind the request
  };

  explicit PlainSockets(Switchboard& board);
  PlainSockets(const PlainSockets&) = delete;
  PlainSockets& operator=(const PlainSockets&) = delete;
  ~PlainSockets();

  // Can be read from while one of them waits to be served; -1 if there are no descriptors left.
  int descriptor() const { return epoll_.number(); }
  void take_over(Upgraded upgraded);
  // Those that something has happened to; not all of them at once if there are many.
  void serve();
  // Those that were hung up go. Nobody may be using them just now.
  void let_go();

 private:
  friend class PlainSocket;

  static constexpr std::size_t kBuffer = 4'096;  // small, as others wait until each that talks has had its turn

  bool watch(PlainSocket& socket, int how) const;

  Switchboard& board_;
  Descriptor epoll_;
  std::vector<std::unique_ptr<PlainSocket>> sockets_;
  std::vector<PlainSocket*> dropped_;
  std::array<char, kBuffer> buffer_;
};

}  // namespace duello
