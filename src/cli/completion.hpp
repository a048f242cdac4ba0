// What may stand next on the command line, for the completions of shells.
#pragma once

#include <CLI/App.hpp>
#include <span>
#include <string>
#include <vector>

namespace duello {

// Among the candidates they stand for whatever files or folders the shell finds.
inline constexpr std::string_view kAnyFile = "*files*";
inline constexpr std::string_view kAnyFolder = "*folders*";

// Nothing if there is none of that name.
const CLI::App* command_called(const CLI::App& app, std::string_view name);

// What the last of the words, perhaps empty, can become. The words are those behind the name of the program.
std::vector<std::string> completions(const CLI::App& app, std::span<const std::string> words);

}  // namespace duello
