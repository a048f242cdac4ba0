// Join: play or watch at a table that a server has, by its link.
#include "cli/commands.hpp"
#include "cli/offers.hpp"
#include "cli/shared_options.hpp"

#ifdef DUELLO_SERVER
#include "cli/online.hpp"
#endif

namespace duello {

namespace {

class JoinCommand final : public Command {
 public:
  JoinCommand() : Command("join", "Play a game on a server, or watch it, by its link") {
    options().name({"link", "LINK", "The link that you were given"}, link_).required();
    options().name({"--name", "NAME", "What you are called"}, name_);
    options().name({"--engine", "COMMAND", "Let an engine play"}, engine_).completed_by(any_file());
    add_movetime(options(), movetime_);
  }

  int run(Console& console) override {
#ifdef DUELLO_SERVER
    const auto link = TableLink::read(link_);
    if (!link) return complain(link.error().why);
    if (!engine_.empty() && link->token.empty())
      return complain("The link is for watching; it has no seat for an engine");
    return play_online(console, *link, {.name = name_, .engine = engine_, .movetime = movetime_});
#else
    console.flush();
    return fail({"This program was built without the server; make serve builds one that has it"});
#endif
  }

 private:
  std::string link_;
  std::string name_;
  std::string engine_;
  int movetime_ = 1'000;
};

}  // namespace

std::unique_ptr<Command> join_command() { return std::make_unique<JoinCommand>(); }

}  // namespace duello
