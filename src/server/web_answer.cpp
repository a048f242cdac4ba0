#include "server/web_answer.hpp"

#include <array>
#include <utility>

#include "core/text.hpp"
#include "json/writer.hpp"

namespace duello {

namespace {

// The page brings its own policy; this part of it counts only as a header.
constexpr std::string_view kPagePolicy = "frame-ancestors 'none'";
constexpr std::string_view kApiPolicy = "default-src 'none'; frame-ancestors 'none'";

WebHeaders api_headers() {
  return {{"Content-Security-Policy", std::string(kApiPolicy)}, {"Cache-Control", "no-store"}};
}

}  // namespace

WebAnswer refusal(const Route& route, unsigned status, std::string_view sentence) {
  WebAnswer answer{.status = status, .headers = api_headers(), .is_head = route.is_head};
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
    case 501:
      return refusal(route, status, "Only a body that is chunked, or that has its length said, can be taken here.");
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
          .headers = api_headers(),
          .is_head = route.is_head};
}

WebAnswer figures_answer(const Route& route, std::string figures) {
  return {.type = "text/plain; version=0.0.4; charset=utf-8",
          .body = std::move(figures),
          .headers = api_headers(),
          .is_head = route.is_head};
}

WebAnswer page_answer(const Route& route, const Site& site, std::string_view codings, std::string_view tags) {
  const SiteFile* const file = site.at(route.path);
  if (file == nullptr && route.path.empty())
    return refusal(route, 200, "Duello's server is here, but not its page; its interface is below /api.");
  if (file == nullptr) return refusal(route, 404, "There is nothing at this address.");
  const auto body = body_for(*file, codings);
  WebAnswer answer{.type = file->type, .file = body.bytes, .is_head = route.is_head};
  // The page asks for its own address to learn whether whoever sends it has tables too.
  answer.headers = {{"Content-Security-Policy", std::string(kPagePolicy)},
                    {"Duello-Tables", "here"},
                    {"Cache-Control", std::string(file->cache)},
                    {"ETag", std::string(file->tag)},
                    {"Vary", "Accept-Encoding"}};
  if (!body.coding.empty()) answer.headers.emplace_back("Content-Encoding", std::string(body.coding));
  if (is_known(*file, tags)) answer.status = 304;
  return answer;
}

WebHeaders common_headers(bool is_https) {
  WebHeaders headers{{"X-Content-Type-Options", "nosniff"},
                     {"Referrer-Policy", "no-referrer"},
                     {"Cross-Origin-Opener-Policy", "same-origin"},
                     {"Cross-Origin-Resource-Policy", "same-origin"}};
  if (is_https) headers.emplace_back("Strict-Transport-Security", "max-age=31536000");
  return headers;
}

std::string date_text(std::time_t now) {
  std::tm parts{};
  ::gmtime_r(&now, &parts);
  std::array<char, 40> text{};
  return {text.data(), std::strftime(text.data(), text.size(), "%a, %d %b %Y %H:%M:%S GMT", &parts)};
}

}  // namespace duello
