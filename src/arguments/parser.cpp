#include "arguments/parser.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <span>

#include "core/text.hpp"

namespace duello {

namespace {

// The caller adds a full stop.
std::string without_full_stop(std::string text) {
  while (text.ends_with('.') || text.ends_with('\n')) text.pop_back();
  return text;
}

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

// Also finds a value that follows its option's name, as in --key=value.
void wipe(std::string_view value, std::span<char*> arguments) {
  for (char* const argument : arguments) {
    const std::string_view text(argument);
    if (text == value || text.ends_with(cat('=', value)))
      std::fill_n(argument + (text.size() - value.size()), value.size(), 'x');
  }
}

}  // namespace

Parser::Parser(ProgramText text, const Options& everywhere)
    : text_(std::move(text)), app_(std::make_unique<CLI::App>(text_.about)) {
  app_->name(text_.name);
  app_->fallthrough();
  app_->require_subcommand(0, 1);
  app_->get_formatter()->column_width(20);
  app_->footer(text_.footer);
  declare(*app_, everywhere);
}

Parser::~Parser() = default;

void Parser::add(const Options& options) { declare(*app_, options); }

void Parser::add_command(const std::string& name, const std::string& about, const Options& options) {
  CLI::App* const app = app_->add_subcommand(name, about);
  commands_.push_back({name, &options, app});
  declare(*app, options);
}

std::optional<ParsedLine> Parser::parse(int argc, char** argv) {
  try {
    if (!commands_.empty() && argc > 1 && *argv[1] != '-') (void)command_called(argv[1]);
    app_->parse(argc, argv);
  } catch (const CLI::Success& success) {
    app_->exit(success);
    return std::nullopt;
  } catch (const CLI::ArgumentMismatch& mismatch) {
    throw WrongOptions(without_full_stop(in_our_words(mismatch.what())));
  } catch (const CLI::ExtrasError&) {
    throw WrongOptions(surplus());
  } catch (const CLI::RequiredError&) {
    throw WrongOptions(missing());
  } catch (const CLI::ParseError& error) {
    throw WrongOptions(without_full_stop(error.what()));
  }
  for (const GivenOption& each : given_)
    if (each.option->is_secret) wipe(each.value, {argv + 1, argv + argc});
  for (const Flag& flag : flags_)
    if (flag.is_set) given_.push_back({flag.option, {}});
  const auto parsed = app_->get_subcommands();
  return ParsedLine{parsed.empty() ? "" : parsed.front()->get_name(), std::move(given_)};
}

std::string Parser::help(const std::string& command) const {
  const CLI::App& about = command.empty() ? *app_ : *command_called(command).app;
  return app_->get_formatter()->make_help(&about, command.empty() ? text_.name : cat(text_.name, ' ', command),
                                          CLI::AppFormatMode::Normal);
}

void Parser::declare(CLI::App& app, const Options& options) {
  for (const CommandOption& option : options.all()) declare(app, option);
}

// What an option means is found out when the whole line is known to be one.
void Parser::declare(CLI::App& app, const CommandOption& option) {
  const auto& [name, value, about] = option.text;
  switch (option.kind) {
    case CommandOption::Kind::help:
      app.set_help_flag("-h," + name, about);
      return;
    case CommandOption::Kind::version:
      app.set_version_flag(name, cat(text_.name, ' ', text_.version), about);
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

const Parser::DeclaredCommand& Parser::command_called(const std::string& name) const {
  const auto found = std::ranges::find(commands_, name, &DeclaredCommand::name);
  if (found != commands_.end()) return *found;
  std::vector<std::string> names;
  for (const DeclaredCommand& command : commands_) names.push_back(command.name);
  throw WrongOptions(cat("There is no command ", in_quotes(name), "; the commands are ", listed(names)));
}

// About the first word that nobody asked for.
std::string Parser::surplus() const {
  const auto parsed = app_->get_subcommands();
  const std::string command = parsed.empty() ? "" : cat(' ', parsed.front()->get_name());
  return cat(text_.name, command, " does not take ", in_quotes(app_->remaining(true).front()), "; ", text_.name,
             commands_.empty() ? " --help" : cat(" help", command), " says what it takes");
}

// About the first argument that should be there and is not. What is there was given before that was looked at.
std::string Parser::missing() const {
  const DeclaredCommand& command = command_called(app_->get_subcommands().front()->get_name());
  std::string line = cat(text_.name, ' ', command.name);
  const CommandOption* first = nullptr;
  for (const CommandOption& option : command.options->all()) {
    if (!option.is_required) continue;
    line += cat(' ', option.called());
    const bool is_there = std::ranges::find(given_, &option, &GivenOption::option) != given_.end();
    if (first == nullptr && !is_there) first = &option;
  }
  const std::string& about = first->text.about;
  return cat(first->called(), " is missing in ", line, "; it is ", lowered(about.substr(0, 1)), about.substr(1));
}

}  // namespace duello
