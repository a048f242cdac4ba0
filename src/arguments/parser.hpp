// Reads a command line by what is declared of it. `Parser::parse` returns the command that was named and the options
// that were given; `help` and `completions` follow the same declarations.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "arguments/options.hpp"

namespace duello {

// What help says of the program.
struct ProgramText {
  std::string name;
  std::string version;
  std::string about;
  std::string footer;
};

struct DeclaredCommand {
  std::string name;
  std::string about;
  const Options* options;
};

struct ParsedLine {
  const DeclaredCommand* command = nullptr;  // nothing if none was named
  std::vector<GivenOption> given;
  std::string answer;  // help or the version, if that was asked for; then there is nothing else to do
};

// Options must outlive the parser, and it the lines that it has parsed.
class Parser {
 public:
  // The options `everywhere` may stand before a command and after it.
  Parser(ProgramText program, const Options& everywhere, std::vector<DeclaredCommand> commands = {});

  // The words are those after the name of the program. Secret values are wiped from them. Throws WrongOptions.
  ParsedLine parse(std::span<char* const> words) const;
  // Sets the targets of what was given. Throws WrongOptions.
  void accept(const ParsedLine& line) const;

  // Help for a command, or for the program if it has no name. Throws WrongOptions if there is no such command.
  std::string help(std::string_view command = "") const;

  // What the last of the words, perhaps empty, can become. Throws WrongOptions if those before it mean nothing.
  std::vector<std::string> completions(std::span<char* const> words) const;

 private:
  struct Reading;

  Reading read(std::span<char* const> words) const;
  std::vector<const CommandOption*> options_after(const DeclaredCommand* command) const;
  const CommandOption* option_called(std::string_view name, const DeclaredCommand* command) const;
  const DeclaredCommand& command_called(std::string_view name) const;
  std::string full_name(const DeclaredCommand* command) const;
  WrongOptions surplus(std::string_view word, const DeclaredCommand* command) const;
  WrongOptions missing(const CommandOption& option, const DeclaredCommand& command) const;

  ProgramText program_;
  const Options& everywhere_;
  std::vector<DeclaredCommand> commands_;
};

}  // namespace duello
