// The value of every position of a game.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/layout.hpp"
#include "core/watch.hpp"
#include "core/workers.hpp"
#include "solve/blocks.hpp"
#include "solve/keys.hpp"
#include "solve/oracle.hpp"
#include "solve/sample.hpp"
#include "solve/value.hpp"

namespace duello {

template <class G>
concept Solvable = LaidOutInBlocks<G> || HasKeys<G>;

// One byte a position where the game lays them out, or else a hashed table.
template <class G>
struct TableFor {
  using Type = KeyTable<G>;
};
template <LaidOutInBlocks G>
struct TableFor<G> {
  using Type = BlockTable<G>;
};

// Whether a move that led there has begun a new round.
template <Game G>
bool is_new_round(const G& game, const typename G::Position& position) {
  if constexpr (PlayedInRounds<G>) return game.begins_round(position);
  return false;
}

// Looks ahead from a position without a table, deeper and deeper, until something is certain or the nodes are used up.
template <Game G>
class Lookahead {
 public:
  Lookahead(const G& game, std::uint64_t nodes) : game_(game), nodes_(nodes) {}

  Value value(const typename G::Position& position) {
    Value found;
    for (int depth = 1; found.is_neither() && nodes_ != 0 && depth <= kDeepest; ++depth) found = look(position, depth);
    return found;
  }

 private:
  static constexpr int kDeepest = 30;

  // What is certain within so many plies; a new round is not.
  Value look(const typename G::Position& position, int depth) {
    if (const auto outcome = game_.outcome(position))
      return outcome->winner == game_.mover(position) ? Value::win(0) : Value::loss(0);
    if (depth == 0 || nodes_ == 0) return Value::neither();
    Value best = Value::loss(0);
    game_.legal(position).for_each([&](typename G::Move move) {
      if (nodes_ == 0 || best.is_win()) return;
      --nodes_;
      const typename G::Position next = game_.after(position, move);
      best = std::max(best, is_new_round(game_, next) ? Value::neither() : look(next, depth - 1).before());
    });
    return nodes_ == 0 && !best.is_win() ? Value::neither() : best;
  }

  const G& game_;
  std::uint64_t nodes_;
};

// What a new round is worth to whoever begins it, as far as a short look ahead tells.
template <Game G>
Value round_ahead(const G& game) {
  constexpr std::uint64_t kNodes = 200'000;
  if constexpr (PlayedInRounds<G>) return Lookahead(game, kNodes).value(game.start(Seat::one));
  return Value::neither();
}

// Fills a table in one pass or two. `fill(round)` makes a pass that takes a new round to be worth `round` to whoever
// begins it, and what it answers is passed on if it is false; `found()` says afterwards what the start is worth.
//
// Without the moves that begin a new round no position is ever repeated, so one pass suffices once it is known what a
// new round is worth. A win found without counting on a new round stays a win, so that is: what a short look ahead
// finds, or else what a pass finds that takes new rounds for undecided. If that finds nothing, neither side can force
// a win.
template <Game G, class Round, class Fill, class Found>
auto fill_rounds(Round ahead, Fill fill, Found found) -> decltype(fill(ahead)) {
  auto filled = fill(ahead);
  if (!filled || !PlayedInRounds<G>) return filled;
  const Round start = found();
  return start == ahead ? filled : fill(start);
}

template <Solvable T>
class Solution {
 public:
  using Game = T;
  using G = T;
  using Table = typename TableFor<G>::Type;
  static constexpr TableKind kKind = TableKind::values;

  explicit Solution(const G& game) : game_(game), table_(game) {}

  static double bytes_for(const G& game) { return static_cast<double>(Table::bytes_for(game)); }
  // About how long one core of a usual machine takes at most.
  static double seconds_for(const G& game) { return bytes_for(game) * Table::kSecondsPerByte; }

  // False if the watch stopped it.
  bool solve(Workers& workers, const Watch& watch) {
    return fill_rounds<G>(
        round_ahead(game_), [&](Value round) { return table_.fill(round, workers, watch); },
        [this] { return value(game_.start(Seat::one)); });
  }
  // As a file has it, right or wrong; false if the file cannot have it.
  bool take(const TableInStorage& stored) {
    return table_.reshape(stored.shape, stored.bytes) &&
           std::ranges::all_of(table_.contents(), [&, at = std::uint64_t{0}](std::span<std::byte> part) mutable {
             return stored.storage->read(std::exchange(at, at + part.size()), part);
           });
  }

  const G& game() const { return game_; }
  std::uint64_t size() const { return table_.size(); }
  Value value(const typename G::Position& position) const { return table_.value(position); }
  Table& table() { return table_; }
  const Table& table() const { return table_; }

  // As TableOracle asks for them.
  bool has_room() const { return table_.has_room(); }
  std::vector<Value> values(const std::vector<typename G::Position>& positions) const {
    std::vector<Value> values;
    for (const auto& position : positions) values.push_back(value(position));
    return values;
  }
  bool is_won(const typename G::Position& position) const { return value(position).is_win(); }
  bool is_lost(const typename G::Position& position) const { return value(position).is_loss(); }
  std::size_t slots() const { return table_.slots(); }
  std::size_t slot(const typename G::Position& position) const { return table_.slot(position); }
  static constexpr bool come_home() { return true; }
  static constexpr double home_bytes() { return 0; }
  TableContents contents() const { return {kKind, table_.shape(), table_.keys(), table_.scores(), {}}; }

  // What tells positions apart.
  std::uint64_t key(const typename G::Position& position) const {
    if constexpr (HasKeys<G>) {
      return game_.key(position);
    } else {
      return game_.place(position);
    }
  }

  // Whether values from elsewhere can be right: of all positions that can be reached, or of many here and there, each
  // is there and follows from those its moves lead to.
  bool is_sound() const {
    if (!table_.is_sound()) return false;
    using Position = typename G::Position;
    const auto follows = [this](const Position& position, std::span<const Position> next) {
      const auto outcome = game_.outcome(position);
      Value best = outcome && outcome->winner == game_.mover(position) ? Value::win(0) : Value::loss(0);
      for (const Position& after : next) {
        const auto value = table_.find(after);
        if (!value) return false;
        best = std::max(best, value->before());
      }
      return table_.find(position) == best;
    };
    return holds_for_sample(game_, kSample, [this](const Position& position) { return key(position); }, follows);
  }

 private:
  static constexpr std::uint64_t kSample = 50'000;

  G game_;
  Table table_;
};

}  // namespace duello
