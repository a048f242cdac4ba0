#include "server/routes.hpp"

#include <algorithm>

#include "core/text.hpp"
#include "server/visitors.hpp"

namespace duello {

namespace {

constexpr std::string_view kApi = "/api";
constexpr std::string_view kTables = "/api/tables";
constexpr std::size_t kLongestId = 64;

bool is_id(std::string_view text) {
  constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  return !text.empty() && text.size() <= kLongestId && text.find_first_not_of(kLetters) == text.npos;
}

// The value of a key in a query, as it was written.
std::string_view query_value(std::string_view query, std::string_view key) {
  while (!query.empty()) {
    const std::string_view part = query.substr(0, query.find('&'));
    query.remove_prefix(std::min(query.size(), part.size() + 1));
    if (part.size() > key.size() && part.starts_with(key) && part[key.size()] == '=')
      return part.substr(key.size() + 1);
  }
  return {};
}

bool is_same_ignoring_case(std::string_view one, std::string_view other) { return lowered(one) == lowered(other); }

// Takes the route if the method is the one that it wants.
class Choice {
 public:
  Choice(std::string_view method, Route begun) : method_(method), route_(begun) { route_.kind = Route::Kind::nothing; }

  Choice& on(std::string_view method, Route::Kind kind, std::string_view allows) {
    if (method == method_) route_.kind = kind;
    if (route_.kind == Route::Kind::nothing || route_.kind == Route::Kind::not_allowed) {
      route_.kind = Route::Kind::not_allowed;
      route_.allows = allows;
    }
    return *this;
  }
  Route route() const { return route_; }

 private:
  std::string_view method_;
  Route route_;
};

Route table_route(std::string_view method, std::string_view below, Route route) {
  using enum Route::Kind;
  const std::size_t slash = below.find('/');
  route.table = below.substr(0, slash);
  const std::string_view what = slash == below.npos ? std::string_view() : below.substr(slash);
  if (!is_id(route.table)) return route;
  if (what.empty())
    return Choice(method, route)
        .on("GET", facts, "GET, HEAD, DELETE")
        .on("DELETE", withdraw, "GET, HEAD, DELETE")
        .route();
  if (what == "/record") return Choice(method, route).on("GET", record, "GET, HEAD").route();
  if (what == "/accept") return Choice(method, route).on("POST", accept, "POST").route();
  return route;
}

}  // namespace

Route route_of(std::string_view method, std::string_view target) {
  using enum Route::Kind;
  Route route{.is_head = method == "HEAD"};
  if (route.is_head) method = "GET";
  target = target.substr(0, target.find('#'));
  const std::size_t mark = target.find('?');
  const std::string_view path = target.substr(0, mark);
  const std::string_view query = mark == target.npos ? std::string_view() : target.substr(mark + 1);
  route.is_api = path.starts_with(kApi) && (path.size() == kApi.size() || path[kApi.size()] == '/');

  if (path == kTables) {
    route.state = query_value(query, "state");
    return Choice(method, route).on("GET", list, "GET, HEAD, POST").on("POST", create, "GET, HEAD, POST").route();
  }
  if (path.starts_with(kTables) && path[kTables.size()] == '/')
    return table_route(method, path.substr(kTables.size() + 1), route);
  if (path == "/api/socket") return Choice(method, route).on("GET", socket, "GET").route();
  if (route.is_api) return route;
  if (path == "/healthz") return Choice(method, route).on("GET", health, "GET, HEAD").route();
  if (path == "/metrics") return Choice(method, route).on("GET", metrics, "GET, HEAD").route();
  if (!path.starts_with('/')) return route;
  route.path = path.substr(1);
  return Choice(method, route).on("GET", page, "GET, HEAD").route();
}

std::string_view name_of(Route::Kind kind) {
  using enum Route::Kind;
  switch (kind) {
    case create:
      return "create";
    case list:
      return "list";
    case facts:
      return "facts";
    case record:
      return "record";
    case accept:
      return "accept";
    case withdraw:
      return "withdraw";
    case socket:
      return "socket";
    case health:
      return "health";
    case metrics:
      return "metrics";
    case page:
      return "page";
    case nothing:
      return "nothing";
    case not_allowed:
      break;
  }
  return "not allowed";
}

bool is_same_origin(std::string_view origin, std::string_view host, std::string_view own_origin) {
  if (!own_origin.empty() && is_same_ignoring_case(origin, own_origin)) return true;
  for (const std::string_view scheme : {"http://", "https://"})
    if (origin.starts_with(scheme) && !host.empty() && is_same_ignoring_case(origin.substr(scheme.size()), host))
      return true;
  return false;
}

std::string_view host_of(std::string_view authority) {
  if (authority.starts_with('[')) {
    const std::size_t end = authority.find(']');
    return end == authority.npos ? std::string_view() : authority.substr(1, end - 1);
  }
  return authority.substr(0, authority.rfind(':'));
}

bool is_known_host(std::string_view host, std::string_view own_origin) {
  std::string name = lowered(host_of(host));
  if (Address::read(name)) return true;
  if (name.ends_with('.')) name.pop_back();
  if (name.empty()) return false;
  constexpr std::string_view kBehindScheme = "://";
  const std::size_t scheme = own_origin.find(kBehindScheme);
  if (scheme != own_origin.npos && name == lowered(host_of(own_origin.substr(scheme + kBehindScheme.size()))))
    return true;
  return name == "localhost" || name.ends_with(".localhost");
}

std::string_view bearer_token(std::string_view authorization) {
  constexpr std::string_view kScheme = "bearer ";
  if (authorization.size() <= kScheme.size() ||
      !is_same_ignoring_case(authorization.substr(0, kScheme.size()), kScheme))
    return {};
  return trimmed(authorization.substr(kScheme.size()));
}

}  // namespace duello
