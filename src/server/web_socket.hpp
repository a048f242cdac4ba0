// What a connection has of Beast. Only files that are compiled alone include it: each takes half a minute.
#pragma once

#include <array>
#include <string>

#include "server/web_connection.hpp"
#include "server/web_stream.hpp"

namespace duello {

struct WebConnection::Socket {
  explicit Socket(TcpSocket socket) : beast(std::move(socket)) {}

  WebSocketStream beast;
  std::array<char, 512> piece;  // most messages fit in
  std::string message;          // those that do not, so far
};

}  // namespace duello
