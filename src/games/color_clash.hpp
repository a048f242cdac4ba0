// Color Clash: disks jump forward to any free position; whoever has all disks ahead of all the other's wins, and so
// does whoever leaves the other without a move.
//
//   disks      4   disks of each player, R1 B1 R2 B2 … from position 1
//   positions  9   positions on the track, at least one more than all disks
#pragma once

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

namespace duello {

class ColorClash {
 public:
  static constexpr int kMostDisks = 8;
  static constexpr int kMostPositions = 31;

  struct Rules {
    int disks = 4;
    int positions = 9;

    static const std::array<RuleField<Rules>, 2> kFields;
    std::string objection() const;
    friend constexpr bool operator==(const Rules&, const Rules&) = default;
  };

  using Cells = std::uint32_t;  // bit i is position i + 1

  using Disks = std::uint64_t;  // one byte a disk: its bit

  enum Why : std::uint8_t { kAhead, kBlocked };

  struct Position {
    Sides<Disks> at{};
    Sides<Cells> cells{};
    Seat mover = Seat::one;
    bool over = false;  // won by the seat that is not to move
    friend constexpr bool operator==(const Position&, const Position&) = default;
  };
  using View = Position;

  struct Move {
    Seat seat = Seat::one;
    std::uint8_t disk = 0;  // 0 is the first
    std::uint8_t to = 0;    // a bit
    friend constexpr bool operator==(Move, Move) = default;
  };

  // By disk, then by destination. A disk's destinations are the free positions ahead of it.
  class Moves {
   public:
    constexpr Moves(const Position& position, std::size_t disks, Cells track)
        : seat_(position.mover), disks_(position.over ? 0 : disks) {
      const Cells free = track & ~taken(position);
      for (std::size_t disk = 0; disk < disks_; ++disk)
        goals_[disk] = free & (~Cells{1} << bit_of(position.at.mine, disk));
    }

    constexpr std::uint64_t size() const {
      int count = 0;
      for (std::size_t disk = 0; disk < disks_; ++disk) count += std::popcount(goals_[disk]);
      return static_cast<std::uint64_t>(count);
    }

    constexpr Move operator[](std::uint64_t index) const {
      std::size_t disk = 0;
      for (std::uint64_t here; (here = static_cast<std::uint64_t>(std::popcount(goals_[disk]))) <= index; ++disk)
        index -= here;
      return move(disk, bit_number(goals_[disk], static_cast<int>(index)));
    }

    template <class Visit>
    constexpr void for_each(Visit visit) const {
      for (std::size_t disk = 0; disk < disks_; ++disk)
        for (Cells rest = goals_[disk]; rest != 0; rest &= rest - 1) visit(move(disk, std::countr_zero(rest)));
    }

    constexpr bool contains(Move move) const {
      return move.seat == seat_ && move.disk < disks_ && move.to < kMostPositions &&
             (goals_[move.disk] >> move.to & 1) != 0;
    }

    // Where a disk may go; nowhere once the game is over.
    constexpr Cells goals(std::size_t disk) const { return goals_[disk]; }

   private:
    constexpr Move move(std::size_t disk, int to) const {
      return {seat_, static_cast<std::uint8_t>(disk), static_cast<std::uint8_t>(to)};
    }

    std::array<Cells, kMostDisks> goals_{};
    Seat seat_;
    std::size_t disks_;
  };

  constexpr ColorClash() : ColorClash(Rules{}) {}
  explicit constexpr ColorClash(const Rules& rules) : rules_(rules), track_((Cells{1} << rules.positions) - 1) {}

  constexpr Position start(Seat first) const {
    Position position{.mover = Seat::one};
    for (int disk = 0; disk < rules_.disks; ++disk) {
      position.at.mine |= Disks(2 * disk) << (8 * disk);
      position.at.theirs |= Disks(2 * disk + 1) << (8 * disk);
      position.cells.mine |= Cells{1} << (2 * disk);
      position.cells.theirs |= Cells{2} << (2 * disk);
    }
    return first == Seat::one ? position : turned(position);
  }
  constexpr Seat mover(const Position& position) const { return position.mover; }
  constexpr View view(const Position& position, std::optional<Seat>) const { return position; }
  constexpr Moves legal(const Position& position) const {
    return {position, static_cast<std::size_t>(rules_.disks), track_};
  }

  constexpr Position after(Position position, Move move) const {
    const int from = bit_of(position.at.mine, move.disk);
    position.cells.mine ^= Cells{1} << from | Cells{1} << move.to;
    position.at.mine ^= Disks(from ^ move.to) << (8 * move.disk);
    position = turned(position);
    position.over = is_ahead(position) || is_blocked(position);
    return position;
  }

  constexpr std::optional<Outcome> outcome(const Position& position) const {
    if (!position.over) return std::nullopt;
    return Outcome{other(position.mover), is_ahead(position) ? kAhead : kBlocked};
  }

  // For solvers: disks of one color are interchangeable.
  constexpr std::uint64_t key(const Position& position) const {
    return static_cast<std::uint64_t>(position.cells.mine) << 32 | position.cells.theirs;
  }
  // The ways to stand the disks of one player, then of the other, on the track; twice, as either may be to move.
  constexpr double position_bound() const {
    double bound = 2;
    for (int i = 0; i < 2 * rules_.disks; ++i) bound *= (rules_.positions - i) / (i % rules_.disks + 1.0);
    return bound;
  }

  // For programs that learn: by disk, then by destination. Disks keep their numbers, so it is told where each stands.
  constexpr int action_count() const { return rules_.disks * rules_.positions; }
  constexpr int index_of(Move move) const { return move.disk * rules_.positions + move.to; }
  constexpr Move move_of(const View& view, int action) const {
    return {view.mover, static_cast<std::uint8_t>(action / rules_.positions),
            static_cast<std::uint8_t>(action % rules_.positions)};
  }
  void mask(const View& view, std::span<std::uint8_t> mask) const {
    const Moves moves = legal(view);
    for (std::size_t disk = 0; disk < disks(); ++disk)
      unpack(moves.goals(disk), mask.subspan(disk * positions(), positions()));
  }
  // Every move takes a disk ahead, and none ever goes back.
  constexpr int most_steps() const { return 2 * rules_.disks * (rules_.positions - 2 * rules_.disks); }
  constexpr int observation_size() const { return (rules_.disks + 1) * rules_.positions; }
  std::vector<ObservedPart> observed_parts() const;
  void observe(const View& view, std::span<std::uint8_t> bytes) const {
    for (std::size_t disk = 0; disk < disks(); ++disk)
      unpack(std::uint64_t{1} << bit_of(view.at.mine, disk), bytes.subspan(disk * positions(), positions()));
    unpack(view.cells.theirs, bytes.last(positions()));
  }
  constexpr View from_side(const View& view, Seat seat) const {
    if (view.mover == seat) return view;
    return {.at = view.at.turned(), .cells = view.cells.turned(), .mover = seat, .over = view.over};
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
  std::string summary(const Position& position, const Pen& pen) const;
  std::string verdict(const Position& position, const Pen& pen) const;
  std::string reason(const Position& position) const;

 private:
  static constexpr int bit_of(Disks disks, std::size_t disk) { return static_cast<int>(disks >> (8 * disk) & 0xff); }
  static constexpr Cells taken(const Position& position) { return position.cells.mine | position.cells.theirs; }
  static constexpr Position turned(Position position) {
    position.at = position.at.turned();
    position.cells = position.cells.turned();
    position.mover = other(position.mover);
    return position;
  }

  // Both of the seat that has just moved: its last disk is ahead of the other's first; the other's last disk, and so
  // every disk of the other, has no free position ahead.
  static constexpr bool is_ahead(const Position& position) {
    const Cells last = position.cells.theirs & (~position.cells.theirs + 1);
    return last > position.cells.mine;
  }
  constexpr bool is_blocked(const Position& position) const {
    const Cells last = position.cells.mine & (~position.cells.mine + 1);
    return (taken(position) | (last - 1)) == track_;
  }

  constexpr std::size_t disks() const { return static_cast<std::size_t>(rules_.disks); }
  constexpr std::size_t positions() const { return static_cast<std::size_t>(rules_.positions); }

  std::string track(const View& view, const Pen& pen) const;
  std::string told(const View& view) const;

  Rules rules_;
  Cells track_;
};

inline constexpr std::array<RuleField<ColorClash::Rules>, 2> ColorClash::Rules::kFields{{
    {"disks", &Rules::disks, 1, kMostDisks, "disks of each player"},
    {"positions", &Rules::positions, 3, kMostPositions, "positions on the track; at least 2*disks+1"},
}};

static_assert(Game<ColorClash> && NumbersMoves<ColorClash>);

}  // namespace duello
