// How much a connection may take, and for how long.
#pragma once

#include <chrono>
#include <cstddef>

#include "server/visitors.hpp"

namespace duello {

struct WebLimits {
  std::size_t connections = 20'000;  // at a time
  VisitorLimits of_address{};
  std::size_t longest_head = 8'192;  // of a request, in bytes, as all that follow
  std::size_t longest_body = 16'384;
  std::size_t longest_message = 4'096;
  std::size_t longest_queue = 262'144;  // what waits for a slow reader
};

struct WebPatience {
  using Duration = std::chrono::milliseconds;

  Duration request{10'000};  // until a request is there as a whole, and until a short answer has been taken
  Duration between{60'000};  // two requests
  Duration quiet{30'000};    // until a client that says nothing is asked whether it is there
  Duration pong{20'000};     // until it must have answered that
  Duration farewell{2'000};  // until the other side must have hung up
  Duration settling{5'000};  // at most, until everything is stored when the server is stopped
};

}  // namespace duello
