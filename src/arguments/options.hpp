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
  std::string name;   // with its dashes; a positional argument has none
  std::string value;  // stands for the value; empty for a flag
  std::string about;
};

struct CommandOption {
  enum class Kind : std::uint8_t { value, flag, help, version };

  OptionText text;
  Kind kind = Kind::value;
  std::function<void(const std::string&)> take{};  // throws WrongOptions if the value means nothing
  Offers offers{};
  bool is_required = false;
  bool may_repeat = false;
  bool names_game = false;
  bool is_secret = false;

  bool is_positional() const { return !text.name.starts_with('-'); }
  bool takes_value() const { return kind == Kind::value; }
  // As sentences call it.
  const std::string& called() const { return is_positional() ? text.value : text.name; }

  CommandOption& required();
  CommandOption& repeated();
  CommandOption& naming_game();
  // Any user of the machine may read the command line of a program that runs, so the value is wiped from it once it is
  // known.
  CommandOption& kept_secret();
  CommandOption& completed_by(Offers what);
  CommandOption& completed_by(std::vector<std::string> words);
};

// An option as it was given, with its value if it takes one.
struct GivenOption {
  const CommandOption* option;
  std::string value;
};

// Targets must outlive the options. They keep what they hold where an option is not given.
class Options {
 public:
  using Take = std::function<void(const std::string&)>;

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

  template <class Number, class Target>
  CommandOption& number(OptionText text, Target& target, Number least, Number most) {
    CommandOption& option = value(std::move(text), {});
    option.take = [&option, &target, least, most](const std::string& given) {
      target = number_in_range(option, given, least, most);
    };
    return option;
  }

  // One of some words, which are also what shells complete.
  template <class Target>
  CommandOption& choice(OptionText text, Target& target,
                        std::vector<std::pair<std::string, std::type_identity_t<Target>>> meanings) {
    std::vector<std::string> words;
    for (const auto& meaning : meanings) words.push_back(meaning.first);
    CommandOption& option = value(std::move(text), {}).completed_by(words);
    option.take = [&option, &target, words, meanings = std::move(meanings)](const std::string& given) {
      target = meanings[place_among(option, given, words)].second;
    };
    return option;
  }

  template <class Target>
  CommandOption& flag(std::string name, std::string about, Target& target, std::type_identity_t<Target> meaning) {
    return flag(std::move(name), std::move(about), [&target, meaning](const std::string&) { target = meaning; });
  }

  // At most one of the two may be given.
  void not_both(std::string one, std::string other);
  // `objection` is called once all targets are set, if `name` was given. It returns why the option would have no
  // effect, or nothing.
  void check(std::string name, std::function<std::string()> objection);

  // In the order of their declaration, which is that of help.
  const std::deque<CommandOption>& all() const { return all_; }

  // Sets the targets: first those of options that are given once, in the order of their declaration, then those of the
  // others in the order of the command line. Options that are not of these are passed over. Throws WrongOptions.
  void accept(const std::vector<GivenOption>& given) const;

 private:
  static int number_in_range(const CommandOption& option, const std::string& text, int least, int most);
  static std::uint64_t number_in_range(const CommandOption& option, const std::string& text, std::uint64_t least,
                                       std::uint64_t most);
  static std::size_t place_among(const CommandOption& option, const std::string& text,
                                 const std::vector<std::string>& words);
  CommandOption& flag(std::string name, std::string about, Take take);

  std::deque<CommandOption> all_;  // which stay where they are
  std::vector<std::pair<std::string, std::string>> not_both_;
  std::vector<std::pair<std::string, std::function<std::string()>>> checks_;
};

}  // namespace duello
