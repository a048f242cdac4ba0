// Color Bridge: color one cell, or up to `reach` adjacent cells, of a track; whoever owns a run of exactly `run`
// cells wins. A full track without a winner is wiped and play goes on.
//
//   length  11   cells on the track
//   run      3   length of the winning run
//   reach    2   most cells colored by one move
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>

#include "core/actions.hpp"
#include "core/any_game.hpp"
#include "core/bits.hpp"
#include "core/layout.hpp"

namespace duello {

class ColorBridge {
 public:
  static constexpr int kMostCells = 31;
  static constexpr int kMostReach = 8;

  struct Rules {
    int length = 11;
    int run = 3;
    int reach = 2;

    static const std::array<RuleField<Rules>, 3> kFields;
    std::string objection() const;
    friend constexpr bool operator==(const Rules&, const Rules&) = default;
  };

  using Cells = std::uint32_t;  // bit i is cell i + 1

  struct Position {
    Sides<Cells> owned{};
    Seat mover = Seat::one;
    bool won = false;  // by the seat that is not to move
    friend constexpr bool operator==(const Position&, const Position&) = default;
  };
  using View = Position;

  struct Move {
    Cells cells = 0;
    friend constexpr bool operator==(Move, Move) = default;
  };

  // So many cells from the first on.
  static constexpr Cells stretch(int cells) { return (Cells{1} << cells) - 1; }

  // The legal moves as bit masks: nothing is listed until somebody looks. Half a word holds the cells where a stretch
  // of one length may begin, so that the book's moves of one and two cells are counted and picked in a single word.
  class Moves {
   public:
    constexpr Moves(Cells open, int reach) {
      for (; open != 0 && words_ * 2 < reach; ++words_) {
        const Cells pairs = words_ * 2 + 1 < reach ? open & (open >> 1) : 0;
        starts_[static_cast<std::size_t>(words_)] = open | std::uint64_t{pairs} << 32;
        open = pairs & (pairs >> 1);
      }
    }

    constexpr std::uint64_t size() const {
      int count = 0;
      for (int word = 0; word < words_; ++word) count += std::popcount(starts_[static_cast<std::size_t>(word)]);
      return static_cast<std::uint64_t>(count);
    }

    constexpr Move operator[](std::uint64_t index) const {
      std::size_t word = 0;
      for (std::uint64_t here; (here = static_cast<std::uint64_t>(std::popcount(starts_[word]))) <= index; ++word)
        index -= here;
      return move(word, bit_number(starts_[word], static_cast<int>(index)));
    }

    template <class Visit>
    constexpr void for_each(Visit visit) const {
      for (int word = 0; word < words_; ++word)
        for (std::uint64_t rest = starts_[static_cast<std::size_t>(word)]; rest != 0; rest &= rest - 1)
          visit(move(static_cast<std::size_t>(word), std::countr_zero(rest)));
    }

    constexpr bool contains(Move move) const {
      const int cells = std::popcount(move.cells);
      if (cells == 0 || cells > 2 * words_ || move.cells != stretch(cells) << std::countr_zero(move.cells))
        return false;
      return (starts(cells) >> std::countr_zero(move.cells) & 1) != 0;
    }

    // Where stretches of so many cells, at most the reach, may begin.
    constexpr Cells starts(int cells) const {
      const std::uint64_t word = starts_[static_cast<std::size_t>(cells - 1) / 2];
      return static_cast<Cells>(cells % 2 == 1 ? word : word >> 32);
    }

   private:
    static constexpr Move move(std::size_t word, int bit) {
      return {stretch(static_cast<int>(word) * 2 + (bit >= 32 ? 2 : 1)) << (bit % 32)};
    }

    std::array<std::uint64_t, kMostReach / 2> starts_{};
    int words_ = 0;
  };

  // The moves of all positions with the same colored cells.
  class BlockMoves {
   public:
    constexpr BlockMoves(Cells cells, Cells open, int reach) : cells_(cells), moves_(open, reach) {}

    constexpr std::uint64_t size() const { return moves_.size(); }
    constexpr BlockMove operator[](std::uint64_t index) const { return led_by(moves_[index]); }
    template <class Visit>
    constexpr void for_each(Visit visit) const {
      moves_.for_each([&](Move move) { visit(led_by(move)); });
    }

   private:
    constexpr BlockMove led_by(Move move) const {
      const Cells below = (move.cells & (~move.cells + 1)) - 1;
      return {cells_ | move.cells, std::popcount(cells_ & below), std::popcount(move.cells)};
    }

    Cells cells_;
    Moves moves_;
  };

  // Which of them are over: a pattern for each run that can be there.
  class BlockPatterns {
   public:
    constexpr BlockPatterns(Cells cells, int run) : cells_(cells), starts_(cells), run_(run) {
      for (int i = 1; i < run; ++i) starts_ &= cells >> i;
    }

    constexpr std::uint64_t size() const { return static_cast<std::uint64_t>(std::popcount(starts_)); }
    constexpr BlockPattern operator[](std::uint64_t index) const {
      const int first = bit_number(starts_, static_cast<int>(index));
      const Cells theirs = stretch(run_) << first;
      const Cells mine = cells_ & ~theirs & (theirs << 1 | theirs >> 1);
      // All of these are side by side in the number too.
      const int missing = first - std::popcount(cells_ & stretch(first));
      return {(theirs | mine) >> missing, mine >> missing};
    }

   private:
    Cells cells_;
    Cells starts_;
    int run_;
  };

  constexpr ColorBridge() : ColorBridge(Rules{}) {}
  explicit constexpr ColorBridge(const Rules& rules) : rules_(rules), track_((Cells{1} << rules.length) - 1) {}

  constexpr Position start(Seat first) const { return {.mover = first}; }
  constexpr Seat mover(const Position& position) const { return position.mover; }
  constexpr View view(const Position& position, std::optional<Seat>) const { return position; }
  constexpr bool begins_round(const Position& position) const { return taken(position) == 0; }

  constexpr Moves legal(const Position& position) const {
    return {position.won ? Cells{0} : track_ & ~taken(position), rules_.reach};
  }

  constexpr Position after(Position position, Move move) const {
    position.owned.mine |= move.cells;
    position.won = exact_runs(position.owned.mine) != 0;
    if (!position.won && taken(position) == track_) position.owned = {};
    position.owned = position.owned.turned();
    position.mover = other(position.mover);
    return position;
  }

  constexpr std::optional<Outcome> outcome(const Position& position) const {
    if (!position.won) return std::nullopt;
    return Outcome{.winner = other(position.mover)};
  }

  // For solvers: all positions with the same colored cells are a block, in which the mover's cells number them. The
  // full track stands for the wiped one.
  constexpr std::uint64_t position_count() const { return block_begin(block_count()); }
  constexpr std::uint64_t place(const Position& position) const {
    return block_begin(taken(position)) + number_of(position);
  }
  constexpr std::uint64_t block_of(const Position& position) const { return taken(position); }
  constexpr std::uint64_t number_of(const Position& position) const {
    return compressed(position.owned.mine, taken(position));
  }
  constexpr std::uint64_t block_count() const { return std::uint64_t{track_} + 1; }
  constexpr int block_layer(std::uint64_t cells) const { return std::popcount(cells); }
  constexpr int block_bits(std::uint64_t cells) const { return std::popcount(cells); }
  // The positions of all blocks with lower numbers: below each set bit of the number, 3 to the power of its place,
  // times 2 for every higher set bit. Eight bits at a time.
  constexpr std::uint64_t block_begin(std::uint64_t cells) const {
    std::uint64_t begin = 0;
    for (std::uint64_t power = 1; cells != 0; cells >>= 8, power *= kEightCells) {
      const auto lowest = static_cast<std::size_t>(cells % 256);
      begin = (begin << std::popcount(lowest)) + power * kBegins[lowest];
    }
    return begin;
  }
  constexpr Position block_position(std::uint64_t cells, std::uint64_t number) const {
    const auto mine = static_cast<Cells>(expanded(number, cells));
    const auto theirs = static_cast<Cells>(cells) & ~mine;
    return {.owned = {mine, theirs}, .mover = Seat::one, .won = exact_runs(theirs) != 0};
  }
  constexpr bool block_starts_over(std::uint64_t cells) const { return cells == track_; }
  constexpr BlockMoves block_moves(std::uint64_t cells) const {
    return {static_cast<Cells>(cells), track_ & ~static_cast<Cells>(cells), rules_.reach};
  }
  constexpr BlockPatterns block_patterns(std::uint64_t cells) const { return {static_cast<Cells>(cells), rules_.run}; }
  static constexpr int kMostBlockMoves = kMostCells * kMostReach;
  static constexpr int kMostBlockPatterns = kMostCells;

  // A layer has all blocks with so many colored cells, in the order of their numbers: below one with the cells
  // a < b < c there are those of one cell below a, those of two below b, those of three below c.
  constexpr int layer_count() const { return rules_.length + 1; }
  constexpr int layer_bits(int layer) const { return layer; }
  constexpr int most_moves(int layer) const { return (rules_.length - layer) * rules_.reach; }
  constexpr int most_patterns(int layer) const { return layer; }
  constexpr std::uint64_t layer_size(int layer) const { return choices(rules_.length, layer); }
  constexpr std::uint64_t layer_block(int layer, std::uint64_t rank) const {
    Cells cells = 0;
    for (int cell = rules_.length - 1; layer > 0; --cell) {
      const std::uint32_t below = choices(cell, layer);
      if (rank < below) continue;
      rank -= below;
      cells |= Cells{1} << cell;
      --layer;
    }
    return cells;
  }
  constexpr std::uint64_t block_rank(std::uint64_t cells) const {
    std::uint64_t rank = 0;
    for (int count = 1; cells != 0; cells &= cells - 1, ++count) rank += choices(std::countr_zero(cells), count);
    return rank;
  }

  // For programs that learn: first the single cells from the first to the last, then the pairs, and so on.
  constexpr int action_count() const { return first_action(longest() + 1); }
  constexpr int index_of(Move move) const {
    return first_action(std::popcount(move.cells)) + std::countr_zero(move.cells);
  }
  constexpr Move move_of(const View&, int action) const {
    int cells = 1;
    for (int longer = 2; longer <= longest(); ++longer) cells += action >= first_action(longer) ? 1 : 0;
    return {stretch(cells) << (action - first_action(cells))};
  }
  void mask(const View& view, std::span<std::uint8_t> mask) const {
    const Cells open = view.won ? Cells{0} : track_ & ~taken(view);
    if (action_count() <= 64) {
      std::uint64_t bits = 0;
      for_each_length(open, [&](int cells, Cells starts) { bits |= std::uint64_t{starts} << first_action(cells); });
      return unpack(bits, mask);
    }
    for_each_length(open, [&](int cells, Cells starts) {
      const int count = rules_.length - cells + 1;
      unpack(starts, mask.subspan(static_cast<std::size_t>(first_action(cells)), static_cast<std::size_t>(count)));
    });
  }
  constexpr int most_steps() const { return rules_.length; }
  constexpr int observation_size() const { return 2 * rules_.length; }
  std::vector<ObservedPart> observed_parts() const;
  void observe(const View& view, std::span<std::uint8_t> bytes) const {
    unpack(view.owned.mine | std::uint64_t{view.owned.theirs} << rules_.length, bytes);
  }
  constexpr View from_side(View view, Seat seat) const {
    if (view.mover != seat) view.owned = view.owned.turned();
    view.mover = seat;
    return view;
  }

  static const StatedFacts kFacts;
  static const std::string_view kExample;  // a whole game under the book's rules
  RuleBook rule_book() const;
  std::string write(Move move) const;
  std::expected<Move, Complaint> read(const View& view, std::string_view text) const;
  Stage stage(const View& view, const Pen& pen) const;
  Steps steps(const View& view, Move move) const;
  std::string board(const View& view, const Pen& pen) const;
  std::string opening(const View& view, const Pen& pen) const;
  std::string turn(const View& view, const Pen& pen) const;
  std::string ask(const View& view, const Pen& pen) const;
  std::string hint(const View& view) const;
  std::string report(const Position& before, Move move, const Position& after, std::optional<Seat> audience,
                     const Pen& pen) const;
  std::string new_round(const Position& position, const Pen& pen) const;
  std::string summary(const Position& position, const Pen& pen) const;
  std::string verdict(const Position& position, const Pen& pen) const;
  std::string reason(const Position& position) const;

 private:
  static constexpr Cells taken(const Position& position) { return position.owned.mine | position.owned.theirs; }

  // The first cells of the runs of exactly the winning length. A run is maximal: on both sides of it the same owner
  // has nothing.
  constexpr Cells exact_runs(Cells cells) const {
    Cells runs = cells & ~(cells << 1) & ~(cells >> rules_.run);
    for (int i = 1; i < rules_.run; ++i) runs &= cells >> i;
    return runs;
  }

  // The most cells of any move, and the number of the first one with so many.
  constexpr int longest() const { return rules_.reach < rules_.length ? rules_.reach : rules_.length; }
  constexpr int first_action(int cells) const { return (cells - 1) * rules_.length - (cells - 1) * (cells - 2) / 2; }

  // Visits where stretches of each length begin.
  template <class Visit>
  constexpr void for_each_length(Cells open, Visit visit) const {
    for (int cells = 1; cells <= longest(); open &= open >> 1, ++cells) visit(cells, open);
  }

  static constexpr std::uint64_t kEightCells = 6561;
  static constexpr std::array<std::uint16_t, 256> kBegins = [] {
    std::array<std::uint16_t, 256> begins{};
    for (std::size_t i = 1; i < begins.size(); ++i)
      begins[i] = static_cast<std::uint16_t>(begins[i - 1] + (1 << std::popcount(i - 1)));
    return begins;
  }();

  // In how many ways so many of these cells can be chosen.
  static constexpr std::uint32_t choices(int cells, int chosen) {
    return kChoices[static_cast<std::size_t>(cells)][static_cast<std::size_t>(chosen)];
  }
  static constexpr std::array<std::array<std::uint32_t, kMostCells + 1>, kMostCells + 1> kChoices = [] {
    std::array<std::array<std::uint32_t, kMostCells + 1>, kMostCells + 1> choices{};
    for (std::size_t cells = 0; cells < choices.size(); ++cells) {
      choices[cells][0] = 1;
      for (std::size_t chosen = 1; chosen <= cells; ++chosen)
        choices[cells][chosen] = choices[cells - 1][chosen - 1] + choices[cells - 1][chosen];
    }
    return choices;
  }();

  // Neighboring cells, by their numbers.
  struct Stretch {
    int first;
    int last;
  };
  enum class Numbers : std::uint8_t { shown, left_out };

  std::string row(const Position& position, Stretch stretch, const Pen& pen) const;
  static std::string ruler(Stretch stretch, std::size_t indent);
  std::string track(std::string_view label, Numbers numbers, const Position& position, const Pen& pen) const;
  std::string told(const Position& position) const;
  std::string remark(Cells owned, Move move) const;
  Cells winning_run(const Position& position) const;

  Rules rules_;
  Cells track_;
};

inline constexpr std::array<RuleField<ColorBridge::Rules>, 3> ColorBridge::Rules::kFields{{
    {"length", &Rules::length, 1, kMostCells, "cells on the track"},
    {"run", &Rules::run, 1, kMostCells, "cells in a row that win, no more and no fewer; at most length"},
    {"reach", &Rules::reach, 1, kMostReach, "most adjacent cells that one move may color"},
}};

static_assert(Game<ColorBridge> && PlayedInRounds<ColorBridge> && NumbersMoves<ColorBridge>);
static_assert(LaidOutInBlocks<ColorBridge>);

}  // namespace duello
