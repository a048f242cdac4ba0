// The options of join; what it does is in the room `online`.
#include <utility>

#include "cli/commands.hpp"
#include "cli/offers.hpp"
#include "cli/shared_options.hpp"

namespace duello {

namespace {

class JoinCommand final : public Command {
 public:
  explicit JoinCommand(OnlinePlay online)
      : Command("join", "Play a game on a server, or watch it, by its link"), online_(std::move(online)) {
    options()
        .name({"LINK", "", "The link that you were given; - asks for it, @FILE reads it"}, given_.link)
        .required()
        .kept_secret();
    options().name({"--name", "NAME", "What you are called"}, given_.name);
    options().name({"--engine", "COMMAND", "Let an engine play"}, given_.engine).completed_by(any_file());
    add_movetime(options(), given_.movetime, [this] { return !given_.engine.empty(); });
  }

  int run(Console& console) override { return online_.join ? online_.join(console, given_) : fail_without_online(); }

 private:
  OnlinePlay online_;
  JoinOptions given_;
};

}  // namespace

std::unique_ptr<Command> join_command(const OnlinePlay& online) { return std::make_unique<JoinCommand>(online); }

}  // namespace duello
