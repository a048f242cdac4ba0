// The options of the server, for the program that serves and for `duello serve`, which starts it.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "arguments/options.hpp"

namespace duello {

enum class ServeLogLevel : std::uint8_t { debug, info, warning, error };

struct ServeSettings {
  std::vector<std::string> listen;
  std::string store;     // sqlite:FILE or postgres://…; empty: a file of the user's own
  std::string base_url;  // under which others know the server; empty if only by its address
  std::string certificate;
  std::string key;
  std::string site;  // a folder; empty for none
  std::vector<std::string> proxies;
  std::vector<std::string> metrics_readers;
  ServeLogLevel log_level = ServeLogLevel::info;
  std::uint64_t connections = 20'000;
  std::uint64_t connections_of_address = 200;
  std::uint64_t connects_of_address = 50;   // a second
  std::uint64_t requests_of_address = 50;   // a second
  std::uint64_t messages_of_address = 100;  // a second
  std::uint64_t tables = 100'000;
  std::uint64_t tables_of_address = 100;
  std::uint64_t challenges_of_address = 10;
  std::chrono::hours keep_open = std::chrono::days(7);   // tables at which nobody has sat down
  std::chrono::hours keep_over = std::chrono::days(90);  // from their end, or from the last move
  std::string config;                                    // a file with more of these settings; empty for none
  std::string backup;  // a file to copy the store into, instead of serving; empty for none
};

// Declares them. `settings` must outlive the options.
void add_serve_options(Options& options, ServeSettings& settings);

}  // namespace duello
