#include "server/link.hpp"

#include <algorithm>

#include "core/try.hpp"
#include "server/token.hpp"

namespace duello {

namespace {

constexpr std::string_view kPlace = "#/online/";

bool is_port(std::string_view text) {
  const auto number = number_in<unsigned>(text);
  return number && *number >= 1 && *number <= 65535;
}

bool is_host(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '.' ||
           c == '_' || c == ':';
  });
}

}  // namespace

std::expected<ServerAddress, Complaint> ServerAddress::read(std::string_view text) {
  const auto wrong = [&] { return complaint("A server is named like https://duello.example, not ", in_quotes(text)); };
  ServerAddress address;
  std::string_view rest = text;
  const std::size_t colon_at = std::min(rest.find("://"), rest.size());
  const std::string scheme = lowered(rest.substr(0, colon_at));
  address.is_secure = scheme == "https" || scheme == "wss";
  if ((!address.is_secure && scheme != "http" && scheme != "ws") || colon_at == rest.size()) return wrong();
  rest.remove_prefix(colon_at + 3);
  const std::size_t slash = std::min(rest.find('/'), rest.size());
  std::string_view where = rest.substr(0, slash);
  address.path = rest.substr(slash);
  while (address.path.ends_with('/')) address.path.pop_back();
  if (!is_printable(address.path) || address.path.find_first_of("?# ") != std::string::npos) return wrong();
  address.port = address.is_secure ? "443" : "80";
  // An address of version 6 stands in brackets.
  const std::size_t bracket = where.starts_with('[') ? where.find(']') : 0;
  if (bracket == std::string_view::npos) return wrong();
  if (const std::size_t colon = where.find(':', bracket); colon != std::string_view::npos) {
    address.port = where.substr(colon + 1);
    where = where.substr(0, colon);
  }
  address.host = bracket == 0 ? where : where.substr(1, where.size() - 2);
  if (!is_port(address.port) || !is_host(address.host) || (bracket == 0 && address.host.contains(':'))) return wrong();
  return address;
}

std::string ServerAddress::authority() const {
  const std::string shown = host.contains(':') ? cat('[', host, ']') : host;
  return port == (is_secure ? "443" : "80") ? shown : cat(shown, ':', port);
}

std::string ServerAddress::text() const { return cat(is_secure ? "https://" : "http://", authority(), path); }

std::expected<TableLink, Complaint> TableLink::read(std::string_view text) {
  const auto wrong = [&] {
    return complaint("A table link looks like https://duello.example/#/online/TABLE/TOKEN; this is not one");
  };
  const std::size_t place = text.find(kPlace);
  if (place == std::string_view::npos) return wrong();
  DUELLO_TRY(auto server, ServerAddress::read(text.substr(0, place)));
  const std::vector<std::string> parts = parts_of(text.substr(place + kPlace.size()), '/');
  if (parts.empty() || parts.size() > 2 || !is_table_id(parts[0])) return wrong();
  if (parts.size() == 2 && !is_token(parts[1])) return wrong();
  return TableLink{std::move(server), parts[0], parts.size() == 2 ? parts[1] : ""};
}

std::string TableLink::text() const { return cat(server.text(), '/', kPlace, table, token.empty() ? "" : "/", token); }

std::string clause_of(std::string_view sentence) {
  constexpr int kLongest = 300;
  std::string words = printable(sentence, kLongest);
  while (words.ends_with('.')) words.pop_back();
  return words.empty() ? "It gives no reason" : words;
}

}  // namespace duello
