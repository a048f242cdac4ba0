// What the web server answers over HTTP, and how that is written. Knows no socket.
#pragma once

#include <ctime>
#include <string>
#include <string_view>

#include "server/doorkeeper.hpp"
#include "server/routes.hpp"
#include "server/site.hpp"

namespace duello {

struct WebAnswer {
  unsigned status = 200;
  std::string_view type = "application/json";
  std::string body{};
  std::string_view file{};  // instead of a body
  std::string headers{};    // besides those that all have, each with its end
  bool is_head = false;

  std::string_view bytes() const { return file.empty() ? std::string_view(body) : file; }
  bool has_body() const { return status != 304 && status != 204; }
  // What follows the head.
  std::string_view sent() const { return has_body() && !is_head ? bytes() : std::string_view(); }
};

// A sentence: as JSON for whoever asks below /api, or as it is.
WebAnswer refusal(const Route& route, unsigned status, std::string_view sentence);
// For a request that cannot be read.
WebAnswer refusal_of_unreadable(const Route& route, unsigned status);
// What the doorkeeper has said.
WebAnswer told_by_door(const Route& route, HttpAnswer answer);
WebAnswer figures_answer(const Route& route, std::string figures);
// A file of the page, for somebody who takes these codings and has the files with these tags.
WebAnswer page_answer(const Route& route, const Site& site, std::string_view codings, std::string_view tags);

// What the head of an answer says besides the answer's own.
struct AnswerHead {
  std::string_view reason;  // behind the status
  std::string_view date;
  bool is_https = false;
  bool is_last = false;  // nothing else is answered on this connection
};
std::string head_text(const WebAnswer& answer, const AnswerHead& head);
// That of an answer to a handshake; `key` is what the key was answered with, `subprotocol` may be empty.
std::string upgrade_text(std::string_view key, std::string_view subprotocol);
// As the head of an answer wants it.
std::string date_text(std::time_t now);

}  // namespace duello
