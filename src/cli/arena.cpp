// Arena: players against each other, many games at once, and a table of how they fare.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <csignal>
#include <thread>

#include "arena/arena.hpp"
#include "arena/standings.hpp"
#include "cli/commands.hpp"
#include "cli/interruption.hpp"
#include "cli/offers.hpp"
#include "cli/shared_options.hpp"
#include "cli/solving.hpp"
#include "core/try.hpp"
#include "engines/engine_pool.hpp"
#include "store/arena_file.hpp"
#include "store/calendar.hpp"
#include "store/engine_logs.hpp"
#include "store/folders.hpp"
#include "store/record_file.hpp"
#include "system/entropy.hpp"
#include "system/files.hpp"

namespace duello {

namespace {

struct ArenaOptions {
  GameChoice game;
  ArenaPlan plan;
  int concurrency = 1;
  Keeping keeping = Keeping::yes;
  std::string record;  // a new file for the records; empty: among the user's own
  std::string resume;  // a file of records to go on with; the plan and the game come from it
  std::string log;     // a folder for the dialogues with engines; empty for none
  Format format = Format::text;
};

// What a thread of the arena works with. Nobody sits at a keyboard here.
class WorkerSupplies final : public Supplies {
 public:
  WorkerSupplies(const AnyGame& game, std::optional<Knowledge> knowledge, EnginePool engines)
      : game_(game), knowledge_(std::move(knowledge)), engines_(std::move(engines)) {}
  bool has_engines() const override { return true; }
  std::expected<Knowledge, Complaint> knowledge() override {
    if (!knowledge_) return complaint("Nothing is known of this game");
    return *knowledge_;
  }
  std::expected<std::unique_ptr<Player>, Complaint> engine(const std::string& command, Random random) override {
    return engines_.player(command, game_, random);
  }
  bool is_interrupted() const override { return engines_.is_interrupted(); }

 private:
  const AnyGame& game_;
  std::optional<Knowledge> knowledge_;
  EnginePool engines_;
};

std::string verdict_text(const Sprt& sprt, const Standings& standings, const std::vector<std::string>& players) {
  const std::string ratio = fmt::format("log-likelihood ratio {:.2f}", *standings.log_likelihood_ratio);
  if (standings.verdict == Sprt::Verdict::open) return cat("No decision yet; ", ratio);
  const double elo = standings.verdict == Sprt::Verdict::elo1 ? sprt.elo1 : sprt.elo0;
  return fmt::format("Decided: {} is {:g} Elo stronger than {} rather than {:g}; {}", legible(players[0]), elo,
                     legible(players[1]), standings.verdict == Sprt::Verdict::elo1 ? sprt.elo0 : sprt.elo1, ratio);
}

std::string behind_decision(std::uint64_t games) {
  return cat(counted(games, "game"), " behind the decision ", games == 1 ? "does" : "do", " not count\n");
}

constexpr int kLongestName = 40;

std::string table(const ArenaPlan& plan, const Standings& standings, int longest_name = kLongestName) {
  std::size_t width = 6;
  for (const std::string& player : plan.players) width = std::max(width, columns(printable(player, longest_name)));
  std::string text = fmt::format("     {:<{}}  {:>6}  {:>5}  {:>9}  {:>9}  {:>7}\n", "player", width, "Elo", "+/-",
                                 "games", "won", "score");
  for (std::size_t i = 0; i < standings.players.size(); ++i) {
    const Standing& each = standings.players[i];
    const double score = each.games == 0 ? 0 : 100 * static_cast<double>(each.wins) / static_cast<double>(each.games);
    const std::string elo = each.games == 0 ? "-" : fmt::format("{:+d}", std::lround(each.rating.elo));
    const std::string margin = each.games == 0 ? "-" : fmt::format("{:.0f}", each.rating.margin);
    text += fmt::format("{:>3}  {:<{}}  {:>6}  {:>5}  {:>9}  {:>9}  {:>6.1f}%", i + 1,
                        printable(plan.players[each.player], longest_name), width, elo, margin, each.games, each.wins,
                        score);
    if (each.forfeits != 0) text += fmt::format("  {} forfeited", each.forfeits);
    text += '\n';
  }
  text += fmt::format("{} of {}; whoever moved first won {:.1f}% ({:.1f} to {:.1f})\n", standings.played,
                      counted(standings.planned, "game"), 100 * standings.first.value, 100 * standings.first.low,
                      100 * standings.first.high);
  if (standings.counted < standings.played) text += behind_decision(standings.played - standings.counted);
  if (plan.sprt) text += verdict_text(*plan.sprt, standings, plan.players) + "\n";
  return text;
}

// The same where a table would not fit: the numbers of a player stand below the name.
std::string narrow_table(const ArenaPlan& plan, const Standings& standings, std::size_t width) {
  constexpr std::string_view kIndent = "     ";
  const std::vector<std::string> lines = lines_of(table(plan, standings));
  std::string text;
  for (std::size_t i = 0; i < standings.players.size(); ++i) {
    const Standing& each = standings.players[i];
    const std::string rating =
        each.games == 0 ? "-" : fmt::format("Elo {:+d} +/- {:.0f}", std::lround(each.rating.elo), each.rating.margin);
    const std::string name = wrapped(printable(plan.players[each.player], kLongestName), width, kIndent);
    text += fmt::format("{:>3}  {}", i + 1, std::string_view(name).substr(kIndent.size()));
    text += wrapped(cat(rating, ", won ", each.wins, " of ", each.games,
                        each.forfeits == 0 ? "" : cat(", ", each.forfeits, " forfeited")),
                    width, kIndent);
  }
  for (std::size_t i = 1 + standings.players.size(); i < lines.size(); ++i) text += lines[i] + "\n";
  return text;
}

std::expected<std::unique_ptr<ArenaFile>, Complaint> new_file(const ArenaOptions& options) {
  if (options.keeping == Keeping::no) return nullptr;
  if (!options.record.empty()) return ArenaFile::create(options.record);
  DUELLO_TRY(const auto folder, state_folder());
  DUELLO_CHECK(make_folder(folder + "/arena"));
  return ArenaFile::create(cat(folder, "/arena/", time_stamp(), '-', ::getpid(), ".duello"));
}

// One arena, from what was asked for to the table.
class Tournament {
 public:
  Tournament(Console& console, const ArenaOptions& options, ChosenGame& chosen)
      : console_(console), options_(options), chosen_(chosen) {}

  std::expected<void, Complaint> open_logs() {
    if (options_.log.empty()) return {};
    DUELLO_TRY(logs_, EngineLogs::in(options_.log));
    return {};
  }

  // What the players and the openings need to know of the game is found once.
  std::expected<void, Unsolved> learn() {
    const bool for_openings = options_.plan.openings == OpeningKind::balanced && !chosen_.facts().hidden;
    if (!for_openings && std::ranges::none_of(options_.plan.players, needs_knowledge)) return {};
    DUELLO_TRY(knowledge_, solved(chosen_));
    return {};
  }

  // Whether everybody can play. From here on an interruption must not keep engines from being stopped.
  std::expected<void, Complaint> try_players() {
    interruption_.emplace();
    WorkerSupplies trial = supplies();
    for (const std::string& who : options_.plan.players) {
      const auto player = make_player(who, Random(0), trial);
      if (!player) return complaint("--players: ", player.error().why);
    }
    return {};
  }

  // As it fits the terminal; whole on a pipe.
  std::string final_table(const Standings& standings) const {
    std::string whole = table(options_.plan, standings);
    const std::size_t head = columns(std::string_view(whole).substr(0, whole.find('\n')));
    if (!console_.is_terminal() || head <= console_.width()) return whole;
    return narrow_table(options_.plan, standings, console_.width());
  }

  int run(ArenaFile* file) {
    Arena arena(chosen_.game(), options_.plan, knowledge_ ? open_in(*knowledge_) : nullptr);
    if (!options_.resume.empty())
      if (const int status = take_up(*file, arena); status != 0) return status;
    const auto begin = std::chrono::steady_clock::now();
    play(arena, file);
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
    const Standings standings = arena.standings();
    if (logs_ && logs_->is_incomplete()) complain(cat("The logs in ", path_in_quotes(options_.log), " are incomplete"));
    console_.print(options_.format == Format::json
                       ? json_text(append_standings, chosen_.game(), options_.plan, standings, time.count()) + "\n"
                       : final_table(standings));
    if (const int status = done(console_); status != 0) return status;
    return say_what_is_kept(file, standings);
  }

  int signal() const { return interruption_ ? interruption_->signal() : 0; }

 private:
  // Counts the games in the file. It is changed only when all of them are known to be of this plan.
  static int take_up(ArenaFile& file, Arena& arena) {
    const auto counted = file.each([&](const Record& record) { return arena.count(record); });
    if (!counted) return complain(cat(path_in_quotes(file.path()), ": ", counted.error().why));
    if (!file.torn().empty())
      std::fprintf(stderr, "The last record in %s is torn; its %zu bytes are cut off, and the game is played again\n",
                   path_in_quotes(file.path()).c_str(), file.torn().size());
    const auto mended = file.mend();
    return mended ? 0 : fail(mended.error());
  }

  WorkerSupplies supplies() const {
    std::optional<Knowledge> own;
    if (knowledge_) own = copy_for_thread(*knowledge_);
    EnginePool::OpenLog open_log;
    if (logs_) open_log = [this](const std::string& command) { return logs_->open(place_of(command), command); };
    return {chosen_.game(), std::move(own),
            EnginePool(
                {.move = std::chrono::milliseconds(options_.plan.movetime)}, [this] { return signal() != 0; },
                std::move(open_log))};
  }

  // "player2" for the second of the players.
  std::string place_of(const std::string& command) const {
    const auto found = std::ranges::find(options_.plan.players, cat(kEnginePrefix, command));
    return cat("player", found - options_.plan.players.begin() + 1);
  }

  void play(Arena& arena, ArenaFile* file) const {
    std::vector<Arena::Desk> desks;
    for (int i = 0; i < options_.concurrency; ++i) {
      Arena::Desk desk{.supplies = std::make_unique<WorkerSupplies>(supplies()), .keep = {}};
      if (file != nullptr)
        desk.keep = [file, date = today()](Record& record) {
          record.date = date;
          return file->add(record);
        };
      desks.push_back(std::move(desk));
    }
    ProgressBar bar(cat("Playing ", chosen_.facts().title));
    arena.play(std::move(desks), [&] {
      bar.show(arena.played(), arena.planned(), [&](std::size_t columns) {
        // Where there is not room for all, the names are the first to give way.
        constexpr int kOtherColumns = 54;
        const int names = std::clamp(static_cast<int>(columns) - kOtherColumns, 8, kLongestName);
        return lines_of(table(options_.plan, arena.standings(), names));
      });
      return signal() == 0;
    });
  }

  int say_what_is_kept(const ArenaFile* file, const Standings& standings) const {
    if (file != nullptr && !file->trouble().empty())
      return fail({cat(path_in_quotes(file->path()), " cannot be written: ", file->trouble(),
                       "; duello arena --resume goes on when there is room")});
    if (signal() != 0) {
      const std::string how =
          file == nullptr ? "" : cat("; duello arena --resume ", shown_name(file->path()), " goes on");
      complain(cat("Interrupted after ", standings.played, " of ", counted(standings.planned, "game"), how));
      return 128 + signal();
    }
    if (file != nullptr) std::fprintf(stderr, "The games are in %s\n", shown_name(file->path()).c_str());
    return 0;
  }

  Console& console_;
  const ArenaOptions& options_;
  ChosenGame& chosen_;
  std::optional<Knowledge> knowledge_;  // if anybody needs it
  std::unique_ptr<EngineLogs> logs_;
  std::optional<Interruption> interruption_;
};

int run_tournament(Console& console, const ArenaOptions& options, ArenaFile* file) {
  auto chosen = ChosenGame::from(options.game);
  if (!chosen) return complain(chosen.error().why);
  Tournament tournament(console, options, *chosen);
  if (const auto opened = tournament.open_logs(); !opened) return fail(opened.error());
  if (const auto learned = tournament.learn(); !learned) return fail(learned.error().why, learned.error().signal);
  if (const auto tried = tournament.try_players(); !tried)
    return tournament.signal() != 0 ? 128 + tournament.signal() : complain(tried.error().why);
  if (file != nullptr) return tournament.run(file);
  const auto made = new_file(options);
  return made ? tournament.run(made->get()) : fail(made.error());
}

// A record may come from anybody, and an engine is a command that is run.
std::string objection_to_engines(const ArenaOptions& options, const ArenaPlan& plan) {
  if (is_among_own(options.resume) || options.plan.players == plan.players) return {};
  std::vector<std::string> commands;
  for (const std::string& who : plan.players)
    if (is_engine(who))
      commands.push_back(cat('\'', spelled_out(std::string_view(who).substr(kEnginePrefix.size())), '\''));
  if (commands.empty()) return {};
  return cat("To go on, ", path_in_quotes(options.resume), " wants to run the command",
             commands.size() == 1 ? " " : "s ", listed(commands),
             "; name all players again with --players or --player to allow it");
}

int arena(Console& console, ArenaOptions options) {
  if (options.resume.empty()) return run_tournament(console, options, nullptr);
  if (::access(options.resume.c_str(), F_OK) != 0)
    return complain(cat("There is no file ", path_in_quotes(options.resume), " to go on with"));
  const auto file = ArenaFile::reopen(options.resume);
  if (!file) return fail(file.error());
  if (const auto checked = (*file)->check(); !checked) return complain(checked.error().why);
  const Record& first = (*file)->first();
  if (first.tag(kEventTag).empty())
    return complain(cat(path_in_quotes(options.resume), " holds games of no arena; duello resume goes on with a game"));
  auto plan = ArenaPlan::read(first.tag(kEventTag));
  if (!plan) return complain(cat(path_in_quotes(options.resume), ": ", plan.error().why));
  if (const std::string objection = objection_to_engines(options, *plan); !objection.empty())
    return complain(objection);
  if (!options.plan.players.empty() && options.plan.players != plan->players)
    return complain(cat("The players in ", path_in_quotes(options.resume),
                        " are others than those that are named; leave --players and --player out"));
  options.plan = *std::move(plan);
  options.game.id = first.game;
  options.game.settings = words_of(first.rules);
  return run_tournament(console, options, file->get());
}

// What is wrong with a new arena; empty if it can be held.
std::string objection_to(const ArenaOptions& options) {
  if (options.game.id.empty()) return "Name a game: --game GAME; duello list shows them";
  const std::vector<std::string>& players = options.plan.players;
  if (players.size() < 2) return "Name at least two players, as in --players random,perfect";
  if (std::ranges::find(players, kHuman) != players.end())
    return "A person cannot play in the arena; duello play seats people";
  return options.plan.objection();
}

class ArenaCommand final : public Command {
 public:
  ArenaCommand() : Command("arena", "Players against each other: many games, ratings, records") {
    ArenaPlan& plan = given_.plan;
    plan.games = 100;
    plan.opening_moves = 2;
    plan.movetime = 1000;
    const auto seat = [&plan](const std::string& who, const std::string&) { plan.players.emplace_back(trimmed(who)); };
    const auto seat_some = [seat](const std::string& some, const std::string& called) {
      for (const std::string& who : parts_of(some, ',')) seat(who, called);
    };
    add_game(options(), given_.game.id, {"--game", "GAME", "A game, as in duello list"});
    add_rule_values(options(), given_.game);
    add_table(options(), given_.game);
    add_solving(options(), given_.game.wishes);
    options()
        .value({"--players", "WHO,WHO", "Who plays, with commas between them; may be given again"}, seat_some)
        .repeated()
        .completed_by(listed_players);
    options()
        .value({"--player", "WHO", "One more player, whose command may hold commas"}, seat)
        .repeated()
        .completed_by(programs_and({kEnginePrefix}));
    options().number({"--games", "N", "Games for each two players, an even number (100)"}, plan.games, std::uint64_t{1},
                     ArenaPlan::kMostGames);
    options().flag("--gauntlet", "The first player against each of the others", plan.pairings, Pairings::gauntlet);
    options().choice(
        {"--openings", "KIND", "How games begin: none, random or balanced (random)"}, plan.openings,
        {{"none", OpeningKind::none}, {"random", OpeningKind::random}, {"balanced", OpeningKind::balanced}});
    options().number({"--opening-moves", "N", "At most so many moves are given (2)"}, plan.opening_moves, 0,
                     ArenaPlan::kMostOpeningMoves);
    add_rounds(options(), plan.rounds, given_.game.id);
    options().number({"--concurrency", "N", "Games at a time (one for each processor)"}, concurrency_, 1, 1000);
    options().value({"--sprt", "ELO0,ELO1", "Stop when it is clear by how much player 1 is stronger"},
                    [&plan](const std::string& text, const std::string& called) {
                      const auto sprt = Sprt::read(text);
                      if (!sprt) throw WrongOptions(cat(called, ": ", sprt.error().why));
                      plan.sprt = *sprt;
                    });
    add_movetime(options(), plan.movetime, [&plan] { return std::ranges::any_of(plan.players, is_engine); });
    // An arena that is resumed has its players in the file.
    check_solving(options(), [this, &plan] {
      return !given_.resume.empty() || plan.openings == OpeningKind::balanced ||
             std::ranges::any_of(plan.players, needs_knowledge);
    });
    options().check("--opening-moves", [&plan] {
      return plan.openings == OpeningKind::none ? "With --openings none no moves are given" : "";
    });
    add_seed(options(), seed_, "Repeat what is random");
    add_keeping(options(), given_.keeping, given_.record, "Put the records into a new file", "Keep no records");
    options()
        .name({"--resume", "FILE", "Go on where the records in a file end"}, given_.resume)
        .completed_by(any_file());
    options()
        .name({"--log", "FOLDER", "Put what is said to and by engines into files of a folder"}, given_.log)
        .completed_by(any_folder());
    add_json(options(), given_.format);
    // The file says all this.
    for (const char* const other :
         {"--game", "--variant", "--set", "--games", "--gauntlet", "--openings", "--opening-moves", "--rounds",
          "--sprt", "--movetime", "--seed", "--record", "--no-record"})
      options().not_both(other, "--resume");
  }

  int run(Console& console) override {
    given_.concurrency = concurrency_.value_or(static_cast<int>(std::max(1U, std::thread::hardware_concurrency())));
    given_.plan.games += given_.plan.games % 2;
    given_.plan.seed = seed_ ? *seed_ : fresh_seed();
    if (given_.resume.empty())
      if (const std::string objection = objection_to(given_); !objection.empty()) return complain(objection);
    return arena(console, given_);
  }

 private:
  ArenaOptions given_;
  std::optional<int> concurrency_;
  std::optional<std::uint64_t> seed_;
};

}  // namespace

std::unique_ptr<Command> arena_command() { return std::make_unique<ArenaCommand>(); }

}  // namespace duello
