#include "server/web_answer.hpp"

#include <array>
#include <utility>

#include "core/text.hpp"
#include "json/writer.hpp"

namespace duello {

namespace {

constexpr std::string_view kAlways =
    "X-Content-Type-Options: nosniff\r\n"
    "Referrer-Policy: no-referrer\r\n"
    "Cross-Origin-Opener-Policy: same-origin\r\n"
    "Cross-Origin-Resource-Policy: same-origin\r\n";
// The page brings its own policy; this part of it counts only as a header.
// The page asks for its own address to learn whether whoever sends it has tables too.
constexpr std::string_view kPagePolicy = "Content-Security-Policy: frame-ancestors 'none'\r\nDuello-Tables: here\r\n";
constexpr std::string_view kApiPolicy =
    "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'\r\nCache-Control: no-store\r\n";
constexpr std::string_view kStrictTransport = "Strict-Transport-Security: max-age=31536000\r\n";

}  // namespace

WebAnswer refusal(const Route& route, unsigned status, std::string_view sentence) {
  WebAnswer answer{.status = status, .headers = std::string(kApiPolicy), .is_head = route.is_head};
  if (route.is_api) {
    JsonObject(answer.body).add("error", sentence);
  } else {
    answer.type = "text/plain; charset=utf-8";
    answer.body = cat(sentence, '\n');
  }
  return answer;
}

WebAnswer refusal_of_unreadable(const Route& route, unsigned status) {
  switch (status) {
    case 413:
      return refusal(route, status, "That is more than is taken here.");
    case 431:
      return refusal(route, status, "The head of the request is too long.");
    default:
      return refusal(route, status, "That is no request that can be understood.");
  }
}

WebAnswer told_by_door(const Route& route, HttpAnswer answer) {
  return {.status = static_cast<unsigned>(answer.status),
          .type = answer.type,
          .body = std::move(answer.body),
          .headers = std::string(kApiPolicy),
          .is_head = route.is_head};
}

WebAnswer figures_answer(const Route& route, std::string figures) {
  return {.type = "text/plain; version=0.0.4; charset=utf-8",
          .body = std::move(figures),
          .headers = std::string(kApiPolicy),
          .is_head = route.is_head};
}

WebAnswer page_answer(const Route& route, const Site& site, std::string_view codings, std::string_view tags) {
  const SiteFile* const file = site.at(route.path);
  if (file == nullptr && route.path.empty())
    return refusal(route, 200, "Duello's server is here, but not its page; its interface is below /api.");
  if (file == nullptr) return refusal(route, 404, "There is nothing at this address.");
  const auto body = body_for(*file, codings);
  WebAnswer answer{.type = file->type, .file = body.bytes, .is_head = route.is_head};
  answer.headers =
      cat(kPagePolicy, "Cache-Control: ", file->cache, "\r\nETag: ", file->tag, "\r\nVary: Accept-Encoding\r\n");
  if (!body.coding.empty()) answer.headers += cat("Content-Encoding: ", body.coding, "\r\n");
  if (is_known(*file, tags)) answer.status = 304;
  return answer;
}

std::string head_text(const WebAnswer& answer, const AnswerHead& head) {
  std::string text = cat("HTTP/1.1 ", answer.status, ' ', head.reason, "\r\nDate: ", head.date, "\r\n", kAlways,
                         head.is_https ? kStrictTransport : "", answer.headers);
  if (answer.has_body())
    text += cat("Content-Type: ", answer.type, "\r\nContent-Length: ", answer.bytes().size(), "\r\n");
  text += head.is_last ? "Connection: close\r\n\r\n" : "\r\n";
  return text;
}

std::string upgrade_text(std::string_view key, std::string_view subprotocol) {
  return cat("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ",
             key, subprotocol.empty() ? "" : cat("\r\nSec-WebSocket-Protocol: ", subprotocol), "\r\n", kAlways, "\r\n");
}

std::string date_text(std::time_t now) {
  std::tm parts{};
  ::gmtime_r(&now, &parts);
  std::array<char, 40> text{};
  return {text.data(), std::strftime(text.data(), text.size(), "%a, %d %b %Y %H:%M:%S GMT", &parts)};
}

}  // namespace duello
