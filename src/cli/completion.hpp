// What may stand next on the command line, for the completions of shells.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "cli/command.hpp"

namespace duello {

// What the last of the words, perhaps empty, can become. The words are those behind the name of the program;
// `everywhere` are the options of every command.
std::vector<std::string> completions(const Options& everywhere, std::span<const std::unique_ptr<Command>> commands,
                                     std::span<const std::string> words);

}  // namespace duello
