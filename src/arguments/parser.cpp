#include "arguments/parser.hpp"

#include <algorithm>
#include <cstring>

namespace duello {

namespace {

using Kind = CommandOption::Kind;
using Words = std::vector<std::string>;

// A dash alone is a value, which stands for standard input, and so is a negative number.
bool is_option(std::string_view word) { return word.size() > 1 && word[0] == '-' && (word[1] < '0' || word[1] > '9'); }

// How many characters have to be put in, left out or replaced to make one word of the other.
std::size_t distance(std::string_view one, std::string_view other) {
  std::vector<std::size_t> costs(other.size() + 1);  // from what is read of `one` to each beginning of `other`
  for (std::size_t i = 0; i < costs.size(); ++i) costs[i] = i;
  for (const char c : one) {
    std::size_t diagonal = std::exchange(costs[0], costs[0] + 1);
    for (std::size_t i = 0; i < other.size(); ++i) {
      const std::size_t replaced = diagonal + (c == other[i] ? 0 : 1);
      diagonal = costs[i + 1];
      costs[i + 1] = std::min({replaced, costs[i] + 1, costs[i + 1] + 1});
    }
  }
  return costs.back();
}

// The one that somebody mistyped, or nothing.
std::string meant_by(std::string_view word, const Words& names) {
  constexpr std::size_t kMostMistakes = 2;
  constexpr std::size_t kLongest = 64;
  if (word.size() > kLongest || names.empty()) return {};
  const auto mistakes = [typed = lowered(word)](const std::string& name) { return distance(typed, name); };
  const std::string& nearest = *std::ranges::min_element(names, {}, mistakes);
  return mistakes(nearest) <= std::min(kMostMistakes, nearest.size() / 2) ? nearest : "";
}

std::string without_capital(const std::string& text) { return lowered(text.substr(0, 1)) + text.substr(1); }

// A line of help; what is too long for its column has a line for itself.
std::string row(const std::string& left, const std::string& about) {
  constexpr std::size_t kColumn = 18;
  const std::string gap =
      left.size() < kColumn ? std::string(kColumn - left.size(), ' ') : cat('\n', std::string(kColumn + 2, ' '));
  return cat("  ", left, gap, about, '\n');
}

std::string row(const CommandOption& option) {
  const auto& [name, value, about] = option.text;
  return row(cat(option.kind == Kind::help ? "-h, " : "", name, value.empty() ? "" : " ", value), about);
}

}  // namespace

// A command line as far as it has been read.
struct Parser::Reading {
  const DeclaredCommand* command = nullptr;
  std::vector<GivenOption> given;
  const CommandOption* waiting = nullptr;  // for its value, which is the next word

  // Secrets are wiped from the word that they stand in.
  void give(const CommandOption& option, char* value) {
    given.push_back({&option, value, option.text.name});
    if (option.is_secret) std::fill_n(value, std::strlen(value), 'x');
  }
  // What a word that is no option stands for; nothing if one more has no place.
  const CommandOption* next_positional() const {
    if (command == nullptr) return nullptr;
    auto left = std::ranges::count_if(given, [](const GivenOption& each) { return each.option->is_positional(); });
    for (const CommandOption& option : command->options->all())
      if (option.is_positional() && left-- == 0) return &option;
    return nullptr;
  }
  std::string game() const {
    const auto names_game = [](const GivenOption& each) { return each.option->names_game; };
    const auto found = std::ranges::find_if(given, names_game);
    return found == given.end() ? "" : found->value;
  }
  Words values_of(const CommandOption* option, std::string_view word) const {
    if (option == nullptr || !option->offers) return {};
    return option->offers({.game = game(), .word = std::string(word)});
  }
};

Parser::Parser(ProgramText program, const Options& everywhere, std::vector<DeclaredCommand> commands)
    : program_(std::move(program)), everywhere_(everywhere), commands_(std::move(commands)) {}

Parser::Reading Parser::read(std::span<char* const> words) const {
  Reading line;
  bool may_be_option = true;  // until "--"
  for (char* const word : words) {
    const std::string_view text = word;
    if (line.waiting != nullptr) {
      line.give(*std::exchange(line.waiting, nullptr), word);
    } else if (may_be_option && text == "--") {
      may_be_option = false;
    } else if (may_be_option && is_option(text)) {
      const std::size_t equals = text.find('=');
      const CommandOption* const option = option_called(text.substr(0, equals), line.command);
      if (option == nullptr) throw surplus(text, line.command);
      if (!option->takes_value() && equals != text.npos) throw WrongOptions(option->text.name + " takes no value");
      if (!option->takes_value())
        line.given.push_back({.option = option, .value = {}, .called = option->text.name});
      else if (equals == text.npos)
        line.waiting = option;
      else
        line.give(*option, word + equals + 1);
    } else if (line.command == nullptr && !commands_.empty()) {
      line.command = &command_called(text);
    } else if (const CommandOption* const option = line.next_positional()) {
      line.give(*option, word);
    } else {
      throw surplus(text, line.command);
    }
  }
  return line;
}

ParsedLine Parser::parse(std::span<char* const> words) const {
  const Reading line = read(words);
  if (line.waiting != nullptr) throw WrongOptions(line.waiting->text.name + " needs a value");
  for (const GivenOption& each : line.given) {
    if (each.option->kind == Kind::help)
      return {.command = line.command, .given = {}, .answer = help(line.command == nullptr ? "" : line.command->name)};
    if (each.option->kind == Kind::version)
      return {.command = line.command, .given = {}, .answer = cat(program_.name, ' ', program_.version, '\n')};
  }
  for (const CommandOption* const option : options_after(line.command)) {
    const auto times = std::ranges::count(line.given, option, &GivenOption::option);
    if (times > 1 && !option->may_repeat)
      throw WrongOptions(cat(option->text.name, " may be given once, not ", times, " times"));
    if (times == 0 && option->is_required) throw missing(*option, *line.command);
  }
  return {.command = line.command, .given = line.given, .answer = {}};
}

void Parser::accept(const ParsedLine& line) const {
  everywhere_.accept(line.given);
  if (line.command != nullptr) line.command->options->accept(line.given);
}

std::string Parser::help(std::string_view name) const {
  const DeclaredCommand* const command = name.empty() ? nullptr : &command_called(name);
  std::string usage =
      cat(full_name(command), " [OPTIONS]", command == nullptr && !commands_.empty() ? " [COMMAND]" : "");
  std::string positionals;
  std::string options;
  for (const CommandOption* const option : options_after(command)) {
    const std::string& called = option->text.name;
    if (option->is_positional()) usage += option->is_required ? cat(' ', called) : cat(" [", called, ']');
    (option->is_positional() ? positionals : options) += row(*option);
  }
  std::string text = cat(command == nullptr ? program_.about : command->about, "\nUsage: ", usage, '\n');
  if (!positionals.empty()) text += cat("\nArguments:\n", positionals);
  text += cat("\nOptions:\n", options);
  if (command != nullptr) return text;
  if (!commands_.empty()) text += "\nCommands:\n";
  for (const DeclaredCommand& each : commands_) text += row(each.name, each.about);
  return cat(text, '\n', program_.footer, '\n');
}

std::vector<std::string> Parser::completions(std::span<char* const> words) const {
  if (words.empty()) return {};
  const std::string_view last = words.back();
  const Reading line = read(words.first(words.size() - 1));
  const std::size_t equals = last.starts_with("--") ? last.find('=') : last.npos;
  std::string_view kept;  // of the last word, before what is completed
  Words all;
  if (line.waiting != nullptr) {
    all = line.values_of(line.waiting, last);
  } else if (equals != last.npos) {
    kept = last.substr(0, equals + 1);
    all = line.values_of(option_called(last.substr(0, equals), line.command), last.substr(equals + 1));
  } else if (last.starts_with('-')) {
    for (const CommandOption* const option : options_after(line.command))
      if (!option->is_positional()) all.push_back(option->text.name);
  } else if (line.command == nullptr) {
    for (const DeclaredCommand& command : commands_) all.push_back(command.name);
  } else {
    all = line.values_of(line.next_positional(), last);
  }
  Words fitting;
  for (const std::string& each : all) {
    if (each == kAnyFile || each == kAnyFolder)
      fitting.push_back(each);
    else if (each.starts_with(last.substr(kept.size())))
      fitting.push_back(cat(kept, each));
  }
  return fitting;
}

// Its own first.
std::vector<const CommandOption*> Parser::options_after(const DeclaredCommand* command) const {
  std::vector<const CommandOption*> options;
  if (command != nullptr)
    for (const CommandOption& option : command->options->all()) options.push_back(&option);
  for (const CommandOption& option : everywhere_.all()) options.push_back(&option);
  return options;
}

const CommandOption* Parser::option_called(std::string_view name, const DeclaredCommand* command) const {
  for (const CommandOption* const option : options_after(command))
    if (name == option->text.name || (option->kind == Kind::help && name == "-h")) return option;
  return nullptr;
}

const DeclaredCommand& Parser::command_called(std::string_view name) const {
  const auto found = std::ranges::find(commands_, name, &DeclaredCommand::name);
  if (found != commands_.end()) return *found;
  Words names;
  for (const DeclaredCommand& command : commands_) names.push_back(command.name);
  const std::string meant = meant_by(name, names);
  throw WrongOptions(cat("There is no command ", in_quotes(name),
                         meant.empty() ? "; the commands are " + listed(names) : ", but there is " + meant));
}

std::string Parser::full_name(const DeclaredCommand* command) const {
  return command == nullptr ? program_.name : cat(program_.name, ' ', command->name);
}

// About a word that nobody asked for.
WrongOptions Parser::surplus(std::string_view word, const DeclaredCommand* command) const {
  Words names;
  for (const CommandOption* const option : options_after(command))
    if (!option->is_positional()) names.push_back(option->text.name);
  const std::string meant = meant_by(word.substr(0, word.find('=')), names);
  const std::string instead = meant.empty() ? "" : ", but it takes " + meant;
  std::string help = program_.name + " --help";
  if (!commands_.empty()) help = cat(program_.name, " help", command == nullptr ? "" : ' ' + command->name);
  return WrongOptions{
      cat(full_name(command), " does not take ", in_quotes(word), instead, "; ", help, " says what it takes")};
}

WrongOptions Parser::missing(const CommandOption& option, const DeclaredCommand& command) const {
  std::string line = full_name(&command);
  for (const CommandOption& each : command.options->all())
    if (each.is_required) line += cat(' ', each.text.name);
  return WrongOptions{cat(option.text.name, " is missing in ", line, "; it is ", without_capital(option.text.about))};
}

}  // namespace duello
