// What a request wants, by its method and its target.
#pragma once

#include <cstdint>
#include <string_view>

namespace duello {

struct Route {
  enum class Kind : std::uint8_t {
    create,
    list,
    facts,
    record,
    accept,
    withdraw,  // of tables
    socket,
    health,
    metrics,
    page,         // or a part of it
    nothing,      // an address of the API at which there is nothing
    not_allowed,  // something is there, but not to be had by this method
  };

  Kind kind = Kind::nothing;
  std::string_view table{};   // its id, of plausible letters
  std::string_view state{};   // of the tables that are wanted, as it was written
  std::string_view path{};    // of the page, as it was written, behind the first slash
  std::string_view allows{};  // the methods that are allowed where this one is not
  bool is_head = false;       // only the head of the answer is wanted
  bool is_api = false;        // whoever asks wants JSON
};

Route route_of(std::string_view method, std::string_view target);
// For logs and metrics: a word that says nothing about who or which.
std::string_view name_of(Route::Kind kind);

// Whether a page that says it comes from `origin` may talk to the host that it named, or to the origin that we are
// known under (which may be empty). Programs send no origin.
bool is_same_origin(std::string_view origin, std::string_view host, std::string_view own_origin);

// The host of what a Host header or the rest of a URL says, without a port; an address of version 6 without brackets.
std::string_view host_of(std::string_view authority);
// Whether a request that names this host is meant for us: that of our own origin, this machine by the name that all
// give it, or an IP address. Any other name may be somebody's who lets it point here, so that their page has the same
// origin as we do (DNS rebinding).
bool is_known_host(std::string_view host, std::string_view own_origin);

// What stands behind "Bearer" in an Authorization header; empty if it is none.
std::string_view bearer_token(std::string_view authorization);

}  // namespace duello
