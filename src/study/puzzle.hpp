// A position in which exactly one move wins, found by lot.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/any_game.hpp"
#include "core/watch.hpp"
#include "solve/oracle.hpp"

namespace duello {

// From the easiest to the hardest.
inline constexpr int kEasiest = 1;
inline constexpr int kHardest = 5;

struct Puzzle {
  Seat first;                  // who began
  std::vector<AnyMove> moves;  // that led there
  AnyPosition position;
  Seat mover;
  std::vector<Judgement> judged;  // every legal move
  AnyMove solution;
  int plies;  // to the end, the solution included
  int level;

  AnyView view(const AnyGame& game) const { return game.view(position, mover); }
  // Of a legal move.
  const Judgement& judgement_of(const AnyGame& game, const AnyMove& move) const;
};

// A puzzle, or the levels of those that were found instead.
struct PuzzleSearch {
  std::optional<Puzzle> found;
  std::set<int> levels;
  bool stopped = false;  // by the watch
};

// Looks along random games. The same seed finds the same puzzle everywhere. Without a level the seed wishes for one and
// takes the nearest there is.
PuzzleSearch search_puzzle(const AnyGame& game, const Oracle& oracle, std::uint64_t seed, std::optional<int> level,
                           const Watch& watch = go_on);

// The puzzle that a position is, if it is one: at least `choices` moves, of which exactly one wins.
std::optional<Puzzle> puzzle_at(const AnyGame& game, const Oracle& oracle, const AnyPosition& position,
                                std::uint64_t choices);

// Three moves make a choice, or two in a game that never has more.
std::uint64_t choices_in(const AnyGame& game);

// The solver's own moves to the end, and one more if at least half of the wrong moves tempt: a single reply refutes
// them.
int level_of(const AnyGame& game, const AnyPosition& position, const std::vector<Judgement>& judged);

// Perfect play from a position that somebody wins, to its end.
std::vector<AnyMove> best_line(const AnyGame& game, const Oracle& oracle, AnyPosition position);

}  // namespace duello
