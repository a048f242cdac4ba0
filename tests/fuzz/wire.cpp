// Bytes as what comes to the server from outside: a request's target and headers, a file of settings.
#include <algorithm>
#include <string>
#include <vector>

#include "arguments/serve_options.hpp"
#include "arguments/settings.hpp"
#include "server/routes.hpp"
#include "server/site.hpp"
#include "server/visitors.hpp"
#include "tests/fuzz/input.hpp"

using namespace duello;

namespace {

bool lies_in(std::string_view part, std::string_view whole) {
  return part.empty() || (part.data() >= whole.data() && part.data() + part.size() <= whole.data() + whole.size());
}

void try_route(std::string_view text) {
  const std::size_t blank = text.find(' ');
  const std::string_view target = blank == text.npos ? text : text.substr(blank + 1);
  const Route route = route_of(text.substr(0, blank), target);
  must(lies_in(route.table, target) && lies_in(route.path, target) && lies_in(route.state, target));
  must(route.kind != Route::Kind::not_allowed || !route.allows.empty());
  must(Site().at(route.path) == nullptr);
}

void try_headers(std::string_view text) {
  must(lies_in(bearer_token(text), text));
  must(!is_same_origin(text, "", ""));
  const SiteFile file{.plain = "plain", .gzip = "gzip", .brotli = "brotli", .type = {}, .cache = {}, .tag = "\"tag\""};
  must(!body_for(file, text).bytes.empty());
  must(!is_known(file, text) || text.find("\"tag\"") != text.npos || text.find('*') != text.npos);
}

void try_addresses(std::string_view text) {
  const std::vector proxies{*AddressRange::read("10.0.0.0/8")};
  const Address asking = asking_address(*Address::read("10.0.0.1"), text, proxies);
  must(Address::read(asking.text()) == asking);
  must(asking_address(*Address::read("1.2.3.4"), text, proxies).text() == "1.2.3.4");
  if (const auto range = AddressRange::read(text); !range) must(is_printable(range.error().why));
  const auto endpoint = Endpoint::read(text);
  if (endpoint) must(Endpoint::read(endpoint->text())->text() == endpoint->text());
}

void try_config(std::string_view text) {
  Options options;
  ServeSettings settings;
  add_serve_options(options, settings);
  std::vector<GivenOption> given;
  try {
    add_lines(given, options, text, "file");
    options.accept(given);
  } catch (const WrongOptions& wrong) {
    must(is_printable(wrong.what()));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try_route(text);
  try_headers(text);
  try_addresses(text);
  try_config(text);
  return 0;
}
