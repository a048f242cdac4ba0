#include "cli/command_line.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <deque>
#include <functional>
#include <iostream>

#include "catalog/registry.hpp"
#include "cli/commands.hpp"
#include "cli/completion.hpp"
#include "core/text.hpp"

namespace duello {

namespace {

// Our sentence ends with one of its own.
std::string without_full_stop(std::string text) {
  while (text.ends_with('.') || text.ends_with('\n')) text.pop_back();
  return text;
}

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

// The library's sentences for a flag that is given a value, an option that is given none, and one that is given again.
std::string in_our_words(const std::string& sentence) {
  constexpr std::string_view kAgain = ": At Most 1 required but received ";
  const auto before = [&](std::string_view words) { return sentence.substr(0, sentence.find(words)); };
  if (sentence.contains(" was given a disallowed flag override"))
    return cat("--", before(" was given"), " takes no value");
  if (sentence.contains(": 1 required ")) return cat(before(":"), " needs a value");
  if (sentence.contains(kAgain))
    return cat(before(kAgain), " may be given once, not ", sentence.substr(before(kAgain).size() + kAgain.size()),
               " times");
  return sentence;
}

class CommandLine {
 public:
  CommandLine() {
    app_.name("duello");
    app_.fallthrough();
    app_.require_subcommand(0, 1);
    app_.get_formatter()->column_width(20);
    app_.footer("Without a command, and on a terminal, duello opens a menu.\nThe manual is duello(1).");

    everywhere_.version();
    everywhere_.help();
    everywhere_.choice(
        {"--color", "WHEN", "Use color: auto, always or never"}, color_,
        {{"auto", ColorChoice::automatic}, {"always", ColorChoice::always}, {"never", ColorChoice::never}});
    everywhere_.flag("--plain", "Tell boards in words, for people who listen", boards_, Boards::told);
    add_options(app_, everywhere_);

    commands_ = all_commands();
    commands_.push_back(
        std::make_unique<HelpCommand>(commands_, [this](const std::string& name) { return help_for(name); }));
    for (const auto& command : commands_)
      add_options(*app_.add_subcommand(command->name(), command->about()), command->declared());
  }

  int run(int argc, char** argv) {
    // For the completions of shells only: whatever is behind it, it is no command line.
    if (argc > 1 && std::string_view(argv[1]) == "complete") return complete({argv + 2, argv + argc});
    try {
      refuse_unknown_command(argc, argv);
      app_.parse(argc, argv);
      return dispatch();
    } catch (const CLI::Success& success) {
      app_.exit(success);
      return std::cout.flush() ? 0 : fail({"The output could not be written"});
    } catch (const CLI::ArgumentMismatch& mismatch) {
      return complain(without_full_stop(in_our_words(mismatch.what())));
    } catch (const CLI::ExtrasError&) {
      return complain(surplus());
    } catch (const CLI::RequiredError&) {
      return complain(missing());
    } catch (const CLI::ParseError& error) {
      return complain(without_full_stop(error.what()));
    } catch (const WrongOptions& wrong) {
      return complain(wrong.what());
    }
  }

 private:
  struct Flag {
    const CommandOption* option;
    bool is_set = false;
  };

  void add_options(CLI::App& app, const Options& options) {
    for (const CommandOption& option : options.all()) add(app, option);
  }

  // What an option means is found out when the whole line is known to be one.
  void add(CLI::App& app, const CommandOption& option) {
    const auto& [name, value, about] = option.text;
    switch (option.kind) {
      case CommandOption::Kind::help:
        app.set_help_flag("-h," + name, about);
        return;
      case CommandOption::Kind::version:
        app.set_version_flag(name, "duello " DUELLO_VERSION, about);
        return;
      case CommandOption::Kind::flag:
        app.add_flag(name, flags_.emplace_back(Flag{&option}).is_set, about)->disable_flag_override();
        return;
      case CommandOption::Kind::value:
        CLI::Option* const added = app.add_option_function<std::string>(
            name, [this, &option](const std::string& text) { given_.push_back({&option, text}); }, about);
        added->option_text(value)->required(option.is_required);
        if (option.may_repeat) added->trigger_on_parse();
    }
  }

  int complete(const std::vector<std::string>& words) const {
    for (const std::string& word : completions(everywhere_, commands_, words)) std::cout << word << '\n';
    return std::cout.flush() ? 0 : 1;
  }

  void refuse_unknown_command(int argc, char** argv) const {
    if (argc > 1 && *argv[1] != '-') (void)command_called(argv[1]);
  }

  // About the first word that nobody asked for.
  std::string surplus() const {
    const auto parsed = app_.get_subcommands();
    const std::string command = parsed.empty() ? "" : cat(' ', parsed.front()->get_name());
    return cat("duello", command, " does not take ", in_quotes(app_.remaining(true).front()), "; duello help", command,
               " says what it takes");
  }

  // About the first argument that should be there and is not. What is there was given before that was looked at.
  std::string missing() const {
    const Command& command = command_called(app_.get_subcommands().front()->get_name());
    std::string line = cat("duello ", command.name());
    const CommandOption* first = nullptr;
    for (const CommandOption& option : command.declared().all()) {
      if (!option.is_required) continue;
      line += cat(' ', option.called());
      const bool is_there = std::ranges::find(given_, &option, &GivenOption::option) != given_.end();
      if (first == nullptr && !is_there) first = &option;
    }
    const std::string& about = first->text.about;
    return cat(first->called(), " is missing in ", line, "; it is ", lowered(about.substr(0, 1)), about.substr(1));
  }

  Command& command_called(const std::string& name) const {
    for (const auto& command : commands_)
      if (command->name() == name) return *command;
    throw WrongOptions(
        cat("There is no command ", in_quotes(name), "; the commands are ", listed(names_of(commands_))));
  }

  // Without a name, for the program.
  std::string help_for(const std::string& name) const {
    const CLI::App& about = name.empty() ? app_ : *app_.get_subcommand(command_called(name).name());
    return app_.get_formatter()->make_help(&about, name.empty() ? "duello" : "duello " + name,
                                           CLI::AppFormatMode::Normal);
  }

  int dispatch() {
    for (const Flag& flag : flags_)
      if (flag.is_set) given_.push_back({flag.option, {}});
    everywhere_.accept(given_);
    Console console(color_, boards_);
    for (const CLI::App* const parsed : app_.get_subcommands()) {
      Command& command = command_called(parsed->get_name());
      command.declared().accept(given_);
      return command.run(console);
    }
    if (console.is_terminal()) return command_called("play").run(console);
    console.print(app_.help());
    return done(console);
  }

  CLI::App app_{
      cat("Duello: ", spelled(static_cast<int>(all_games().size())), " two-player strategy games for the terminal")};
  ColorChoice color_ = ColorChoice::automatic;
  Boards boards_ = Boards::drawn;
  Options everywhere_;
  Commands commands_;
  std::deque<Flag> flags_;  // which stay where they are
  std::vector<GivenOption> given_;
};

}  // namespace

int run(int argc, char** argv) { return CommandLine().run(argc, argv); }

}  // namespace duello
