#include "cli/commands.hpp"

namespace duello {

std::vector<std::unique_ptr<Command>> all_commands(const OnlinePlay& online) {
  std::vector<std::unique_ptr<Command>> commands;
#define DUELLO_MAKE(name) commands.push_back(name##_command());
  DUELLO_COMMANDS(DUELLO_MAKE)
#undef DUELLO_MAKE
  commands.push_back(host_command(online));
  commands.push_back(join_command(online));
  return commands;
}

}  // namespace duello
