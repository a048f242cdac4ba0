// What the web server answers over HTTP. Knows no socket.
#pragma once

#include <ctime>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "server/doorkeeper.hpp"
#include "server/routes.hpp"
#include "server/site.hpp"

namespace duello {

// Names and values.
using WebHeaders = std::vector<std::pair<std::string_view, std::string>>;

struct WebAnswer {
  unsigned status = 200;
  std::string_view type = "application/json";
  std::string body{};
  std::string_view file{};  // instead of a body
  WebHeaders headers{};     // besides those that all have
  bool is_head = false;

  std::string_view bytes() const { return file.empty() ? std::string_view(body) : file; }
  bool has_body() const { return status != 304 && status != 204; }
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

// What stands in the head of every answer.
WebHeaders common_headers(bool is_https);
// As the head of an answer wants it.
std::string date_text(std::time_t now);

}  // namespace duello
