#include "cli/commands.hpp"

namespace duello {

std::vector<std::unique_ptr<Command>> all_commands() {
  std::vector<std::unique_ptr<Command>> commands;
#define DUELLO_MAKE(name) commands.push_back(name##_command());
  DUELLO_COMMANDS(DUELLO_MAKE)
#undef DUELLO_MAKE
  return commands;
}

}  // namespace duello
