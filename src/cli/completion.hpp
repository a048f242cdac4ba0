// What may stand next on the command line, for the completions of shells.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace duello {

// Among the candidates they stand for whatever files or folders the shell finds.
inline constexpr std::string_view kAnyFile = "*files*";
inline constexpr std::string_view kAnyFolder = "*folders*";

// What there is to complete.
struct KnownOption {
  std::string name;  // without the dashes of one that is no positional
  bool is_positional = false;
  bool takes_value = false;
};
struct KnownCommand {
  std::string name;
  std::vector<KnownOption> options;
};
struct KnownCommands {
  std::vector<KnownOption> options;  // of every command
  std::vector<KnownCommand> commands;
};

// What the last of the words, perhaps empty, can become. The words are those behind the name of the program.
std::vector<std::string> completions(const KnownCommands& known, std::span<const std::string> words);

}  // namespace duello
