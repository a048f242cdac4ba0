// Where a server is, and where a table is there, as people hand it to each other:
// HTTPS://HOST:PORT/#/online/TABLE/TOKEN. What stands behind # is never sent in a request.
#pragma once

#include <expected>
#include <string>
#include <string_view>

#include "core/text.hpp"

namespace duello {

struct ServerAddress {
  bool is_secure = false;
  std::string host;
  std::string port;
  std::string path;  // in front of what is the server's own; begins with a slash and ends without one, or is empty

  // As in "https://duello.example:8443/games/"; wss and ws mean the same as https and http.
  static std::expected<ServerAddress, Complaint> read(std::string_view text);
  std::string text() const;
  // With the port only where it is not the usual one.
  std::string authority() const;
};

struct TableLink {
  ServerAddress server;
  std::string table;
  std::string token;  // of a seat; empty for whoever watches

  static std::expected<TableLink, Complaint> read(std::string_view text);
  std::string text() const;
};

// A sentence of a server as a clause of ours, whatever it is.
std::string clause_of(std::string_view sentence);

}  // namespace duello
