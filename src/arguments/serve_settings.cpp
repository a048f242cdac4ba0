#include "arguments/serve_settings.hpp"

#include <algorithm>
#include <set>

#include "system/files.hpp"

namespace duello {

namespace {

constexpr std::string_view kConfig = "config";
constexpr std::uint64_t kLongestConfig = std::uint64_t{1} << 20;

using Result = std::expected<void, Complaint>;

auto text_of(std::string ServeSettings::* member) {
  return [member](ServeSettings& settings, const std::string& value) -> Result {
    if (value.empty()) return complaint("must not be empty");
    settings.*member = value;
    return {};
  };
}

auto one_more_of(std::vector<std::string> ServeSettings::* member) {
  return [member](ServeSettings& settings, const std::string& value) -> Result {
    if (value.empty()) return complaint("must not be empty");
    (settings.*member).push_back(value);
    return {};
  };
}

auto number_of(std::uint64_t ServeSettings::* member) {
  return [member](ServeSettings& settings, const std::string& value) -> Result {
    constexpr std::uint64_t kMost = 1'000'000'000;
    const auto number = number_in<std::uint64_t>(value);
    if (!number || *number < 1 || *number > kMost)
      return complaint("must be a whole number from 1 to ", kMost, ", not ", in_quotes(value));
    settings.*member = *number;
    return {};
  };
}

Result set_level(ServeSettings& settings, const std::string& value) {
  const std::vector<std::string> names{"debug", "info", "warning", "error"};
  const auto found = std::ranges::find(names, value);
  if (found == names.end()) return complaint("must be ", listed(names, "or"), ", not ", in_quotes(value));
  settings.log_level = static_cast<ServeLogLevel>(found - names.begin());
  return {};
}

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

Result set_keep(ServeSettings& settings, const std::string& value) {
  for (std::size_t begin = 0; begin <= value.size();) {
    const std::size_t end = std::min(value.find(',', begin), value.size());
    const std::string_view part = trimmed(std::string_view(value).substr(begin, end - begin));
    const std::size_t equals = std::min(part.find('='), part.size());
    const std::string_view name = part.substr(0, equals);
    const auto period = equals < part.size() ? period_in(part.substr(equals + 1)) : std::nullopt;
    if (!period || (name != "open" && name != "over"))
      return complaint("must be like open=7d,over=90d with periods like 12h, 7d or forever, not ", in_quotes(value));
    (name == "open" ? settings.keep_open : settings.keep_over) = *period;
    begin = end + 1;
  }
  return {};
}

// Passwords may stand in it, so it is never repeated.
Result set_store(ServeSettings& settings, const std::string& value) {
  const bool is_file = value.starts_with("sqlite:") && value.size() > std::string_view("sqlite:").size();
  if (!is_file && !value.starts_with("postgres://") && !value.starts_with("postgresql://"))
    return complaint("must be sqlite:FILE or postgres://…");
  settings.store = value;
  return {};
}

// An origin: nothing follows the host and its port, except perhaps a slash.
Result set_base_url(ServeSettings& settings, const std::string& value) {
  std::string_view url = value;
  if (url.ends_with('/')) url.remove_suffix(1);
  const std::size_t host = url.find("://");
  const bool is_web = url.starts_with("http://") || url.starts_with("https://");
  if (!is_web || !is_printable(url) || url.size() == host + 3 || url.find_first_of("/?#@ ", host + 3) != url.npos)
    return complaint("must be like https://duello.example, not ", in_quotes(value));
  settings.base_url = url;
  return {};
}

const ServeSetting* setting_called(std::string_view key) {
  const auto& all = all_serve_settings();
  const auto found = std::ranges::find(all, key, &ServeSetting::key);
  return found == all.end() ? nullptr : &*found;
}

std::vector<std::string> keys() {
  std::vector<std::string> names;
  for (const ServeSetting& each : all_serve_settings()) names.push_back(each.key);
  return names;
}

// Sets what nobody has set before. `where` is how a complaint calls the place.
class Gathering {
 public:
  Result set(const ServeSetting& setting, const std::vector<std::string>& values, const std::string& where) {
    if (done_.contains(setting.key)) return {};
    for (const std::string& value : values)
      if (const auto set = setting.set(settings_, value); !set) return complaint(where, ' ', set.error().why);
    return {};
  }
  void close(const std::string& key) { done_.insert(key); }
  ServeSettings&& settings() { return std::move(settings_); }

 private:
  ServeSettings settings_;
  std::set<std::string> done_;
};

std::vector<std::string> values_in(const ServeSetting& setting, const std::string& text) {
  return setting.may_repeat ? words_of(text) : std::vector{text};
}

Result add_file(Gathering& gathering, const std::string& file) {
  const auto text = contents_of(file, kLongestConfig);
  if (!text) return std::unexpected(text.error());
  const auto read = config_lines(*text);
  if (!read) return complaint(path_in_quotes(file), ": ", read.error().why);
  std::map<std::string, std::size_t> lines;
  for (const ConfigLine& line : *read) {
    const std::string where = cat(path_in_quotes(file), ": Line ", line.number);
    const ServeSetting* const setting = setting_called(line.key);
    if (setting == nullptr)
      return complaint(where, " sets ", in_quotes(line.key), ", which is none of ", listed(keys()));
    const auto [before, is_first] = lines.emplace(line.key, line.number);
    if (!is_first && !setting->may_repeat)
      return complaint(where, " sets ", in_quotes(line.key), " again, as line ", before->second, " does");
    const auto set = gathering.set(*setting, values_in(*setting, line.value), cat(where, ": ", in_quotes(line.key)));
    if (!set) return set;
  }
  return {};
}

}  // namespace

const std::vector<ServeSetting>& all_serve_settings() {
  using enum ServeSetting::Names;
  static const std::vector<ServeSetting> kAll{
      {"listen", "ADDRESS", "Where to listen; may be given again (127.0.0.1:8080)", one_more_of(&ServeSettings::listen),
       true},
      {"store", "STORE", "Keeps games: sqlite:FILE or postgres://… (a file of yours)", set_store},
      {"keep", "PERIODS", "How long games are kept that nobody plays (open=7d,over=90d)", set_keep},
      {"base-url", "URL", "Under which address others know the server", set_base_url},
      {"tls-cert", "FILE", "A certificate with its chain, in PEM form", text_of(&ServeSettings::certificate), false,
       file},
      {"tls-key", "FILE", "The key of the certificate", text_of(&ServeSettings::key), false, file},
      {"site", "FOLDER", "The page for browsers, as make site builds it", text_of(&ServeSettings::site), false, folder},
      {"trust-proxy", "ADDRESS", "A proxy whose X-Forwarded-For counts; may be given again",
       one_more_of(&ServeSettings::proxies), true},
      {"metrics-to", "ADDRESS", "Who may read /metrics; may be given again (this machine)",
       one_more_of(&ServeSettings::metrics_readers), true},
      {"log-level", "LEVEL", "How much is logged: debug, info, warning or error (info)", set_level},
      {"limit-connections", "N", "Connections at a time (20000)", number_of(&ServeSettings::connections)},
      {"limit-address-connections", "N", "Connections of one address (200)",
       number_of(&ServeSettings::connections_of_address)},
      {"limit-address-connects", "N", "New connections a second of one address, with their TLS handshakes (50)",
       number_of(&ServeSettings::connects_of_address)},
      {"limit-address-requests", "N", "Requests a second of one address (50)",
       number_of(&ServeSettings::requests_of_address)},
      {"limit-address-messages", "N", "Messages a second of one address (100)",
       number_of(&ServeSettings::messages_of_address)},
      {"limit-tables", "N", "Tables in memory at a time (100000)", number_of(&ServeSettings::tables)},
      {"limit-address-tables", "N", "Tables of one address that are not over (100)",
       number_of(&ServeSettings::tables_of_address)},
      {"limit-address-challenges", "N", "Of those, how many wait in the lobby for anybody (10)",
       number_of(&ServeSettings::challenges_of_address)},
  };
  return kAll;
}

std::expected<std::vector<ConfigLine>, Complaint> config_lines(std::string_view text) {
  std::vector<ConfigLine> lines;
  std::size_t number = 0;
  for (const std::string& each : lines_of(text)) {
    ++number;
    const std::string_view line = trimmed(each);
    if (line.empty() || line.starts_with('#')) continue;
    const std::size_t equals = line.find('=');
    const std::string_view key = trimmed(line.substr(0, equals));
    if (equals == line.npos || key.empty()) return complaint("Line ", number, " is not like key = value");
    if (!is_printable(line)) return complaint("Line ", number, " holds characters that cannot be shown");
    lines.push_back(
        {.number = number, .key = std::string(key), .value = std::string(trimmed(line.substr(equals + 1)))});
  }
  return lines;
}

std::string variable_of(const std::string& key) {
  std::string name = "DUELLO_SERVE_";
  for (const char c : key) name += c == '-' ? '_' : c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  return name;
}

std::expected<ServeSettings, Complaint> serve_settings(const ServeValues& given, const LookUp& environment) {
  Gathering gathering;
  for (const ServeSetting& setting : all_serve_settings()) {
    if (const auto found = given.find(setting.key); found != given.end()) {
      if (const auto set = gathering.set(setting, found->second, cat("--", setting.key)); !set)
        return std::unexpected(set.error());
    } else if (const auto value = environment(variable_of(setting.key)); value && !value->empty()) {
      if (const auto set = gathering.set(setting, values_in(setting, *value), variable_of(setting.key)); !set)
        return std::unexpected(set.error());
    } else {
      continue;
    }
    gathering.close(setting.key);
  }
  const auto named = given.find(kConfig);
  const auto file =
      named == given.end() ? environment(variable_of(std::string(kConfig))) : std::optional(named->second.front());
  if (named != given.end() && file->empty()) return complaint("--", kConfig, " must not be empty");
  if (file && !file->empty())
    if (const auto added = add_file(gathering, *file); !added) return std::unexpected(added.error());

  ServeSettings settings = gathering.settings();
  if (settings.certificate.empty() != settings.key.empty())
    return complaint("A certificate and its key go together: give both tls-cert and tls-key, or neither");
  return settings;
}

}  // namespace duello
