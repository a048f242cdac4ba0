#include "arguments/serve_options.hpp"

#include <algorithm>
#include <optional>

namespace duello {

namespace {

// Hours or days, as in 12h or 90d, or for ever.
std::optional<std::chrono::hours> period_in(std::string_view text) {
  constexpr std::uint64_t kMost = 36'500;  // days: a century, which stands for ever too
  if (text == "forever") return std::chrono::days(kMost);
  if (!text.ends_with('h') && !text.ends_with('d')) return std::nullopt;
  const auto number = number_in<std::uint64_t>(text.substr(0, text.size() - 1));
  if (!number || *number < 1 || *number > kMost) return std::nullopt;
  const auto count = static_cast<int>(*number);
  return text.ends_with('d') ? std::chrono::days(count) : std::chrono::hours(count);
}

Options::Take keep(ServeSettings& settings) {
  return [&settings](const std::string& value, const std::string& called) {
    for (const std::string& each : parts_of(value, ',')) {
      const std::string_view part = trimmed(each);
      const std::size_t equals = std::min(part.find('='), part.size());
      const std::string_view name = part.substr(0, equals);
      const auto period = equals < part.size() ? period_in(part.substr(equals + 1)) : std::nullopt;
      if (!period || (name != "open" && name != "over"))
        throw WrongOptions(
            cat(called, " must be like open=7d,over=90d with periods like 12h, 7d or forever, not ", in_quotes(value)));
      (name == "open" ? settings.keep_open : settings.keep_over) = *period;
    }
  };
}

// Passwords may stand in it, so it is never repeated.
Options::Take store(ServeSettings& settings) {
  return [&settings](const std::string& value, const std::string& called) {
    const bool is_file = value.starts_with("sqlite:") && value.size() > std::string_view("sqlite:").size();
    if (!is_file && !value.starts_with("postgres://") && !value.starts_with("postgresql://"))
      throw WrongOptions(called + " must be sqlite:FILE or postgres://…");
    settings.store = value;
  };
}

// An origin: nothing follows the host and its port, except perhaps a slash.
Options::Take base_url(ServeSettings& settings) {
  return [&settings](const std::string& value, const std::string& called) {
    std::string_view url = value;
    if (url.ends_with('/')) url.remove_suffix(1);
    const std::size_t host = url.find("://");
    const bool is_web = url.starts_with("http://") || url.starts_with("https://");
    if (!is_web || !is_printable(url) || url.size() == host + 3 || url.find_first_of("/?#@ ", host + 3) != url.npos)
      throw WrongOptions(cat(called, " must be like https://duello.example, not ", in_quotes(value)));
    settings.base_url = url;
  };
}

}  // namespace

void add_serve_options(Options& options, ServeSettings& settings) {
  const auto limit = [&options](const char* name, const char* about, std::uint64_t& target) {
    options.number({name, "N", about}, target, std::uint64_t{1}, std::uint64_t{1'000'000'000});
  };
  options.names({"--listen", "ADDRESS", "Where to listen; may be given again (127.0.0.1:8080)"}, settings.listen);
  options.value({"--store", "STORE", "Keeps games: sqlite:FILE or postgres://… (a file of yours)"}, store(settings));
  options.value({"--keep", "PERIODS", "How long games are kept that nobody plays (open=7d,over=90d)"}, keep(settings));
  options.value({"--base-url", "URL", "Under which address others know the server"}, base_url(settings));
  options.name({"--tls-cert", "FILE", "A certificate with its chain, in PEM form"}, settings.certificate)
      .completed_by(any_file());
  options.name({"--tls-key", "FILE", "The key of the certificate"}, settings.key).completed_by(any_file());
  options.name({"--site", "FOLDER", "The page for browsers, as make site builds it"}, settings.site)
      .completed_by(any_folder());
  options.names({"--trust-proxy", "ADDRESS", "A proxy whose X-Forwarded-For counts; may be given again"},
                settings.proxies);
  options.names({"--metrics-to", "ADDRESS", "Who may read /metrics; may be given again (this machine)"},
                settings.metrics_readers);
  options.choice({"--log-level", "LEVEL", "How much is logged: debug, info, warning or error (info)"},
                 settings.log_level,
                 {{"debug", ServeLogLevel::debug},
                  {"info", ServeLogLevel::info},
                  {"warning", ServeLogLevel::warning},
                  {"error", ServeLogLevel::error}});
  limit("--limit-connections", "Connections at a time (20000)", settings.connections);
  limit("--limit-address-connections", "Connections of one address (200)", settings.connections_of_address);
  limit("--limit-address-connects", "New connections a second of one address (50)", settings.connects_of_address);
  limit("--limit-address-requests", "Requests a second of one address (50)", settings.requests_of_address);
  limit("--limit-address-messages", "Messages a second of one address (100)", settings.messages_of_address);
  limit("--limit-tables", "Tables in memory at a time (100000)", settings.tables);
  limit("--limit-address-tables", "Tables of one address that are not over (100)", settings.tables_of_address);
  limit("--limit-address-challenges", "Of those, how many wait in the lobby for anybody (10)",
        settings.challenges_of_address);
  options.name({"--config", "FILE", "Take the rest from a file with lines key = value"}, settings.config)
      .only_from(Source::environment)
      .completed_by(any_file());
  options.name({"--backup", "FILE", "Copy the store, even while it is used, and end"}, settings.backup)
      .only_from(Source::command_line)
      .completed_by(any_file());
}

}  // namespace duello
