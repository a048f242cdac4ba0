// Reads the command line and runs the command it names.
#pragma once

#include "cli/online_play.hpp"

namespace duello {

// `online` is what host and join do. Returns the exit status.
int run(int argc, char** argv, const OnlinePlay& online);

}  // namespace duello
