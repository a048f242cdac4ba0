#include "cli/command_line.hpp"

#include <algorithm>
#include <functional>
#include <iostream>
#include <optional>

#include "arguments/parser.hpp"
#include "catalog/registry.hpp"
#include "cli/commands.hpp"
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
        .text({"COMMAND", "", "A command; without it, print what duello --help prints"}, name_)
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
    commands_.push_back(
        std::make_unique<HelpCommand>(commands_, [this](const std::string& name) { return parser_->help(name); }));
    std::vector<DeclaredCommand> declared;
    for (const auto& command : commands_) declared.push_back({command->name(), command->about(), &command->declared()});
    parser_.emplace(
        ProgramText{
            .name = "duello",
            .version = DUELLO_VERSION,
            .about = cat("Duello: ", spelled(static_cast<int>(all_games().size())),
                         " two-player strategy games for the terminal"),
            .footer = "Without a command, and on a terminal, duello opens a menu.\nThe manual is duello(1).",
        },
        everywhere_, std::move(declared));
  }

  int run(std::span<char* const> words) {
    try {
      // For the completions of shells only, so it is no command.
      if (!words.empty() && std::string_view(words.front()) == "complete") return complete(words.subspan(1));
      const ParsedLine line = parser_->parse(words);
      parser_->accept(line);
      Console console(color_, boards_);
      if (line.answer.empty() && line.command != nullptr) return command_called(line.command->name).run(console);
      if (line.answer.empty() && console.is_terminal()) return command_called("play").run(console);
      console.print(line.answer.empty() ? parser_->help() : line.answer);
      return done(console);
    } catch (const WrongOptions& wrong) {
      return complain(wrong.what());
    }
  }

 private:
  int complete(std::span<char* const> words) const {
    for (const std::string& word : parser_->completions(words)) std::cout << word << '\n';
    return std::cout.flush() ? 0 : 1;
  }

  Command& command_called(std::string_view name) const {
    return **std::ranges::find(commands_, name, [](const auto& command) { return command->name(); });
  }

  ColorChoice color_ = ColorChoice::automatic;
  Boards boards_ = Boards::drawn;
  Options everywhere_;
  Commands commands_;
  std::optional<Parser> parser_;
};

}  // namespace

int run(std::span<char* const> words, const OnlinePlay& online) { return CommandLine(online).run(words); }

}  // namespace duello
