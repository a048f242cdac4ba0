// The options of a command. Each command declares them here, each bound to the variable that it sets; parsing, help and
// shell completion all follow these declarations.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/text.hpp"

namespace duello {

// A wrong command line, in a sentence without its full stop.
class WrongOptions : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// What is known of a command line when a shell asks how it may go on.
struct Begun {
  std::string game;  // as it is named; empty if it is not
  std::string word;  // what is there of the value
};
// The values that an option may have. The caller drops those that do not start with the word.
using Offers = std::function<std::vector<std::string>(const Begun&)>;

// As candidates, these ask the shell to complete files or folders.
inline constexpr std::string_view kAnyFile = "*files*";
inline constexpr std::string_view kAnyFolder = "*folders*";
std::vector<std::string> any_file();
std::vector<std::string> any_folder();

// How help speaks of an option.
struct OptionText {
  std::string name;   // with its dashes, as in --first; a positional argument is in capitals, as in GAME
  std::string value;  // stands for the value; empty for a flag and for a positional argument
  std::string about;
};

// Where a value may come from, the one that counts first before the others.
enum class Source : std::uint8_t { command_line, environment, file };

struct CommandOption {
  enum class Kind : std::uint8_t { value, flag, help, version };
  // Sets what the option is bound to. A complaint names the option by `called`: its own name, or the place that the
  // value comes from. Throws WrongOptions if the value means nothing.
  using Take = std::function<void(const std::string& value, const std::string& called)>;

  OptionText text;
  Kind kind = Kind::value;
  Take take{};
  Offers offers{};
  bool is_required = false;
  bool may_repeat = false;
  bool names_game = false;
  bool is_secret = false;
  Source farthest = Source::file;

  bool is_positional() const { return !text.name.starts_with('-'); }
  bool takes_value() const { return kind == Kind::value; }

  CommandOption& required();
  CommandOption& repeated();
  CommandOption& naming_game();
  // Any user of the machine may read the command line of a program that runs, so the value is wiped from it once it is
  // known.
  CommandOption& kept_secret();
  // From there and from what counts before it.
  CommandOption& only_from(Source farthest_of_all);
  CommandOption& completed_by(Offers what);
  CommandOption& completed_by(std::vector<std::string> words);
};

// An option as it was given, with its value if it takes one.
struct GivenOption {
  const CommandOption* option;
  std::string value;
  std::string called;  // by complaints about the value
};

// Targets must outlive the options. They keep what they hold where an option is not given.
class Options {
 public:
  using Take = CommandOption::Take;

  Options() = default;
  Options(const Options&) = delete;
  Options& operator=(const Options&) = delete;

  void help();
  void version();

  // `take` is called with the value, or with each one in turn.
  CommandOption& value(OptionText text, Take take);
  // Any text, an empty one too.
  CommandOption& text(OptionText text, std::string& target);
  // A text that names something, and so is not empty.
  CommandOption& name(OptionText text, std::string& target);
  // Several of them.
  CommandOption& names(OptionText text, std::vector<std::string>& target);

  template <class Number, class Target>
  CommandOption& number(OptionText text, Target& target, Number least, Number most) {
    return value(std::move(text), [&target, least, most](const std::string& given, const std::string& called) {
      const auto number = number_in<Number>(given);
      if (!number || *number < least || *number > most)
        throw WrongOptions(
            cat(called, " must be a whole number from ", least, " to ", most, ", not ", in_quotes(given)));
      const Number chosen = *number;
      target = chosen;
    });
  }

  // One of some words, which are also what shells complete.
  template <class Target>
  CommandOption& choice(OptionText text, Target& target,
                        std::vector<std::pair<std::string, std::type_identity_t<Target>>> meanings) {
    std::vector<std::string> words;
    for (const auto& meaning : meanings) words.push_back(meaning.first);
    const auto take = [&target, words, meanings = std::move(meanings)](const std::string& given,
                                                                       const std::string& called) {
      target = meanings[place_among(words, given, called)].second;
    };
    return value(std::move(text), take).completed_by(words);
  }

  template <class Target>
  CommandOption& flag(const std::string& name, const std::string& about, Target& target,
                      std::type_identity_t<Target> meaning) {
    return add({.name = name, .value = "", .about = about}, CommandOption::Kind::flag,
               [&target, meaning](const std::string&, const std::string&) { target = meaning; });
  }

  // At most one of the two may be given.
  void not_both(std::string one, std::string other);
  // `objection` is called once all targets are set, if `name` was given. It returns why the option would have no
  // effect, or nothing.
  void check(std::string name, std::function<std::string()> objection);

  // In the order of their declaration, which is that of help.
  const std::deque<CommandOption>& all() const { return all_; }

  // Sets the targets in the order of the line. Options that are not of these are passed over. Throws WrongOptions.
  void accept(const std::vector<GivenOption>& given) const;
  // From now on they set nothing; what is accepted goes into the arguments of another program.
  void hand_on_to(std::vector<std::string>& arguments);

 private:
  static std::size_t place_among(const std::vector<std::string>& words, const std::string& given,
                                 const std::string& called);
  CommandOption& add(OptionText text, CommandOption::Kind kind, Take take = {});

  std::deque<CommandOption> all_;  // which stay where they are
  std::vector<std::pair<std::string, std::string>> not_both_;
  std::vector<std::pair<std::string, std::function<std::string()>>> checks_;
};

}  // namespace duello
