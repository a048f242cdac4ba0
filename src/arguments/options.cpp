#include "arguments/options.hpp"

#include <algorithm>

#include "core/text.hpp"

namespace duello {

namespace {

template <class Number>
Number ranged_number(const CommandOption& option, const std::string& text, Number least, Number most) {
  const auto value = number_in<Number>(text);
  if (!value || *value < least || *value > most)
    throw WrongOptions(
        cat(option.called(), " must be a whole number from ", least, " to ", most, ", not ", in_quotes(text)));
  return *value;
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

CommandOption& CommandOption::completed_by(Offers what) {
  offers = std::move(what);
  return *this;
}

CommandOption& CommandOption::completed_by(std::vector<std::string> words) {
  return completed_by([words = std::move(words)](const Begun&) { return words; });
}

void Options::help() {
  all_.push_back(
      {.text = {.name = "--help", .value = "", .about = "Print this help"}, .kind = CommandOption::Kind::help});
}

void Options::version() {
  all_.push_back(
      {.text = {.name = "--version", .value = "", .about = "Print the version"}, .kind = CommandOption::Kind::version});
}

CommandOption& Options::value(OptionText text, Take take) {
  return all_.emplace_back(
      CommandOption{.text = std::move(text), .kind = CommandOption::Kind::value, .take = std::move(take)});
}

CommandOption& Options::text(OptionText text, std::string& target) {
  return value(std::move(text), [&target](const std::string& given) { target = given; });
}

CommandOption& Options::name(OptionText text, std::string& target) {
  CommandOption& option = value(std::move(text), {});
  option.take = [&option, &target](const std::string& given) {
    const auto& [called, what, about] = option.text;
    if (given.empty())
      throw WrongOptions(option.is_positional() ? cat(what, " must not be empty")
                                                : cat("The ", what, " after ", called, " must not be empty"));
    target = given;
  };
  return option;
}

CommandOption& Options::flag(std::string name, std::string about, Take take) {
  return all_.emplace_back(CommandOption{.text = {.name = std::move(name), .value = "", .about = std::move(about)},
                                         .kind = CommandOption::Kind::flag,
                                         .take = std::move(take)});
}

void Options::not_both(std::string one, std::string other) { not_both_.emplace_back(std::move(one), std::move(other)); }

void Options::check(std::string name, std::function<std::string()> objection) {
  checks_.emplace_back(std::move(name), std::move(objection));
}

void Options::accept(const std::vector<GivenOption>& given) const {
  for (const CommandOption& option : all_)
    for (const GivenOption& each : given)
      if (each.option == &option && !option.may_repeat) option.take(each.value);
  for (const GivenOption& each : given) {
    const auto is_it = [&](const CommandOption& option) { return each.option == &option && option.may_repeat; };
    if (std::ranges::any_of(all_, is_it)) each.option->take(each.value);
  }
  const auto is_given = [&](const std::string& name) {
    return std::ranges::any_of(given, [&](const GivenOption& each) { return each.option->text.name == name; });
  };
  for (const auto& [one, other] : not_both_)
    if (is_given(one) && is_given(other)) throw WrongOptions(cat("Give ", one, " or ", other, ", not both"));
  for (const auto& [name, objection] : checks_)
    if (is_given(name))
      if (const std::string why = objection(); !why.empty()) throw WrongOptions(cat(why, "; leave ", name, " out"));
}

int Options::number_in_range(const CommandOption& option, const std::string& text, int least, int most) {
  return ranged_number(option, text, least, most);
}

std::uint64_t Options::number_in_range(const CommandOption& option, const std::string& text, std::uint64_t least,
                                       std::uint64_t most) {
  return ranged_number(option, text, least, most);
}

std::size_t Options::place_among(const CommandOption& option, const std::string& text,
                                 const std::vector<std::string>& words) {
  const auto found = std::ranges::find(words, text);
  if (found == words.end())
    throw WrongOptions(cat(option.called(), " must be ", listed(words, "or"), ", not ", in_quotes(text)));
  return static_cast<std::size_t>(found - words.begin());
}

}  // namespace duello
