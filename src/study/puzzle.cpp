#include "study/puzzle.hpp"

#include <algorithm>
#include <cassert>
#include <cstdlib>

#include "core/random.hpp"

namespace duello {

namespace {

// What a seed is spent on.
enum Stream : std::uint64_t { kLines = 100, kWish };

constexpr int kMostLines = 2000;
// Games that can go on for ever are left after so many moves.
constexpr std::size_t kLongestLine = 120;

AnyView view_of(const AnyGame& game, const AnyPosition& position) { return game.view(position, game.mover(position)); }

AnyMove any_move(const AnyGame& game, const AnyPosition& position, Random& random) {
  const AnyView view = view_of(game, position);
  return game.pick(view, random.below(game.count(view)));
}

// The positions of a random game, the moves between them, and who began.
struct Line {
  Seat first;
  std::vector<AnyPosition> positions;  // none of them finished
  std::vector<AnyMove> moves;          // from each to the next
};

Line random_line(const AnyGame& game, Random& random) {
  Line line{
      .first = !game.facts().one_starts && random.below(2) == 1 ? Seat::two : Seat::one, .positions = {}, .moves = {}};
  AnyPosition position = game.start(line.first);
  while (!game.outcome(position) && line.moves.size() < kLongestLine) {
    line.positions.push_back(position);
    line.moves.push_back(any_move(game, position, random));
    position = game.after(position, line.moves.back());
  }
  return line;
}

// A wrong move to which a single reply is the answer.
bool tempts(const AnyGame& game, const AnyPosition& position, const Judgement& judged) {
  const AnyPosition reached = game.after(position, judged.move);
  if (judged.value.is_win() || game.outcome(reached)) return false;
  return game.count(view_of(game, reached)) - static_cast<std::uint64_t>(judged.slips) == 1;
}

}  // namespace

const Judgement& Puzzle::judgement_of(const AnyGame& game, const AnyMove& move) const {
  const auto found =
      std::ranges::find(judged, game.write(move), [&](const Judgement& each) { return game.write(each.move); });
  assert(found != judged.end());
  return *found;
}

std::uint64_t choices_in(const AnyGame& game) {
  constexpr int kLooked = 64;
  constexpr std::uint64_t kUsual = 3;
  Random random(0, kLines);
  std::uint64_t most = 2;
  for (int i = 0; i < kLooked && most < kUsual; ++i)
    for (const AnyPosition& position : random_line(game, random).positions)
      most = std::max(most, game.count(view_of(game, position)));
  return std::min(most, kUsual);
}

int level_of(const AnyGame& game, const AnyPosition& position, const std::vector<Judgement>& judged) {
  std::size_t wrong = 0;
  std::size_t tempting = 0;
  for (const Judgement& each : judged) {
    wrong += static_cast<std::size_t>(!each.value.is_win());
    tempting += static_cast<std::size_t>(tempts(game, position, each));
  }
  const int own_moves = (best_of(judged).value.plies() + 1) / 2;
  return std::clamp(own_moves + (2 * tempting >= wrong ? 1 : 0), kEasiest, kHardest);
}

std::optional<Puzzle> puzzle_at(const AnyGame& game, const Oracle& oracle, const AnyPosition& position,
                                std::uint64_t choices) {
  const AnyView view = view_of(game, position);
  if (game.count(view) < choices || !oracle.value(view).is_win()) return std::nullopt;
  std::vector<Judgement> judged = oracle.moves(view);
  if (std::ranges::count_if(judged, [](const Judgement& each) { return each.value.is_win(); }) != 1)
    return std::nullopt;
  const Judgement best = best_of(judged);
  const int level = level_of(game, position, judged);
  return Puzzle{.first = Seat::one,
                .moves = {},
                .position = position,
                .mover = game.mover(position),
                .judged = std::move(judged),
                .solution = best.move,
                .plies = best.value.plies(),
                .level = level};
}

PuzzleSearch search_puzzle(const AnyGame& game, const Oracle& oracle, std::uint64_t seed, std::optional<int> level,
                           const Watch& watch) {
  const std::uint64_t choices = choices_in(game);
  const int wished = level.value_or(kEasiest + static_cast<int>(Random(seed, kWish).below(kHardest)));
  Random lines(seed, kLines);
  PuzzleSearch search;
  for (std::uint64_t i = 0; i < kMostLines; ++i) {
    const Line line = random_line(game, lines);
    for (std::size_t at = 0; at < line.positions.size(); ++at) {
      if (!watch(i, kMostLines)) {
        search.stopped = true;
        return search;
      }
      auto puzzle = puzzle_at(game, oracle, line.positions[at], choices);
      if (!puzzle) continue;
      search.levels.insert(puzzle->level);
      const auto distance = [&](const Puzzle& each) { return std::abs(each.level - wished); };
      if (level && puzzle->level != *level) continue;
      if (search.found && distance(*search.found) <= distance(*puzzle)) continue;
      puzzle->first = line.first;
      puzzle->moves.assign(line.moves.begin(), line.moves.begin() + static_cast<std::ptrdiff_t>(at));
      search.found = std::move(puzzle);
      if (distance(*search.found) == 0) return search;
    }
  }
  return search;
}

std::vector<AnyMove> best_line(const AnyGame& game, const Oracle& oracle, AnyPosition position) {
  std::vector<AnyMove> moves;
  while (!game.outcome(position)) {
    moves.push_back(best_of(oracle.moves(view_of(game, position))).move);
    position = game.after(position, moves.back());
  }
  return moves;
}

}  // namespace duello
