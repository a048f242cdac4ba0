// Reads a command line by what is declared of it. `Parser::parse` returns the command that was named and the options
// that were given. Help and the version are printed by the parser itself.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "arguments/options.hpp"

namespace CLI {
class App;
}

namespace duello {

// What help says of the program.
struct ProgramText {
  std::string name;
  std::string version;
  std::string about;
  std::string footer;
};

struct ParsedLine {
  std::string command;  // empty if none was named
  std::vector<GivenOption> given;
};

// Options that are added must outlive the parser.
class Parser {
 public:
  // With the options that may stand anywhere.
  Parser(ProgramText text, const Options& everywhere);
  ~Parser();
  Parser(const Parser&) = delete;
  Parser& operator=(const Parser&) = delete;

  // Options of a program that has no commands.
  void add(const Options& options);
  void add_command(const std::string& name, const std::string& about, const Options& options);

  // Nothing if help or the version was asked for and has been printed. Throws WrongOptions.
  std::optional<ParsedLine> parse(int argc, char** argv);

  // Help for a command, or for the program if it has no name. Throws WrongOptions if there is no such command.
  std::string help(const std::string& command = "") const;

 private:
  struct Flag {
    const CommandOption* option;
    bool is_set = false;
  };
  struct DeclaredCommand {
    std::string name;
    const Options* options;
    CLI::App* app;
  };

  void declare(CLI::App& app, const CommandOption& option);
  void declare(CLI::App& app, const Options& options);
  const DeclaredCommand& command_called(const std::string& name) const;
  std::string surplus() const;
  std::string missing() const;

  ProgramText text_;
  std::unique_ptr<CLI::App> app_;
  std::vector<DeclaredCommand> commands_;
  std::deque<Flag> flags_;  // which stay where they are
  std::vector<GivenOption> given_;
};

}  // namespace duello
