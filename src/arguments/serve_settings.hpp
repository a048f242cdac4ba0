// How the server is to run: from the command line, from the environment and from a file, in this order. Every setting
// is declared once, in `all_serve_settings`; all three ways know the same ones.
#pragma once

#include <chrono>
#include <cstdint>
#include <expected>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/text.hpp"

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
};

struct ServeSetting {
  std::string key;    // without dashes before it
  std::string value;  // stands for it in help
  std::string about;
  // Sets it; says what is wrong with a value, as in "must be …".
  std::function<std::expected<void, Complaint>(ServeSettings&, const std::string&)> set;
  bool may_repeat = false;  // several values, with blanks between them where there is one line for all
  enum class Names : std::uint8_t { nothing, file, folder } names = Names::nothing;
};
const std::vector<ServeSetting>& all_serve_settings();

// Values by the keys of their settings.
using ServeValues = std::map<std::string, std::vector<std::string>, std::less<>>;

// A line of a file: key = value. Empty lines and those that begin with # are none.
struct ConfigLine {
  std::size_t number = 0;
  std::string key;
  std::string value;
};
std::expected<std::vector<ConfigLine>, Complaint> config_lines(std::string_view text);

// Looks a variable of the environment up.
using LookUp = std::function<std::optional<std::string>(const std::string& name)>;
// DUELLO_SERVE_BASE_URL for base-url.
std::string variable_of(const std::string& key);

// `given` is from the command line. The file is what it names `config`, or else the environment does.
std::expected<ServeSettings, Complaint> serve_settings(const ServeValues& given, const LookUp& environment);

}  // namespace duello
