// The commands of the program, and what they share. What runs one returns the exit status: 0 done, 1 the work failed,
// 2 the input was wrong.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/chosen_game.hpp"
#include "cli/command.hpp"
#include "cli/console.hpp"
#include "cli/online_play.hpp"
#include "cli/picker.hpp"
#include "core/seat.hpp"
#include "match/meeting.hpp"
#include "store/game_store.hpp"

namespace duello {

// Every command but host, join and help, in the order of help. NAME_command() makes it, in the file of what it does.
#define DUELLO_COMMANDS(X) \
  X(list)                  \
  X(rules)                 \
  X(variants)              \
  X(play)                  \
  X(resume)                \
  X(history)               \
  X(replay)                \
  X(solve)                 \
  X(analyze)               \
  X(lab)                   \
  X(review)                \
  X(puzzle)                \
  X(perft)                 \
  X(arena)                 \
  X(engine)                \
  X(serve)

#define DUELLO_DECLARE(name) std::unique_ptr<Command> name##_command();
DUELLO_COMMANDS(DUELLO_DECLARE)
#undef DUELLO_DECLARE
std::unique_ptr<Command> host_command(const OnlinePlay& online);
std::unique_ptr<Command> join_command(const OnlinePlay& online);

// All but help.
std::vector<std::unique_ptr<Command>> all_commands(const OnlinePlay& online);

enum class Format : std::uint8_t { text, json };
enum class TableFormat : std::uint8_t { text, csv, json };

// Whether games are kept.
enum class Keeping : std::uint8_t { no, yes };

struct PlayOptions : Agreement {
  GameChoice game;
  Keeping keeping = Keeping::yes;
  std::string record;  // a file for the record; empty: among the user's games
};

struct HistoryOptions {
  HistoryFilter filter;
  bool rebuild = false;
  bool stats = false;   // what the games come to, instead of a list
  std::string discard;  // the name of an unfinished game to throw away; empty for none
  Format format = Format::text;
};

struct LabOptions {
  GameChoice game;   // its settings may be ranges
  int games = 2000;  // played for each figure that is sampled
  std::uint64_t seed = 0;
  TableFormat format = TableFormat::text;
  std::string svg;  // a file for a chart; empty for none
};

// Whether the date chooses.
enum class Daily : std::uint8_t { no, yes };

struct PuzzleOptions {
  // Below it are the seeds that nobody chose, short enough to be told to somebody.
  static constexpr std::uint64_t kFreshSeeds = 1'000'000;

  GameChoice game;  // without an id the seed chooses
  std::optional<int> level;
  Daily daily = Daily::no;
  std::uint64_t seed = 0;  // if not daily
  Format format = Format::text;
};

int play(Console& console, const PlayOptions& options);
// The same, if the game that is chosen there was made already, and is perhaps solved.
int play(Console& console, const PlayOptions& options, ChosenGame& chosen);
// Goes on with the game in a file.
int resume_game(Console& console, const std::string& path);
// The file of the game that a person picks among the unfinished ones.
std::expected<std::string, NoChoice> pick_unfinished(Console& console, const std::vector<KeptGame>& games, Back back);
int show_history(Console& console, const HistoryOptions& options);
int show_menu(Console& console, const PlayOptions& defaults);
// A game that has just been played; somebody at a terminal is asked about each mistake.
int review_game(Console& console, ChosenGame& chosen, const Record& record);
int show_puzzle(Console& console, const PuzzleOptions& options);

// 0 if all that was printed has arrived.
int done(Console& console);
// One sentence on standard error. The input was wrong: 2. The work failed: 1, or as for an interrupted program if a
// signal stopped it.
int complain(const std::string& why);
int fail(const Complaint& complaint, int signal = 0);
// That host and join need a program that was built with the room `online`.
int fail_without_online();

// What stands against a choice, and which options it was made with; nothing if all is well.
std::string objection_to_start(const Facts& facts, std::optional<Seat> first);
std::string objection_to_swapping(const Facts& facts, Swapping swapping);

}  // namespace duello
