// Reads the command line and runs the command it names.
#pragma once

#include <span>

#include "cli/online_play.hpp"

namespace duello {

// The words are those after the name of the program; `online` is what host and join do. Returns the exit status.
int run(std::span<char* const> words, const OnlinePlay& online);

}  // namespace duello
