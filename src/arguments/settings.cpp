#include "arguments/settings.hpp"

#include <algorithm>
#include <map>

#include "system/files.hpp"

namespace duello {

namespace {

constexpr std::uint64_t kLongestFile = std::uint64_t{1} << 20;

bool is_given(const std::vector<GivenOption>& given, const CommandOption& option) {
  return std::ranges::find(given, &option, &GivenOption::option) != given.end();
}

void add(std::vector<GivenOption>& given, const CommandOption& option, const std::string& text,
         const std::string& called) {
  for (const std::string& value : option.may_repeat && !text.empty() ? words_of(text) : std::vector{text})
    given.push_back({.option = &option, .value = value, .called = called});
}

// Those that may be set from a source, by their names without dashes.
std::vector<std::pair<std::string, const CommandOption*>> settings_from(Source source, const Options& options) {
  std::vector<std::pair<std::string, const CommandOption*>> settings;
  for (const CommandOption& option : options.all())
    if (option.takes_value() && !option.is_positional() && option.farthest >= source)
      settings.emplace_back(option.text.name.substr(2), &option);
  return settings;
}

std::string variable_of(std::string_view prefix, const std::string& key) {
  std::string name = cat(prefix, '_');
  for (const char c : key) name += c == '-' ? '_' : c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  return name;
}

}  // namespace

void add_settings(std::vector<GivenOption>& given, const Options& options, std::string_view prefix,
                  const LookUp& variable) {
  for (const auto& [key, option] : settings_from(Source::environment, options)) {
    const std::string name = variable_of(prefix, key);
    const auto value = variable(name);
    if (value && !value->empty() && !is_given(given, *option)) add(given, *option, *value, name);
  }
  const auto is_config = [](const GivenOption& each) { return each.option->text.name == "--config"; };
  const auto config = std::ranges::find_if(given, is_config);
  if (config == given.end()) return;
  if (config->value.empty()) throw WrongOptions(config->called + " must not be empty");
  const std::string path = config->value;
  const auto text = contents_of(path, kLongestFile);
  if (!text) throw WrongOptions(text.error().why);
  add_lines(given, options, *text, path_in_quotes(path));
}

void add_lines(std::vector<GivenOption>& given, const Options& options, std::string_view text,
               const std::string& file) {
  const auto settings = settings_from(Source::file, options);
  const std::vector<GivenOption> before = given;
  std::map<std::string, std::size_t, std::less<>> seen;  // by key, in which line
  std::size_t number = 0;
  for (const std::string& each : lines_of(text)) {
    const std::string where = cat(file, ": Line ", ++number);
    const std::string_view line = trimmed(each);
    if (line.empty() || line.starts_with('#')) continue;
    const std::size_t equals = line.find('=');
    const std::string key(trimmed(line.substr(0, equals)));
    if (equals == line.npos || key.empty()) throw WrongOptions(where + " is not like key = value");
    if (!is_printable(line)) throw WrongOptions(where + " holds characters that cannot be shown");
    const auto setting = std::ranges::find(settings, key, [](const auto& known) { return known.first; });
    if (setting == settings.end()) {
      std::vector<std::string> keys;
      for (const auto& known : settings) keys.push_back(known.first);
      throw WrongOptions(cat(where, " sets ", in_quotes(key), ", which is none of ", listed(keys)));
    }
    const CommandOption& option = *setting->second;
    const auto [first, is_first] = seen.emplace(key, number);
    if (!is_first && !option.may_repeat)
      throw WrongOptions(cat(where, " sets ", in_quotes(key), " again, as line ", first->second, " does"));
    if (!is_given(before, option))
      add(given, option, std::string(trimmed(line.substr(equals + 1))), cat(where, ": ", in_quotes(key)));
  }
}

}  // namespace duello
