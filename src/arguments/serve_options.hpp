// The options of the server, for the program that serves and for `duello serve`, which starts it.
#pragma once

#include <string>
#include <vector>

#include "arguments/options.hpp"
#include "arguments/serve_settings.hpp"

namespace duello {

struct ServeRequest {
  ServeValues values;  // as they were given; `serve_settings` says what they mean
  std::string backup;  // a file to copy the store into, instead of serving; empty for none
};

// Declares them. `request` must outlive the options.
void add_serve_options(Options& options, ServeRequest& request);

// The arguments that lead to this request.
std::vector<std::string> serve_arguments(const ServeRequest& request);

}  // namespace duello
