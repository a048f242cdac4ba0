#include "cli/command_line.hpp"

#include <algorithm>
#include <functional>
#include <iostream>

#include "arguments/parser.hpp"
#include "catalog/registry.hpp"
#include "cli/commands.hpp"
#include "cli/completion.hpp"
#include "core/text.hpp"

namespace duello {

namespace {

using Commands = std::vector<std::unique_ptr<Command>>;

std::vector<std::string> names_of(const Commands& commands) {
  std::vector<std::string> names;
  for (const auto& command : commands) names.push_back(command->name());
  return names;
}

// Tells of the other commands, so it is made when they are there.
class HelpCommand final : public Command {
 public:
  using HelpFor = std::function<std::string(const std::string& name)>;

  HelpCommand(const Commands& commands, HelpFor help_for)
      : Command("help", "Print the help for a command"), help_for_(std::move(help_for)) {
    options()
        .text({"command", "COMMAND", "A command; without it, print what duello --help prints"}, name_)
        .completed_by([&commands](const Begun&) { return names_of(commands); });
  }

  int run(Console& console) override {
    console.print(help_for_(name_));
    return done(console);
  }

 private:
  HelpFor help_for_;
  std::string name_;
};

class CommandLine {
 public:
  explicit CommandLine(const OnlinePlay& online) : commands_(all_commands(online)) {
    everywhere_.version();
    everywhere_.help();
    everywhere_.choice(
        {"--color", "WHEN", "Use color: auto, always or never"}, color_,
        {{"auto", ColorChoice::automatic}, {"always", ColorChoice::always}, {"never", ColorChoice::never}});
    everywhere_.flag("--plain", "Tell boards in words, for people who listen", boards_, Boards::told);
    parser_.emplace(
        ProgramText{
            .name = "duello",
            .version = DUELLO_VERSION,
            .about = cat("Duello: ", spelled(static_cast<int>(all_games().size())),
                         " two-player strategy games for the terminal"),
            .footer = "Without a command, and on a terminal, duello opens a menu.\nThe manual is duello(1).",
        },
        everywhere_);
    commands_.push_back(
        std::make_unique<HelpCommand>(commands_, [this](const std::string& name) { return parser_->help(name); }));
    for (const auto& command : commands_) parser_->add_command(command->name(), command->about(), command->declared());
  }

  int run(int argc, char** argv) {
    // For the completions of shells only: whatever is behind it, it is no command line.
    if (argc > 1 && std::string_view(argv[1]) == "complete") return complete({argv + 2, argv + argc});
    try {
      const auto line = parser_->parse(argc, argv);
      if (!line) return std::cout.flush() ? 0 : fail({"The output could not be written"});
      return dispatch(*line);
    } catch (const WrongOptions& wrong) {
      return complain(wrong.what());
    }
  }

 private:
  int complete(const std::vector<std::string>& words) const {
    for (const std::string& word : completions(everywhere_, commands_, words)) std::cout << word << '\n';
    return std::cout.flush() ? 0 : 1;
  }

  Command& command_called(std::string_view name) const {
    return **std::ranges::find(commands_, name, [](const auto& command) { return command->name(); });
  }

  int dispatch(const ParsedLine& line) {
    everywhere_.accept(line.given);
    Console console(color_, boards_);
    if (!line.command.empty()) {
      Command& command = command_called(line.command);
      command.declared().accept(line.given);
      return command.run(console);
    }
    if (console.is_terminal()) return command_called("play").run(console);
    console.print(parser_->help());
    return done(console);
  }

  ColorChoice color_ = ColorChoice::automatic;
  Boards boards_ = Boards::drawn;
  Options everywhere_;
  Commands commands_;
  std::optional<Parser> parser_;
};

}  // namespace

int run(int argc, char** argv, const OnlinePlay& online) { return CommandLine(online).run(argc, argv); }

}  // namespace duello
