// The commands of the program. Each returns the exit status: 0 done, 1 the work failed, 2 the input was wrong.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/console.hpp"
#include "core/seat.hpp"

namespace duello {

enum class Format : std::uint8_t { text, json };

// Which game, under which rules.
struct GameChoice {
  std::string id;
  std::vector<std::string> settings;
};

struct PlayOptions {
  GameChoice game;
  std::array<std::string, 2> who{"human", "human"};
  std::array<std::string, 2> names;       // empty: as the game calls them
  std::optional<Seat> first = Seat::one;  // nothing: at random
  int best_of = 1;
  int rounds = 10;
  std::uint64_t seed = 0;
};

int list_games(Console& console, Format format);
int show_rules(Console& console, const std::string& id);
int count_moves(Console& console, const GameChoice& choice, Seat first, int depth, Format format);
int play(Console& console, const PlayOptions& options);
int show_menu(Console& console, const PlayOptions& defaults);

// One sentence on standard error; returns 2.
int complain(const std::string& why);

}  // namespace duello
