#include "cli/command_line.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <functional>
#include <iostream>
#include <thread>

#include "cli/commands.hpp"
#include "cli/completion.hpp"
#include "core/text.hpp"
#include "games/registry.hpp"
#include "match/puzzle.hpp"
#include "store/calendar.hpp"

namespace duello {

namespace {

// A wrong command line: what CLI11 cannot say, or not in a clear sentence.
class Wrong : public CLI::ValidationError {
 public:
  explicit Wrong(const std::string& why) : CLI::ValidationError(why) {}
};

template <class Number>
Number number_of(std::string_view option, const std::string& text, Number least, Number most) {
  const auto value = number_in<Number>(text);
  if (!value || *value < least || *value > most)
    throw Wrong(cat(option, " must be a whole number from ", least, " to ", most, ", not ", in_quotes(text)));
  return *value;
}

template <class Meaning>
Meaning meaning_of(std::string_view option, const std::string& text,
                   std::initializer_list<std::pair<std::string_view, Meaning>> meanings) {
  std::vector<std::string> words;
  for (const auto& [word, meaning] : meanings) {
    if (word == text) return meaning;
    words.emplace_back(word);
  }
  throw Wrong(cat(option, " must be ", listed(words, "or"), ", not ", in_quotes(text)));
}

std::uint64_t seed_of(const std::string& text) {
  return number_of<std::uint64_t>("--seed", text, 0, std::numeric_limits<std::uint64_t>::max());
}

// The texts of the options as given; empty where they are not.
struct Texts {
  std::string color = "auto";
  bool plain = false;
  std::string first = "1";
  std::string best_of = "1";
  std::string rounds = "10";
  std::string seed;
  std::string depth;
  std::string games;
  std::string moves;
  std::string svg;
  std::string file;
  std::string level;
  std::string about;
  std::string as;
  std::string player;
  std::string result;
  std::string since;
  std::string until;
  std::string most;
  bool no_record = false;
  bool rebuild = false;
  bool stats = false;
  std::string discard;
  std::vector<std::string> players;
  std::string openings = "random";
  std::string opening_moves = "2";
  std::string concurrency;
  std::string sprt;
  std::string log;
  bool gauntlet = false;
  std::string movetime = "1000";
  std::string plays = "perfect";
  bool json = false;
  bool annotated = false;
  bool daily = false;
  bool csv = false;
  bool swap = false;
  bool values = false;
};

class CommandLine {
 public:
  CommandLine() {
    app_.name("duello");
    app_.set_version_flag("--version", "duello " DUELLO_VERSION, "Print the version");
    app_.set_help_flag("-h,--help", "Print this help");
    app_.add_option("--color", texts_.color, "Use color: auto, always or never")->option_text("WHEN");
    app_.add_flag("--plain", texts_.plain, "Tell boards in words, for people who listen");
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
        command("list", "List the games", [this](Console& console) { return list_games(console, format()); });
    add_json(list);
  }

  void add_rules() {
    CLI::App* const rules = command("rules", "Explain a game: rules, rulings, tips, an example",
                                    [this](Console& console) { return show_rules(console, options_.game); });
    add_game(rules)->required();
    add_rule_values(rules);
  }

  void add_variants() {
    CLI::App* const variants = command("variants", "List the named variants of a game", [this](Console& console) {
      return list_variants(console, options_.game.id, format());
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
    play->add_option("--p1", options_.who[0], "human, random, perfect, level:1 to level:5 or engine:COMMAND")
        ->option_text("WHO");
    play->add_option("--p2", options_.who[1], "The same for player 2")->option_text("WHO");
    play->add_option("--name1", options_.names[0], "What player 1 is called")->option_text("NAME");
    play->add_option("--name2", options_.names[1], "What player 2 is called")->option_text("NAME");
    play->add_option("--first", texts_.first, "Which seat moves first: 1, 2 or random (1)")->option_text("WHICH");
    play->add_option("--best-of", texts_.best_of, "Play a series; seats change after every game")->option_text("N");
    play->add_option("--rounds", texts_.rounds, "Toss a coin after N undecided rounds; 0: never (10)")
        ->option_text("N");
    add_movetime(play);
    add_seed(play, "Repeat what is random");
    add_swap(play);
    play->add_option("--record", options_.record, "Put the record at the end of a file")->option_text("FILE");
    play->add_flag("--no-record", texts_.no_record, "Keep no record");
  }

  void add_resume() {
    CLI::App* const resume = command("resume", "Go on with an unfinished game",
                                     [this](Console& console) { return duello::resume(console, texts_.file); });
    resume->add_option("file", texts_.file, "A file, or a name from duello history; without it, choose")
        ->option_text("FILE");
  }

  void add_history() {
    CLI::App* const history = command("history", "List the games that were played", [this](Console& console) {
      return show_history(
          console, {.filter = {.game = options_.game.id,
                               .player = texts_.player,
                               .result = result(),
                               .since = date_of("--since", texts_.since),
                               .until = date_of("--until", texts_.until),
                               .most = texts_.most.empty() ? 0 : number_of("--limit", texts_.most, 1, kMostGames)},
                    .rebuild = texts_.rebuild,
                    .stats = texts_.stats,
                    .discard = texts_.discard,
                    .format = format()});
    });
    add_game(history);
    history->add_option("--player", texts_.player, "Who played: a name or a part of it")->option_text("NAME");
    history->add_option("--result", texts_.result, "1-0, 0-1 or unfinished")->option_text("RESULT");
    history->add_option("--since", texts_.since, "From this day on, as in 2026-11-15")->option_text("DATE");
    history->add_option("--until", texts_.until, "Up to this day")->option_text("DATE");
    history->add_option("--limit", texts_.most, "Only the newest")->option_text("N");
    history->add_flag("--stats", texts_.stats, "Won, lost and accuracy of each player in each game");
    history->add_option("--discard", texts_.discard, "Throw an unfinished game away")->option_text("NAME");
    history->add_flag("--rebuild", texts_.rebuild, "Make the index of the games anew");
    add_json(history);
  }

  void add_replay() {
    CLI::App* const replay = command("replay", "Step through the games of a record", [this](Console& console) {
      return duello::replay(console, texts_.file, texts_.values ? ShowValues::yes : ShowValues::no);
    });
    add_record(replay);
    replay->add_flag("--values", texts_.values, "Tell what every move was worth");
  }

  void add_solve() {
    CLI::App* const solve = command("solve", "Find out who wins under perfect play, and how", [this](Console& console) {
      return duello::solve(console, options_.game, swapping(), format());
    });
    add_game(solve)->required();
    add_rule_values(solve);
    add_table(solve);
    add_swap(solve);
    add_json(solve);
  }

  void add_analyze() {
    CLI::App* const analyze =
        command("analyze", "Value a position and every legal move in it", [this](Console& console) {
          return duello::analyze(console, {options_.game, first_seat(), texts_.moves, format()});
        });
    add_game(analyze)->required();
    add_rule_values(analyze);
    add_table(analyze);
    add_first_seat(analyze);
    analyze->add_option("--moves", texts_.moves, "The moves so far, as in '5-6 7'")->option_text("MOVES");
    add_json(analyze);
  }

  void add_lab() {
    CLI::App* const lab = command("lab", "Solve a game under many rules and compare them", [this](Console& console) {
      if (texts_.csv && texts_.json) throw Wrong("Give --csv or --json, not both");
      return duello::lab(console,
                         {.game = options_.game,
                          .games = number_of("--games", texts_.games.empty() ? "2000" : texts_.games, 1, kMostGames),
                          .seed = texts_.seed.empty() ? 1 : seed_of(texts_.seed),
                          .format = texts_.csv    ? TableFormat::csv
                                    : texts_.json ? TableFormat::json
                                                  : TableFormat::text,
                          .svg = texts_.svg});
    });
    add_game(lab)->required();
    lab->add_option("--set", options_.game.settings, "A value or a range, as in length=5..13")
        ->option_text("KEY=RANGE")
        ->allow_extra_args(false);
    lab->add_option("--games", texts_.games, "Games for each sampled figure (2000)")->option_text("N");
    add_seed(lab, "The seed of those games (1)");
    lab->add_flag("--csv", texts_.csv, "Print comma-separated values");
    add_json(lab);
    lab->add_option("--svg", texts_.svg, "Draw a chart into a file")->option_text("FILE");
  }

  void add_review() {
    CLI::App* const review = command("review", "Mark the mistakes in recorded games", [this](Console& console) {
      if (texts_.annotated && texts_.json) throw Wrong("Give --annotated or --json, not both");
      return review_file(console,
                         {.file = texts_.file,
                          .format = texts_.annotated ? ReviewFormat::annotated
                                    : texts_.json    ? ReviewFormat::json
                                                     : ReviewFormat::text,
                          .player = texts_.as.empty() ? std::nullopt
                                                      : std::optional(meaning_of<Seat>(
                                                            "--as", texts_.as, {{"1", Seat::one}, {"2", Seat::two}}))});
    });
    add_record(review);
    review->add_option("--as", texts_.as, "Whose mistakes are asked about: 1 or 2 (the people's)")
        ->option_text("WHICH");
    review->add_flag("--annotated", texts_.annotated, "Print the records with the marks as comments");
    add_json(review);
  }

  void add_puzzle() {
    CLI::App* const puzzle = command("puzzle", "Find the only winning move", [this](Console& console) {
      if (texts_.daily && !texts_.seed.empty()) throw Wrong("Give --daily or --seed, not both");
      constexpr std::uint64_t kFresh = 1'000'000;  // short enough to be told to somebody
      return show_puzzle(console, {.game = options_.game,
                                   .level = texts_.level.empty()
                                                ? std::nullopt
                                                : std::optional(number_of("--level", texts_.level, kEasiest, kHardest)),
                                   .daily = texts_.daily ? Daily::yes : Daily::no,
                                   .seed = texts_.seed.empty() ? fresh_seed() % kFresh : seed_of(texts_.seed),
                                   .format = format()});
    });
    add_game(puzzle);
    add_rule_values(puzzle);
    puzzle->add_option("--level", texts_.level, "From 1, the easiest, to 5")->option_text("N");
    puzzle->add_flag("--daily", texts_.daily, "The puzzle of today, the same for everybody");
    add_seed(puzzle, "The number of the puzzle");
    add_json(puzzle);
  }

  void add_perft() {
    CLI::App* const perft =
        command("perft", "Count the move sequences of exactly DEPTH moves", [this](Console& console) {
          constexpr int kDeepest = 1000;
          return count_moves(console, options_.game, first_seat(), number_of("DEPTH", texts_.depth, 0, kDeepest),
                             format());
        });
    add_game(perft)->required();
    perft->add_option("depth", texts_.depth, "How many moves")->required()->option_text("DEPTH");
    add_rule_values(perft);
    add_first_seat(perft);
    add_json(perft);
  }

  void add_arena() {
    CLI::App* const arena = command("arena", "Players against each other: many games, ratings, records",
                                    [this](Console& console) { return duello::arena(console, arena_options()); });
    arena->add_option("--game", options_.game.id, "A game, as in duello list")->option_text("GAME");
    add_rule_values(arena);
    add_table(arena);
    arena
        ->add_option_function<std::string>(
            "--players", [this](const std::string& some) { name_players(parts_of(some, ',')); },
            "Who plays, with commas between them; may be given again")
        ->option_text("WHO,WHO")
        ->trigger_on_parse();
    arena
        ->add_option_function<std::string>(
            "--player", [this](const std::string& one) { name_players({one}); },
            "One more player, whose command may hold commas")
        ->option_text("WHO")
        ->trigger_on_parse();
    arena->add_option("--games", texts_.games, "Games for each two players, an even number (100)")->option_text("N");
    arena->add_flag("--gauntlet", texts_.gauntlet, "The first player against each of the others");
    arena->add_option("--openings", texts_.openings, "How games begin: none, random or balanced (random)")
        ->option_text("KIND");
    arena->add_option("--opening-moves", texts_.opening_moves, "At most so many moves are given (2)")->option_text("N");
    arena->add_option("--rounds", texts_.rounds, "Toss a coin after N undecided rounds; 0: never (10)")
        ->option_text("N");
    arena->add_option("--concurrency", texts_.concurrency, "Games at a time (one for each processor)")
        ->option_text("N");
    arena->add_option("--sprt", texts_.sprt, "Stop when it is clear by how much player 1 is stronger")
        ->option_text("ELO0,ELO1");
    add_movetime(arena);
    add_seed(arena, "Repeat what is random");
    arena->add_option("--record", options_.record, "Put the records into a new file")->option_text("FILE");
    arena->add_flag("--no-record", texts_.no_record, "Keep no records");
    arena->add_option("--resume", texts_.file, "Go on where the records in a file end")->option_text("FILE");
    arena->add_option("--log", texts_.log, "Put what is said to and by engines into files of a folder")
        ->option_text("FOLDER");
    add_json(arena);
  }

  ArenaOptions arena_options() {
    ArenaOptions options{.game = options_.game,
                         .plan = {},
                         .concurrency = texts_.concurrency.empty()
                                            ? static_cast<int>(std::max(1U, std::thread::hardware_concurrency()))
                                            : number_of("--concurrency", texts_.concurrency, 1, 1000),
                         .keeping = texts_.no_record ? Keeping::no : Keeping::yes,
                         .record = options_.record,
                         .resume = texts_.file,
                         .log = texts_.log,
                         .format = format()};
    if (texts_.no_record && !options.record.empty()) throw Wrong("Give --record or --no-record, not both");
    if (!options.resume.empty()) {
      if (!options.game.id.empty() || texts_.no_record || !options.record.empty())
        throw Wrong("--resume takes game, players and records from its file; leave the other options out");
      options.plan.players = texts_.players;
      return options;
    }
    if (options.game.id.empty()) throw Wrong("Name a game: --game GAME; duello list shows them");
    options.plan = arena_plan();
    return options;
  }

  // In the order of the command line, whichever option names them.
  void name_players(const std::vector<std::string>& players) {
    for (const std::string& player : players) texts_.players.emplace_back(trimmed(player));
  }

  ArenaPlan arena_plan() const {
    ArenaPlan plan;
    plan.players = texts_.players;
    if (plan.players.size() < 2) throw Wrong("Name at least two players, as in --players random,perfect");
    if (std::ranges::find(plan.players, kHuman) != plan.players.end())
      throw Wrong("A person cannot play in the arena; duello play seats people");
    plan.pairings = texts_.gauntlet ? Pairings::gauntlet : Pairings::everybody;
    plan.games =
        number_of<std::uint64_t>("--games", texts_.games.empty() ? "100" : texts_.games, 1, ArenaPlan::kMostGames);
    plan.games += plan.games % 2;
    plan.openings = meaning_of<OpeningKind>(
        "--openings", texts_.openings,
        {{"none", OpeningKind::none}, {"random", OpeningKind::random}, {"balanced", OpeningKind::balanced}});
    plan.opening_moves = number_of("--opening-moves", texts_.opening_moves, 0, ArenaPlan::kMostOpeningMoves);
    plan.rounds = number_of("--rounds", texts_.rounds, 0, kMostGames);
    plan.movetime = movetime();
    plan.seed = seed();
    if (!texts_.sprt.empty()) plan.sprt = sprt();
    if (const std::string objection = plan.objection(); !objection.empty()) throw Wrong(objection);
    return plan;
  }

  Sprt sprt() const {
    const auto sprt = Sprt::read(texts_.sprt);
    if (!sprt) throw Wrong(cat("--sprt: ", sprt.error().why));
    return *sprt;
  }

  void add_engine() {
    CLI::App* const engine =
        command("engine", "Speak the engine protocol on standard input and output",
                [this](Console&) { return speak_protocol("Duello " DUELLO_VERSION, texts_.plays, seed()); });
    engine->add_option("--player", texts_.plays, "Who plays: random, perfect or level:1 to level:5 (perfect)")
        ->option_text("WHO");
    add_seed(engine, "Repeat what is random where the host gives no seed");
  }

  void add_help() {
    CLI::App* const help = command("help", "Print the help for a command", [this](Console& console) {
      const CLI::App* const about = texts_.about.empty() ? &app_ : command_called(app_, texts_.about);
      if (about == nullptr) throw unknown_command(texts_.about);
      const std::string name = about == &app_ ? "duello" : "duello " + about->get_name();
      console.print(app_.get_formatter()->make_help(about, name, CLI::AppFormatMode::Normal));
      return done(console);
    });
    help->add_option("command", texts_.about, "A command; without it, print what duello --help prints")
        ->option_text("COMMAND");
  }

  int complete(const std::vector<std::string>& words) const {
    for (const std::string& word : completions(app_, words)) std::cout << word << '\n';
    return std::cout.flush() ? 0 : 1;
  }

  // Options that several commands have.
  void add_record(CLI::App* sub) {
    sub->add_option("file", texts_.file, "A file of records, a name from duello history, or last")
        ->option_text("FILE")
        ->required();
  }
  CLI::Option* add_game(CLI::App* sub) {
    return sub->add_option("game", options_.game.id, "A game, as in duello list")->option_text("GAME");
  }
  void add_rule_values(CLI::App* sub) {
    sub->add_option("--variant", options_.game.variant, "A named variant, as in duello variants")->option_text("NAME");
    sub->add_option("--set", options_.game.settings, "Change a rule value; may be given again")
        ->option_text("KEY=VALUE")
        ->allow_extra_args(false);
  }
  void add_table(CLI::App* sub) {
    sub->add_option("--table", options_.game.table, "Keep the solved table in a file, or use it")->option_text("FILE");
  }
  void add_first_seat(CLI::App* sub) {
    sub->add_option("--first", texts_.first, "Which seat moves first: 1 or 2 (1)")->option_text("WHICH");
  }
  void add_seed(CLI::App* sub, const std::string& about) {
    sub->add_option("--seed", texts_.seed, about)->option_text("N");
  }
  void add_movetime(CLI::App* sub) {
    sub->add_option("--movetime", texts_.movetime, "Milliseconds for each move of an engine (1000)")->option_text("MS");
  }
  void add_swap(CLI::App* sub) {
    sub->add_flag("--swap", texts_.swap, "Player 2 may change seats after the first move");
  }
  void add_json(CLI::App* sub) { sub->add_flag("--json", texts_.json, "Print JSON"); }

  // What their texts mean.
  Format format() const { return texts_.json ? Format::json : Format::text; }
  Swapping swapping() const { return texts_.swap ? Swapping::yes : Swapping::no; }
  Seat first_seat() const { return meaning_of<Seat>("--first", texts_.first, {{"1", Seat::one}, {"2", Seat::two}}); }
  int movetime() const { return number_of("--movetime", texts_.movetime, 1, PlayOptions::kLongestMove); }
  std::string result() const {
    if (texts_.result.empty()) return {};
    return meaning_of<std::string>("--result", texts_.result,
                                   {{"1-0", "1-0"}, {"0-1", "0-1"}, {"unfinished", "*"}, {"*", "*"}});
  }
  // As records write it: 2026.11.15.
  static std::string date_of(std::string_view option, const std::string& given) {
    std::string text = given;
    std::ranges::replace(text, '-', '.');
    if (!text.empty() && !is_date(text))
      throw Wrong(cat(option, " must be a date of the calendar as in 2026-11-15, not ", in_quotes(given)));
    return text;
  }
  std::uint64_t seed() const { return texts_.seed.empty() ? fresh_seed() : seed_of(texts_.seed); }

  // Our sentence ends with one of its own.
  static std::string without_full_stop(std::string text) {
    while (text.ends_with('.') || text.ends_with('\n')) text.pop_back();
    return text;
  }

  void refuse_unknown_command(int argc, char** argv) const {
    if (argc < 2 || *argv[1] == '-') return;
    if (command_called(app_, argv[1]) == nullptr) throw unknown_command(argv[1]);
  }

  Wrong unknown_command(const std::string& name) const {
    std::vector<std::string> names;
    for (const CLI::App* sub : app_.get_subcommands({})) names.push_back(sub->get_name());
    return Wrong(cat("There is no command ", in_quotes(name), "; the commands are ", listed(names)));
  }

  // From here on the game goes by its whole id.
  void find_game_meant() {
    if (options_.game.id.empty()) return;
    const auto entry = game_meant(options_.game.id);
    if (!entry) throw Wrong(entry.error().why);
    options_.game.id = (*entry)->facts->id;
  }

  int dispatch() {
    Console console(
        meaning_of<ColorChoice>(
            "--color", texts_.color,
            {{"auto", ColorChoice::automatic}, {"always", ColorChoice::always}, {"never", ColorChoice::never}}),
        texts_.plain ? Boards::told : Boards::drawn);
    find_game_meant();
    for (const auto& [sub, run] : runs_)
      if (sub->parsed()) return run(console);
    if (console.is_terminal()) return play_or_menu(console);
    console.print(app_.help());
    return done(console);
  }

  int play_or_menu(Console& console) {
    options_.swapping = swapping();
    options_.first = meaning_of<std::optional<Seat>>("--first", texts_.first,
                                                     {{"1", Seat::one}, {"2", Seat::two}, {"random", std::nullopt}});
    options_.best_of = number_of("--best-of", texts_.best_of, 1, kMostGames);
    options_.rounds = number_of("--rounds", texts_.rounds, 0, kMostGames);
    options_.seed = seed();
    options_.keeping = texts_.no_record ? Keeping::no : Keeping::yes;
    if (texts_.no_record && !options_.record.empty()) throw Wrong("Give --record or --no-record, not both");
    options_.movetime = movetime();
    if (!options_.game.id.empty()) return play(console, options_);
    if (console.is_terminal()) return show_menu(console, options_);
    return complain("Name a game: duello play GAME; duello list shows them");
  }

  static constexpr int kMostGames = 1'000'000;

  CLI::App app_{"Duello: five two-player strategy games for the terminal"};
  std::vector<std::pair<CLI::App*, Run>> runs_;
  PlayOptions options_;
  Texts texts_;
};

}  // namespace

int run(int argc, char** argv) { return CommandLine().run(argc, argv); }

}  // namespace duello
