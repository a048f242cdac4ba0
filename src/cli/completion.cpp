#include "cli/completion.hpp"

#include <algorithm>

#include "catalog/registry.hpp"
#include "core/text.hpp"
#include "players/level_player.hpp"
#include "players/roster.hpp"
#include "store/game_store.hpp"

namespace duello {

namespace {

using Words = std::vector<std::string>;

// What stands before the word that is to be completed.
struct Before {
  const KnownCommand* command = nullptr;  // nothing if it has not been named
  const KnownOption* waiting = nullptr;   // for its value
  Words positionals;                      // behind the command
  std::string game;                       // as it is named
};

const KnownCommand* command_called(const KnownCommands& known, std::string_view name) {
  const auto found = std::ranges::find(known.commands, name, &KnownCommand::name);
  return found == known.commands.end() ? nullptr : &*found;
}

// The options that may stand behind a command, its own first.
std::vector<const KnownOption*> options_behind(const KnownCommands& known, const KnownCommand* command) {
  std::vector<const KnownOption*> options;
  const auto add = [&](const KnownOption& option) {
    if (!option.is_positional) options.push_back(&option);
  };
  if (command != nullptr) std::ranges::for_each(command->options, add);
  std::ranges::for_each(known.options, add);
  return options;
}

// `text` with its dashes.
const KnownOption* option_called(const KnownCommands& known, const KnownCommand* command, std::string_view text) {
  for (const KnownOption* const option : options_behind(known, command))
    if (text == cat("--", option->name)) return option;
  return nullptr;
}

Before before(const KnownCommands& known, std::span<const std::string> words) {
  Before found;
  for (const std::string& word : words) {
    if (found.waiting != nullptr) {
      if (found.waiting->name == "game") found.game = word;
      found.waiting = nullptr;
    } else if (word.starts_with('-')) {
      const KnownOption* const option = option_called(known, found.command, word);
      if (option != nullptr && option->takes_value) found.waiting = option;
      constexpr std::string_view kGame = "--game=";
      if (word.starts_with(kGame)) found.game = word.substr(kGame.size());
    } else if (found.command == nullptr) {
      found.command = command_called(known, word);
    } else {
      if (found.positionals.empty() && found.game.empty()) found.game = word;
      found.positionals.push_back(word);
    }
  }
  return found;
}

Words game_ids() {
  Words ids;
  for (const GameEntry& entry : all_games()) ids.emplace_back(entry.facts->id);
  return ids;
}

Words programs() {
  Words names{"random", "perfect"};
  for (int level = 1; level <= LevelPlayer::kHighest; ++level) names.push_back(cat("level:", level));
  return names;
}

Words with(Words words, std::string_view another) {
  words.emplace_back(another);
  return words;
}

Words command_names(const KnownCommands& known) {
  Words names;
  for (const KnownCommand& command : known.commands) names.push_back(command.name);
  return names;
}

Words variants(const std::string& game) {
  Words names;
  if (const auto entry = game_meant(game))
    for (const Variant& variant : (*entry)->facts->variants) names.emplace_back(variant.name);
  return names;
}

Words rule_keys(const std::string& game) {
  Words keys;
  if (const auto entry = game_meant(game))
    if (const auto made = (*entry)->make({}))
      for (const RuleValue& rule : (*made)->rules()) keys.push_back(cat(rule.key, '='));
  return keys;
}

// Whatever is wrong with the games that are kept is not said here.
Words kept_games(const HistoryFilter& filter) {
  Words names;
  auto store = GameStore::of_user();
  if (!store) return names;
  const auto games = store->games(filter);
  if (games)
    for (const KeptGame& game : *games) names.push_back(game.name);
  return names;
}

Words files_and_kept_games(const std::string& command) {
  const bool resumes = command == "resume";
  Words names{std::string(kAnyFile)};
  if (!resumes) names.emplace_back("last");
  std::ranges::copy(kept_games({.open_only = resumes}), std::back_inserter(names));
  return names;
}

// All but the last of a list with commas stay as they are.
Words listed_programs(const std::string& begun) {
  const std::string front = begun.substr(0, begun.rfind(',') + 1);
  Words all;
  for (const std::string& program : with(programs(), kEnginePrefix)) all.push_back(front + program);
  return all;
}

Words values_of(const KnownOption& option, const Before& before, const std::string& begun) {
  const std::string& name = option.name;
  const std::string command = before.command == nullptr ? "" : before.command->name;
  if (name == "color") return {"auto", "always", "never"};
  if (name == "first") return command == "play" ? Words{"1", "2", "random"} : Words{"1", "2"};
  if (name == "as") return {"1", "2"};
  if (name == "discard") return kept_games({.open_only = true});
  if (name == "p1" || name == "p2") return with(with(programs(), kHuman), kEnginePrefix);
  if (name == "player" && command == "engine") return programs();
  if (name == "player" && command == "arena") return with(programs(), kEnginePrefix);
  if (name == "players") return listed_programs(begun);
  if (name == "variant") return variants(before.game);
  if (name == "set") return rule_keys(before.game);
  if (name == "level") return {"1", "2", "3", "4", "5"};
  if (name == "openings") return {"none", "random", "balanced"};
  if (name == "result") return {"1-0", "0-1", "unfinished"};
  if (name == "game") return game_ids();
  if (name == "table" || name == "svg" || name == "record" || name == "resume") return {std::string(kAnyFile)};
  if (name == "log") return {std::string(kAnyFolder)};
  return {};
}

Words positionals(const KnownCommands& known, const Before& before) {
  if (before.command == nullptr) return command_names(known);
  std::size_t place = 0;
  for (const KnownOption& option : before.command->options) {
    if (!option.is_positional || place++ != before.positionals.size()) continue;
    if (option.name == "game") return game_ids();
    if (option.name == "command") return command_names(known);
    if (option.name == "file") return files_and_kept_games(before.command->name);
  }
  return {};
}

Words option_names(const KnownCommands& known, const Before& before) {
  Words names;
  for (const KnownOption* const option : options_behind(known, before.command))
    if (std::string name = "--" + option->name; std::ranges::find(names, name) == names.end())
      names.push_back(std::move(name));
  return names;
}

}  // namespace

std::vector<std::string> completions(const KnownCommands& known, std::span<const std::string> words) {
  if (words.empty()) return {};
  const std::string& last = words.back();
  const Before found = before(known, words.first(words.size() - 1));
  const std::size_t equals = last.starts_with("--") ? last.find('=') : std::string::npos;
  std::string front;
  Words all;
  if (found.waiting != nullptr) {
    all = values_of(*found.waiting, found, last);
  } else if (equals != std::string::npos) {
    front = last.substr(0, equals + 1);
    const KnownOption* const option = option_called(known, found.command, last.substr(0, equals));
    if (option != nullptr) all = values_of(*option, found, last.substr(equals + 1));
  } else {
    all = last.starts_with('-') ? option_names(known, found) : positionals(known, found);
  }
  Words fitting;
  for (const std::string& each : all) {
    const bool is_anything = each == kAnyFile || each == kAnyFolder;
    if (is_anything || (front + each).starts_with(last)) fitting.push_back(is_anything ? each : front + each);
  }
  return fitting;
}

}  // namespace duello
