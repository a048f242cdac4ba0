#include "cli/command_line.hpp"

#include <CLI/CLI.hpp>
#include <functional>
#include <iostream>

#include "cli/commands.hpp"
#include "cli/completion.hpp"
#include "cli/given_options.hpp"
#include "core/text.hpp"

namespace duello {

namespace {

// Our sentence ends with one of its own.
std::string without_full_stop(std::string text) {
  while (text.ends_with('.') || text.ends_with('\n')) text.pop_back();
  return text;
}

std::vector<KnownOption> known_options(const CLI::App& app) {
  std::vector<KnownOption> known;
  for (const CLI::Option* const option : app.get_options())
    known.push_back({.name = option->get_single_name(),
                     .is_positional = option->get_positional(),
                     .takes_value = option->get_items_expected_max() > 0});
  return known;
}

class CommandLine {
 public:
  CommandLine() {
    app_.name("duello");
    app_.set_version_flag("--version", "duello " DUELLO_VERSION, "Print the version");
    app_.set_help_flag("-h,--help", "Print this help");
    app_.add_option("--color", given_.color, "Use color: auto, always or never")->option_text("WHEN");
    app_.add_flag("--plain", given_.plain, "Tell boards in words, for people who listen");
    app_.fallthrough();
    app_.require_subcommand(0, 1);
    app_.get_formatter()->column_width(20);
    app_.footer("Without a command, and on a terminal, duello opens a menu.\nThe manual is duello(1).");

    add_list();
    add_rules();
    add_variants();
    add_play();
    add_resume();
    add_history();
    add_replay();
    add_solve();
    add_analyze();
    add_lab();
    add_review();
    add_puzzle();
    add_perft();
    add_arena();
    add_engine();
    add_help();
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
    } catch (const CLI::ParseError& error) {
      return complain(without_full_stop(error.what()));
    } catch (const WrongOptions& wrong) {
      return complain(wrong.what());
    }
  }

 private:
  using Run = std::function<int(Console&)>;

  CLI::App* command(const std::string& name, const std::string& about, Run run) {
    CLI::App* const sub = app_.add_subcommand(name, about);
    sub->set_help_flag("-h,--help", "Print this help");
    runs_.emplace_back(sub, std::move(run));
    return sub;
  }

  void add_list() {
    CLI::App* const list =
        command("list", "List the games", [this](Console& console) { return list_games(console, given_.format()); });
    add_json(list);
  }

  void add_rules() {
    CLI::App* const rules = command("rules", "Explain a game: rules, rulings, tips, an example",
                                    [this](Console& console) { return show_rules(console, given_.game); });
    add_game(rules)->required();
    add_rule_values(rules);
  }

  void add_variants() {
    CLI::App* const variants = command("variants", "List the named variants of a game", [this](Console& console) {
      return list_variants(console, given_.game.id, given_.format());
    });
    add_game(variants)->required();
    add_json(variants);
  }

  void add_play() {
    CLI::App* const play = command("play", "Play in the terminal; without a game, open the menu",
                                   [this](Console& console) { return play_or_menu(console); });
    add_game(play);
    add_rule_values(play);
    add_table(play);
    play->add_option("--p1", given_.who[0], "human, random, perfect, level:1 to level:5 or engine:COMMAND")
        ->option_text("WHO");
    play->add_option("--p2", given_.who[1], "The same for player 2")->option_text("WHO");
    play->add_option("--name1", given_.names[0], "What player 1 is called")->option_text("NAME");
    play->add_option("--name2", given_.names[1], "What player 2 is called")->option_text("NAME");
    play->add_option("--first", given_.first, "Which seat moves first: 1, 2 or random (1)")->option_text("WHICH");
    play->add_option("--best-of", given_.best_of, "Play a series; seats change after every game")->option_text("N");
    play->add_option("--rounds", given_.rounds, "Toss a coin after N undecided rounds; 0: never (10)")
        ->option_text("N");
    add_movetime(play);
    add_seed(play, "Repeat what is random");
    add_swap(play);
    play->add_option("--record", given_.record, "Put the record at the end of a file")->option_text("FILE");
    play->add_flag("--no-record", given_.no_record, "Keep no record");
  }

  void add_resume() {
    CLI::App* const resume = command("resume", "Go on with an unfinished game",
                                     [this](Console& console) { return duello::resume(console, given_.file); });
    resume->add_option("file", given_.file, "A file, or a name from duello history; without it, choose")
        ->option_text("FILE");
  }

  void add_history() {
    CLI::App* const history = command("history", "List the games that were played", [this](Console& console) {
      return show_history(console, given_.to_show_history());
    });
    add_game(history);
    history->add_option("--player", given_.player, "Who played: a name or a part of it")->option_text("NAME");
    history->add_option("--result", given_.result, "1-0, 0-1 or unfinished")->option_text("RESULT");
    history->add_option("--since", given_.since, "From this day on, as in 2026-11-15")->option_text("DATE");
    history->add_option("--until", given_.until, "Up to this day")->option_text("DATE");
    history->add_option("--limit", given_.most, "Only the newest")->option_text("N");
    history->add_flag("--stats", given_.stats, "Won, lost and accuracy of each player in each game");
    history->add_option("--discard", given_.discard, "Throw an unfinished game away")->option_text("NAME");
    history->add_flag("--rebuild", given_.rebuild, "Make the index of the games anew");
    add_json(history);
  }

  void add_replay() {
    CLI::App* const replay = command("replay", "Step through the games of a record", [this](Console& console) {
      return duello::replay(console, given_.file, given_.values ? ShowValues::yes : ShowValues::no);
    });
    add_record(replay);
    replay->add_flag("--values", given_.values, "Tell what every move was worth");
  }

  void add_solve() {
    CLI::App* const solve = command("solve", "Find out who wins under perfect play, and how", [this](Console& console) {
      return duello::solve(console, given_.game, given_.swapping(), given_.format());
    });
    add_game(solve)->required();
    add_rule_values(solve);
    add_table(solve);
    add_swap(solve);
    add_json(solve);
  }

  void add_analyze() {
    CLI::App* const analyze =
        command("analyze", "Value a position and every legal move in it",
                [this](Console& console) { return duello::analyze(console, given_.to_analyze()); });
    add_game(analyze)->required();
    add_rule_values(analyze);
    add_table(analyze);
    add_first_seat(analyze);
    analyze->add_option("--moves", given_.moves, "The moves so far, as in '5-6 7'")->option_text("MOVES");
    add_json(analyze);
  }

  void add_lab() {
    CLI::App* const lab = command("lab", "Solve a game under many rules and compare them",
                                  [this](Console& console) { return duello::lab(console, given_.to_run_lab()); });
    add_game(lab)->required();
    lab->add_option("--set", given_.game.settings, "A value or a range, as in length=5..13")
        ->option_text("KEY=RANGE")
        ->allow_extra_args(false);
    lab->add_option("--games", given_.games, "Games for each sampled figure (2000)")->option_text("N");
    add_seed(lab, "The seed of those games (1)");
    lab->add_flag("--csv", given_.csv, "Print comma-separated values");
    add_json(lab);
    lab->add_option("--svg", given_.svg, "Draw a chart into a file")->option_text("FILE");
  }

  void add_review() {
    CLI::App* const review = command("review", "Mark the mistakes in recorded games",
                                     [this](Console& console) { return review_file(console, given_.to_review()); });
    add_record(review);
    review->add_option("--as", given_.as, "Whose mistakes are asked about: 1 or 2 (the people's)")
        ->option_text("WHICH");
    review->add_flag("--annotated", given_.annotated, "Print the records with the marks as comments");
    add_json(review);
  }

  void add_puzzle() {
    CLI::App* const puzzle = command("puzzle", "Find the only winning move", [this](Console& console) {
      return show_puzzle(console, given_.to_show_puzzle());
    });
    add_game(puzzle);
    add_rule_values(puzzle);
    puzzle->add_option("--level", given_.level, "From 1, the easiest, to 5")->option_text("N");
    puzzle->add_flag("--daily", given_.daily, "The puzzle of today, the same for everybody");
    add_seed(puzzle, "The number of the puzzle");
    add_json(puzzle);
  }

  void add_perft() {
    CLI::App* const perft =
        command("perft", "Count the move sequences of exactly DEPTH moves", [this](Console& console) {
          return count_moves(console, given_.game, given_.first_seat(), given_.depth_to_count(), given_.format());
        });
    add_game(perft)->required();
    perft->add_option("depth", given_.depth, "How many moves")->required()->option_text("DEPTH");
    add_rule_values(perft);
    add_first_seat(perft);
    add_json(perft);
  }

  void add_arena() {
    CLI::App* const arena = command("arena", "Players against each other: many games, ratings, records",
                                    [this](Console& console) { return duello::arena(console, given_.to_run_arena()); });
    arena->add_option("--game", given_.game.id, "A game, as in duello list")->option_text("GAME");
    add_rule_values(arena);
    add_table(arena);
    arena
        ->add_option_function<std::string>(
            "--players", [this](const std::string& some) { given_.name_players(parts_of(some, ',')); },
            "Who plays, with commas between them; may be given again")
        ->option_text("WHO,WHO")
        ->trigger_on_parse();
    arena
        ->add_option_function<std::string>(
            "--player", [this](const std::string& one) { given_.name_players({one}); },
            "One more player, whose command may hold commas")
        ->option_text("WHO")
        ->trigger_on_parse();
    arena->add_option("--games", given_.games, "Games for each two players, an even number (100)")->option_text("N");
    arena->add_flag("--gauntlet", given_.gauntlet, "The first player against each of the others");
    arena->add_option("--openings", given_.openings, "How games begin: none, random or balanced (random)")
        ->option_text("KIND");
    arena->add_option("--opening-moves", given_.opening_moves, "At most so many moves are given (2)")->option_text("N");
    arena->add_option("--rounds", given_.rounds, "Toss a coin after N undecided rounds; 0: never (10)")
        ->option_text("N");
    arena->add_option("--concurrency", given_.concurrency, "Games at a time (one for each processor)")
        ->option_text("N");
    arena->add_option("--sprt", given_.sprt, "Stop when it is clear by how much player 1 is stronger")
        ->option_text("ELO0,ELO1");
    add_movetime(arena);
    add_seed(arena, "Repeat what is random");
    arena->add_option("--record", given_.record, "Put the records into a new file")->option_text("FILE");
    arena->add_flag("--no-record", given_.no_record, "Keep no records");
    arena->add_option("--resume", given_.file, "Go on where the records in a file end")->option_text("FILE");
    arena->add_option("--log", given_.log, "Put what is said to and by engines into files of a folder")
        ->option_text("FOLDER");
    add_json(arena);
  }

  void add_engine() {
    CLI::App* const engine = command(
        "engine", "Speak the engine protocol on standard input and output",
        [this](Console&) { return speak_protocol("Duello " DUELLO_VERSION, given_.plays, given_.seed_or_fresh()); });
    engine->add_option("--player", given_.plays, "Who plays: random, perfect or level:1 to level:5 (perfect)")
        ->option_text("WHO");
    add_seed(engine, "Repeat what is random where the host gives no seed");
  }

  void add_help() {
    CLI::App* const help = command("help", "Print the help for a command", [this](Console& console) {
      const CLI::App& about = given_.about.empty() ? app_ : command_called(given_.about);
      const std::string name = given_.about.empty() ? "duello" : "duello " + about.get_name();
      console.print(app_.get_formatter()->make_help(&about, name, CLI::AppFormatMode::Normal));
      return done(console);
    });
    help->add_option("command", given_.about, "A command; without it, print what duello --help prints")
        ->option_text("COMMAND");
  }

  int complete(const std::vector<std::string>& words) const {
    KnownCommands known{.options = known_options(app_), .commands = {}};
    for (const CLI::App* const sub : app_.get_subcommands({}))
      known.commands.push_back({sub->get_name(), known_options(*sub)});
    for (const std::string& word : completions(known, words)) std::cout << word << '\n';
    return std::cout.flush() ? 0 : 1;
  }

  // Options that several commands have.
  void add_record(CLI::App* sub) {
    sub->add_option("file", given_.file, "A file of records, a name from duello history, or last")
        ->option_text("FILE")
        ->required();
  }
  CLI::Option* add_game(CLI::App* sub) {
    return sub->add_option("game", given_.game.id, "A game, as in duello list")->option_text("GAME");
  }
  void add_rule_values(CLI::App* sub) {
    sub->add_option("--variant", given_.game.variant, "A named variant, as in duello variants")->option_text("NAME");
    sub->add_option("--set", given_.game.settings, "Change a rule value; may be given again")
        ->option_text("KEY=VALUE")
        ->allow_extra_args(false);
  }
  void add_table(CLI::App* sub) {
    sub->add_option("--table", given_.game.table, "Keep the solved table in a file, or use it")->option_text("FILE");
  }
  void add_first_seat(CLI::App* sub) {
    sub->add_option("--first", given_.first, "Which seat moves first: 1 or 2 (1)")->option_text("WHICH");
  }
  void add_seed(CLI::App* sub, const std::string& about) {
    sub->add_option("--seed", given_.seed, about)->option_text("N");
  }
  void add_movetime(CLI::App* sub) {
    sub->add_option("--movetime", given_.movetime, "Milliseconds for each move of an engine (1000)")->option_text("MS");
  }
  void add_swap(CLI::App* sub) {
    sub->add_flag("--swap", given_.swap, "Player 2 may change seats after the first move");
  }
  void add_json(CLI::App* sub) { sub->add_flag("--json", given_.json, "Print JSON"); }

  void refuse_unknown_command(int argc, char** argv) const {
    if (argc > 1 && *argv[1] != '-') (void)command_called(argv[1]);
  }

  const CLI::App& command_called(const std::string& name) const {
    std::vector<std::string> names;
    for (const CLI::App* const sub : app_.get_subcommands({})) {
      if (sub->get_name() == name) return *sub;
      names.push_back(sub->get_name());
    }
    throw WrongOptions(cat("There is no command ", in_quotes(name), "; the commands are ", listed(names)));
  }

  int dispatch() {
    Console console(given_.color_choice(), given_.plain ? Boards::told : Boards::drawn);
    given_.find_game_meant();
    for (const auto& [sub, run] : runs_)
      if (sub->parsed()) return run(console);
    if (console.is_terminal()) return play_or_menu(console);
    console.print(app_.help());
    return done(console);
  }

  int play_or_menu(Console& console) const {
    const PlayOptions options = given_.to_play();
    if (!options.game.id.empty()) return play(console, options);
    if (console.is_terminal()) return show_menu(console, options);
    return complain("Name a game: duello play GAME; duello list shows them");
  }

  CLI::App app_{"Duello: five two-player strategy games for the terminal"};
  std::vector<std::pair<CLI::App*, Run>> runs_;
  GivenOptions given_;
};

}  // namespace

int run(int argc, char** argv) { return CommandLine().run(argc, argv); }

}  // namespace duello
