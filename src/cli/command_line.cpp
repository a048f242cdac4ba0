#include "cli/command_line.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cstdio>
#include <random>

#include "cli/commands.hpp"
#include "core/text.hpp"

namespace duello {

namespace {

// A wrong command line: what CLI11 cannot say, or not in a clear sentence.
class Wrong : public CLI::ValidationError {
 public:
  explicit Wrong(const std::string& why) : CLI::ValidationError(why) {}
};

template <class Number>
Number number_of(std::string_view option, const std::string& text, Number least, Number most) {
  Number value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < least || value > most)
    throw Wrong(cat(option, " must be a whole number from ", least, " to ", most, ", not ", duello::quoted(text)));
  return value;
}

template <class Meaning>
Meaning meaning_of(std::string_view option, const std::string& text,
                   std::initializer_list<std::pair<std::string_view, Meaning>> meanings) {
  std::vector<std::string> words;
  for (const auto& [word, meaning] : meanings) {
    if (word == text) return meaning;
    words.emplace_back(word);
  }
  throw Wrong(cat(option, " must be ", listed(words, "or"), ", not ", duello::quoted(text)));
}

std::uint64_t fresh_seed() {
  std::random_device device;
  return (std::uint64_t{device()} << 32) | device();
}

// The texts of the options as given; empty where they are not.
struct Texts {
  std::string color = "auto";
  std::string first = "1";
  std::string best_of = "1";
  std::string rounds = "10";
  std::string seed;
  std::string depth;
  bool json = false;
};

class CommandLine {
 public:
  CommandLine() {
    app_.name("duello");
    app_.set_version_flag("--version", "duello " DUELLO_VERSION, "Print the version");
    app_.set_help_flag("-h,--help", "Print this help");
    app_.add_option("--color", texts_.color, "When to use color: auto, always or never")->option_text("WHEN");
    app_.fallthrough();
    app_.require_subcommand(0, 1);
    app_.footer("Without a command, and on a terminal, duello opens a menu.\nThe manual is duello(1).");

    list_ = command("list", "List the games");
    add_json(list_);

    rules_ = command("rules", "Explain a game: its rules, the rulings, an example");
    add_game(rules_)->required();

    play_ = command("play", "Play in the terminal; without a game, choose one from the menu");
    add_game(play_);
    add_set(play_);
    play_->add_option("--p1", options_.who[0], "Player 1: human or random (human)")->option_text("WHO");
    play_->add_option("--p2", options_.who[1], "Player 2: human or random (human)")->option_text("WHO");
    play_->add_option("--name1", options_.names[0], "What player 1 is called")->option_text("NAME");
    play_->add_option("--name2", options_.names[1], "What player 2 is called")->option_text("NAME");
    play_->add_option("--first", texts_.first, "Which seat moves first: 1, 2 or random (1)")->option_text("WHICH");
    play_->add_option("--best-of", texts_.best_of, "Play a series; the players change seats after every game")
        ->option_text("N");
    play_->add_option("--rounds", texts_.rounds, "Toss a coin after N undecided rounds in a row; 0 for never (10)")
        ->option_text("N");
    play_->add_option("--seed", texts_.seed, "Repeat what is random: the same number, the same choices")
        ->option_text("N");

    perft_ = command("perft", "Count the move sequences of exactly DEPTH moves");
    add_game(perft_)->required();
    perft_->add_option("depth", texts_.depth, "How many moves")->required()->option_text("DEPTH");
    add_set(perft_);
    perft_->add_option("--first", texts_.first, "Which seat moves first: 1 or 2 (1)")->option_text("WHICH");
    add_json(perft_);
  }

  int run(int argc, char** argv) {
    try {
      refuse_unknown_command(argc, argv);
      app_.parse(argc, argv);
      return dispatch();
    } catch (const CLI::Success& success) {
      return app_.exit(success);
    } catch (const CLI::ParseError& error) {
      return complain(without_full_stop(error.what()));
    }
  }

 private:
  CLI::App* command(const std::string& name, const std::string& about) {
    CLI::App* const sub = app_.add_subcommand(name, about);
    sub->set_help_flag("-h,--help", "Print this help");
    return sub;
  }
  CLI::Option* add_game(CLI::App* sub) {
    return sub->add_option("game", options_.game.id, "A game, as in duello list")->option_text("GAME");
  }
  void add_set(CLI::App* sub) {
    sub->add_option("--set", options_.game.settings, "Change a rule value; may be given again")
        ->option_text("KEY=VALUE")
        ->allow_extra_args(false);
  }
  void add_json(CLI::App* sub) { sub->add_flag("--json", texts_.json, "Print JSON"); }

  // Our sentence ends with one of its own.
  static std::string without_full_stop(std::string text) {
    while (text.ends_with('.') || text.ends_with('\n')) text.pop_back();
    return text;
  }

  void refuse_unknown_command(int argc, char** argv) const {
    if (argc < 2 || *argv[1] == '-') return;
    std::vector<std::string> names;
    for (const CLI::App* sub : app_.get_subcommands({})) {
      if (sub->get_name() == argv[1]) return;
      names.push_back(sub->get_name());
    }
    throw Wrong(cat("There is no command ", duello::quoted(argv[1]), "; the commands are ", listed(names)));
  }

  int dispatch() {
    Console console(meaning_of<ColorChoice>(
        "--color", texts_.color,
        {{"auto", ColorChoice::automatic}, {"always", ColorChoice::always}, {"never", ColorChoice::never}}));
    const Format format = texts_.json ? Format::json : Format::text;
    if (list_->parsed()) return list_games(console, format);
    if (rules_->parsed()) return show_rules(console, options_.game.id);
    if (perft_->parsed()) {
      constexpr int kDeepest = 1000;
      const Seat first = meaning_of<Seat>("--first", texts_.first, {{"1", Seat::one}, {"2", Seat::two}});
      return count_moves(console, options_.game, first, number_of("DEPTH", texts_.depth, 0, kDeepest), format);
    }

    constexpr int kMostGames = 1'000'000;
    options_.first = meaning_of<std::optional<Seat>>("--first", texts_.first,
                                                     {{"1", Seat::one}, {"2", Seat::two}, {"random", std::nullopt}});
    options_.best_of = number_of("--best-of", texts_.best_of, 1, kMostGames);
    options_.rounds = number_of("--rounds", texts_.rounds, 0, kMostGames);
    options_.seed = texts_.seed.empty()
                        ? fresh_seed()
                        : number_of<std::uint64_t>("--seed", texts_.seed, 0, std::numeric_limits<std::uint64_t>::max());
    if (!options_.game.id.empty()) return play(console, options_);
    if (console.is_terminal()) return show_menu(console, options_);
    if (play_->parsed()) return complain("Name a game: duello play GAME; duello list shows them");
    console.print(app_.help());
    return console.flush() ? 0 : 1;
  }

  CLI::App app_{"Duello: five two-player strategy games for the terminal"};
  CLI::App* list_;
  CLI::App* rules_;
  CLI::App* play_;
  CLI::App* perft_;
  PlayOptions options_;
  Texts texts_;
};

}  // namespace

int run(int argc, char** argv) { return CommandLine().run(argc, argv); }

}  // namespace duello
