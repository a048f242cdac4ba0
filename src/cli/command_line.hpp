// Reads the command line and runs the command it names.
#pragma once

namespace duello {

int run(int argc, char** argv);

}  // namespace duello
