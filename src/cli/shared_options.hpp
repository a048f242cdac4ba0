// The options that several commands have; each is declared here once.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "arguments/options.hpp"
#include "catalog/chosen_game.hpp"
#include "cli/commands.hpp"

namespace duello {

inline constexpr int kMostGames = Agreement::kMostGames;

// The game may be named by a part of its id; from here on it goes by the whole.
CommandOption& add_game(Options& options, std::string& id, OptionText text = {"GAME", "", "A game, as in duello list"});
void add_rule_values(Options& options, GameChoice& game);
void add_table(Options& options, GameChoice& game);
// --device and --distances.
void add_solving(Options& options, SolvingWishes& wishes);
void add_first_seat(Options& options, Seat& first);
// Nothing is a random seat.
void add_first_or_random(Options& options, std::optional<Seat>& first);
// `id` is the game's, or empty as long as it is open.
void add_rounds(Options& options, int& rounds, const std::string& id);
void add_movetime(Options& options, int& milliseconds, std::function<bool()> has_engine);
// Refuses --table, --device and --distances where nobody uses a solved game.
void check_solving(Options& options, const std::function<bool()>& is_solved);
void add_swap(Options& options, Swapping& swapping);
void add_seed(Options& options, std::optional<std::uint64_t>& seed, std::string about);
// --record and --no-record, with what help says of each.
void add_keeping(Options& options, Keeping& keeping, std::string& file, std::string how, const std::string& how_not);
// The games to be looked at.
void add_records(Options& options, std::string& file);

template <class Formats>
void add_json(Options& options, Formats& format) {
  options.flag("--json", "Print JSON", format, Formats::json);
}

}  // namespace duello
