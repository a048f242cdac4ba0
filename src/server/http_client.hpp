// What a client asks over HTTP, and what comes back.
#pragma once

#include <expected>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "server/client_socket.hpp"

namespace duello {

// What stands in front of the body of an answer.
struct ResponseHead {
  static constexpr std::size_t kLongest = 16'384;  // bytes
  static constexpr std::string_view kEnd = "\r\n\r\n";

  unsigned status = 0;
  std::vector<std::pair<std::string, std::string>> fields{};  // their names in small letters

  // With the empty line behind it, or without. A complaint if this is no answer of HTTP.
  static std::expected<ResponseHead, Complaint> read(std::string_view text);
  // Empty if it is not there.
  std::string_view field(std::string_view name) const;
};

// From a connection on which a request was sent. What has come behind the head is left in `rest`.
std::expected<ResponseHead, Complaint> read_head(ClientSocket& socket, std::string& rest,
                                                 ClientSocket::Deadline deadline);

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

}  // namespace duello
