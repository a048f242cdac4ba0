// The serve command: starts the server, which is a separate program.
#include <unistd.h>

#include <array>
#include <climits>

#include "arguments/serve_options.hpp"
#include "cli/commands.hpp"

namespace duello {

namespace {

constexpr const char* kServer = "duello-server";

// In the folder of this program, whatever name it was started by; empty if that cannot be found out.
std::string server_beside_this() {
  std::array<char, PATH_MAX> own{};
  const ssize_t size = ::readlink("/proc/self/exe", own.data(), own.size());
  if (size <= 0 || static_cast<std::size_t>(size) == own.size()) return {};
  const std::string path(own.data(), static_cast<std::size_t>(size));
  return path.substr(0, path.rfind('/') + 1) + kServer;
}

// The process becomes the server, with the same descriptors, signals and exit status. It comes back only if there is
// none.
int become_server(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), kServer);
  std::vector<char*> words;
  for (std::string& argument : arguments) words.push_back(argument.data());
  words.push_back(nullptr);
  if (const std::string beside = server_beside_this(); !beside.empty()) ::execv(beside.c_str(), words.data());
  ::execvp(kServer, words.data());
  return fail({cat("There is no ", kServer, " beside this program or in the PATH; install the package ", kServer,
                   ", or say make serve in the source tree")});
}

class ServeCommand final : public Command {
 public:
  ServeCommand() : Command("serve", "Serve games and the page to people who are elsewhere") {
    add_serve_options(options(), settings_);
    options().hand_on_to(arguments_);
  }

  int run(Console& /*console*/) override { return become_server(arguments_); }

 private:
  ServeSettings settings_;
  std::vector<std::string> arguments_;
};

}  // namespace

std::unique_ptr<Command> serve_command() { return std::make_unique<ServeCommand>(); }

}  // namespace duello
