#include "arguments/options.hpp"

#include <algorithm>

namespace duello {

namespace {

std::string filled(const std::string& text, const std::string& called) {
  if (text.empty()) throw WrongOptions(cat(called, " must not be empty"));
  return text;
}

}  // namespace

std::vector<std::string> any_file() { return {std::string(kAnyFile)}; }

std::vector<std::string> any_folder() { return {std::string(kAnyFolder)}; }

CommandOption& CommandOption::required() {
  is_required = true;
  return *this;
}

CommandOption& CommandOption::repeated() {
  may_repeat = true;
  return *this;
}

CommandOption& CommandOption::naming_game() {
  names_game = true;
  return *this;
}

CommandOption& CommandOption::kept_secret() {
  is_secret = true;
  return *this;
}

CommandOption& CommandOption::only_from(Source farthest_of_all) {
  farthest = farthest_of_all;
  return *this;
}

CommandOption& CommandOption::completed_by(Offers what) {
  offers = std::move(what);
  return *this;
}

CommandOption& CommandOption::completed_by(std::vector<std::string> words) {
  return completed_by([words = std::move(words)](const Begun&) { return words; });
}

void Options::help() { add({.name = "--help", .value = "", .about = "Print this help"}, CommandOption::Kind::help); }

void Options::version() {
  add({.name = "--version", .value = "", .about = "Print the version"}, CommandOption::Kind::version);
}

CommandOption& Options::value(OptionText text, Take take) {
  return add(std::move(text), CommandOption::Kind::value, std::move(take));
}

CommandOption& Options::text(OptionText text, std::string& target) {
  return value(std::move(text), [&target](const std::string& given, const std::string&) { target = given; });
}

CommandOption& Options::name(OptionText text, std::string& target) {
  return value(std::move(text),
               [&target](const std::string& given, const std::string& called) { target = filled(given, called); });
}

CommandOption& Options::names(OptionText text, std::vector<std::string>& target) {
  const auto take = [&target](const std::string& given, const std::string& called) {
    target.push_back(filled(given, called));
  };
  return value(std::move(text), take).repeated();
}

CommandOption& Options::add(OptionText text, CommandOption::Kind kind, Take take) {
  return all_.emplace_back(CommandOption{.text = std::move(text), .kind = kind, .take = std::move(take)});
}

void Options::not_both(std::string one, std::string other) { not_both_.emplace_back(std::move(one), std::move(other)); }

void Options::check(std::string name, std::function<std::string()> objection) {
  checks_.emplace_back(std::move(name), std::move(objection));
}

void Options::accept(const std::vector<GivenOption>& given) const {
  for (const GivenOption& each : given)
    if (std::ranges::find(all_, each.option, [](const CommandOption& own) { return &own; }) != all_.end())
      each.option->take(each.value, each.called);
  const auto is_given = [&](const std::string& name) {
    return std::ranges::any_of(given, [&](const GivenOption& each) { return each.option->text.name == name; });
  };
  for (const auto& [one, other] : not_both_)
    if (is_given(one) && is_given(other)) throw WrongOptions(cat("Give ", one, " or ", other, ", not both"));
  for (const auto& [name, objection] : checks_)
    if (is_given(name))
      if (const std::string why = objection(); !why.empty()) throw WrongOptions(cat(why, "; leave ", name, " out"));
}

void Options::hand_on_to(std::vector<std::string>& arguments) {
  for (CommandOption& option : all_)
    option.take = [&arguments, name = option.text.name](const std::string& given, const std::string&) {
      arguments.push_back(cat(name, '=', given));
    };
}

std::size_t Options::place_among(const std::vector<std::string>& words, const std::string& given,
                                 const std::string& called) {
  const auto found = std::ranges::find(words, given);
  if (found == words.end())
    throw WrongOptions(cat(called, " must be ", listed(words, "or"), ", not ", in_quotes(given)));
  return static_cast<std::size_t>(found - words.begin());
}

}  // namespace duello
