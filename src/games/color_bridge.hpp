// Color Bridge: color one cell, or up to `reach` adjacent cells, of a track; whoever owns a run of exactly `run`
// cells wins. A full track without a winner is wiped and play goes on.
//
//   length  11   cells on the track
//   run      3   length of the winning run
//   reach    2   most cells colored by one move
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>

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

   private:
    static constexpr Move move(std::size_t word, int bit) {
      const std::uint64_t stretch = (std::uint64_t{2} << (word * 2 + (bit >= 32 ? 1 : 0))) - 1;
      return {static_cast<Cells>(stretch << (bit % 32))};
    }

    std::array<std::uint64_t, kMostReach / 2> starts_{};
    int words_ = 0;
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
    return block_begin(taken(position)) + compressed(position.owned.mine, taken(position));
  }
  constexpr std::uint64_t block_count() const { return std::uint64_t{track_} + 1; }
  constexpr int block_layer(std::uint64_t cells) const { return std::popcount(cells); }
  constexpr int block_bits(std::uint64_t cells) const { return std::popcount(cells); }
  // The positions of all blocks with lower numbers: below each set bit of the number, 3 to the power of its place,
  // times 2 for every higher set bit.
  constexpr std::uint64_t block_begin(std::uint64_t cells) const {
    std::uint64_t begin = 0;
    for (std::uint64_t power = 1; cells != 0; cells >>= 1, power *= 3)
      if ((cells & 1) != 0) begin = 2 * begin + power;
    return begin;
  }
  constexpr Position block_position(std::uint64_t cells, std::uint64_t number) const {
    const auto mine = static_cast<Cells>(expanded(number, cells));
    const auto theirs = static_cast<Cells>(cells) & ~mine;
    return {.owned = {mine, theirs}, .mover = Seat::one, .won = exact_runs(theirs) != 0};
  }
  constexpr FinishedFlags block_finished(std::uint64_t cells, std::uint64_t number) const {
    std::array<Cells, std::tuple_size_v<FinishedFlags>> theirs{};
    for (std::size_t i = 0; i < theirs.size(); ++i) theirs[i] = static_cast<Cells>(expanded(~(number + i), cells));
    std::array<Cells, theirs.size()> runs = theirs;
    for (std::size_t i = 0; i < runs.size(); ++i) runs[i] &= ~(theirs[i] << 1) & ~(theirs[i] >> rules_.run);
    for (int shift = 1; shift < rules_.run; ++shift)
      for (std::size_t i = 0; i < runs.size(); ++i) runs[i] &= theirs[i] >> shift;
    FinishedFlags flags{};
    for (std::size_t i = 0; i < flags.size(); ++i) flags[i] = static_cast<std::uint8_t>(runs[i] != 0);
    return flags;
  }
  constexpr bool block_starts_over(std::uint64_t cells) const { return cells == track_; }
  template <class Visit>
  constexpr void for_each_block_move(std::uint64_t cells, Visit visit) const {
    Moves(track_ & ~static_cast<Cells>(cells), rules_.reach).for_each([&](Move move) {
      const Cells below = (move.cells & (~move.cells + 1)) - 1;
      visit(BlockMove{block_begin(cells | move.cells), std::popcount(cells & below), std::popcount(move.cells)});
    });
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

static_assert(Game<ColorBridge> && PlayedInRounds<ColorBridge>);

}  // namespace duello
