#include "arguments/serve_options.hpp"

#include "core/text.hpp"

namespace duello {

namespace {

CommandOption& add(Options& options, ServeValues& values, const std::string& key, const std::string& value,
                   const std::string& about) {
  return options.value({"--" + key, value, about},
                       [&values, key](const std::string& text) { values[key].push_back(text); });
}

// An empty value must be an argument by itself: "--key=" has no value. Any other follows "=", as it may start with a
// dash.
void append(std::vector<std::string>& arguments, std::string_view key, const std::string& value) {
  if (value.empty()) {
    arguments.push_back(cat("--", key));
    arguments.emplace_back();
  } else {
    arguments.push_back(cat("--", key, '=', value));
  }
}

}  // namespace

void add_serve_options(Options& options, ServeRequest& request) {
  for (const ServeSetting& setting : all_serve_settings()) {
    CommandOption& option = add(options, request.values, setting.key, setting.value, setting.about);
    if (setting.may_repeat) option.repeated();
    if (setting.names == ServeSetting::Names::file) option.completed_by(any_file());
    if (setting.names == ServeSetting::Names::folder) option.completed_by(any_folder());
  }
  add(options, request.values, "config", "FILE", "Take the rest from a file with lines key = value")
      .completed_by(any_file());
  options.name({"--backup", "FILE", "Copy the store, even while it is used, and end"}, request.backup)
      .completed_by(any_file());
}

std::vector<std::string> serve_arguments(const ServeRequest& request) {
  std::vector<std::string> arguments;
  for (const auto& [key, values] : request.values)
    for (const std::string& value : values) append(arguments, key, value);
  if (!request.backup.empty()) append(arguments, "backup", request.backup);
  return arguments;
}

}  // namespace duello
