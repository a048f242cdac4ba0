#include "cli/completion.hpp"

#include <algorithm>

#include "cli/offers.hpp"
#include "core/text.hpp"

namespace duello {

namespace {

using Words = std::vector<std::string>;
using CommandSpan = std::span<const std::unique_ptr<Command>>;

// What stands before the word that is to be completed.
struct Before {
  const Command* command = nullptr;        // nothing if it has not been named
  const CommandOption* waiting = nullptr;  // for its value
  std::size_t positionals = 0;             // behind the command
  std::string game;                        // as it is named
};

const Command* command_called(CommandSpan commands, std::string_view name) {
  const auto found = std::ranges::find(commands, name, [](const auto& command) { return command->name(); });
  return found == commands.end() ? nullptr : found->get();
}

// The options that may stand behind a command, its own first.
std::vector<const CommandOption*> options_behind(const Options& everywhere, const Command* command) {
  std::vector<const CommandOption*> options;
  const auto add = [&](const CommandOption& option) {
    if (!option.is_positional()) options.push_back(&option);
  };
  if (command != nullptr) std::ranges::for_each(command->declared().all(), add);
  std::ranges::for_each(everywhere.all(), add);
  return options;
}

// `text` with its dashes.
const CommandOption* option_called(const Options& everywhere, const Command* command, std::string_view text) {
  for (const CommandOption* const option : options_behind(everywhere, command))
    if (text == option->text.name) return option;
  return nullptr;
}

const CommandOption* positional_at(const Command& command, std::size_t place) {
  for (const CommandOption& option : command.declared().all())
    if (option.is_positional() && place-- == 0) return &option;
  return nullptr;
}

Before before(const Options& everywhere, CommandSpan commands, std::span<const std::string> words) {
  Before found;
  const auto give = [&](const CommandOption* option, std::string_view value) {
    if (option != nullptr && option->names_game) found.game = value;
  };
  for (const std::string& word : words) {
    if (found.waiting != nullptr) {
      give(std::exchange(found.waiting, nullptr), word);
    } else if (word.starts_with('-')) {
      const std::size_t equals = word.find('=');
      const CommandOption* const option = option_called(everywhere, found.command, word.substr(0, equals));
      if (equals != std::string::npos)
        give(option, std::string_view(word).substr(equals + 1));
      else if (option != nullptr && option->takes_value())
        found.waiting = option;
    } else if (found.command == nullptr) {
      found.command = command_called(commands, word);
    } else {
      give(positional_at(*found.command, found.positionals++), word);
    }
  }
  return found;
}

Words values_of(const CommandOption* option, const Before& before, const std::string& word) {
  if (option == nullptr || !option->offers) return {};
  return option->offers({.game = before.game, .word = word});
}

Words positionals(CommandSpan commands, const Before& before) {
  if (before.command != nullptr) return values_of(positional_at(*before.command, before.positionals), before, {});
  Words names;
  for (const auto& command : commands) names.push_back(command->name());
  return names;
}

Words option_names(const Options& everywhere, const Before& before) {
  Words names;
  for (const CommandOption* const option : options_behind(everywhere, before.command))
    if (std::ranges::find(names, option->text.name) == names.end()) names.push_back(option->text.name);
  return names;
}

}  // namespace

std::vector<std::string> completions(const Options& everywhere, CommandSpan commands,
                                     std::span<const std::string> words) {
  if (words.empty()) return {};
  const std::string& last = words.back();
  const Before found = before(everywhere, commands, words.first(words.size() - 1));
  const std::size_t equals = last.starts_with("--") ? last.find('=') : std::string::npos;
  std::string front;
  Words all;
  if (found.waiting != nullptr) {
    all = values_of(found.waiting, found, last);
  } else if (equals != std::string::npos) {
    front = last.substr(0, equals + 1);
    all = values_of(option_called(everywhere, found.command, last.substr(0, equals)), found, last.substr(equals + 1));
  } else {
    all = last.starts_with('-') ? option_names(everywhere, found) : positionals(commands, found);
  }
  Words fitting;
  for (const std::string& each : all) {
    const bool is_anything = each == kAnyFile || each == kAnyFolder;
    if (is_anything || (front + each).starts_with(last)) fitting.push_back(is_anything ? each : front + each);
  }
  return fitting;
}

}  // namespace duello
