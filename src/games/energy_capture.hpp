// Energy Capture: both players secretly place units on nodes, turn by turn, until both have passed; then the nodes go
// to whoever placed more. Equal scores lead to sudden death on the nodes that are still neutral.
//
//   units  15   units of each player
//   nodes   5   nodes; an odd number, so that equal scores always leave one to fight for
//   extra   5   units of each player in a sudden-death round
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>

#include "core/any_game.hpp"
#include "core/contest.hpp"

namespace duello {

class EnergyCapture {
 public:
  static constexpr int kMostUnits = 60;
  static constexpr int kMostNodes = 15;

  struct Rules {
    int units = 15;
    int nodes = 5;
    int extra = 5;

    static const std::array<RuleField<Rules>, 3> kFields;
    std::string objection() const;
    friend constexpr bool operator==(const Rules&, const Rules&) = default;
  };

  using Nodes = std::uint16_t;                         // bit i is node i + 1
  using Units = std::array<std::uint8_t, kMostNodes>;  // on each node

  struct Position {
    PerSeat<Units> placed{};       // in this phase
    PerSeat<Nodes> held{};         // captured in earlier phases
    PerSeat<std::uint8_t> left{};  // units not yet placed
    PerSeat<bool> passed{};
    Seat mover = Seat::one;
    Seat first = Seat::one;
    bool sudden_death = false;
    bool over = false;
    friend constexpr bool operator==(const Position&, const Position&) = default;
  };

  // All that may be known: what lies open, and, for a seat, its own units.
  struct View {
    PerSeat<Nodes> held{};
    PerSeat<bool> passed{};
    Seat mover = Seat::one;
    Seat first = Seat::one;
    bool sudden_death = false;
    bool over = false;
    bool untouched = false;  // nobody has moved in this phase
    bool has_own = false;    // the rest is somebody's
    Seat own = Seat::one;
    std::uint8_t left = 0;
    Units placed{};
    friend constexpr bool operator==(const View&, const View&) = default;
  };

  // Units placed by one move; none at all is a pass.
  struct Move {
    Units units{};
    constexpr bool is_pass() const { return *this == Move{}; }
    friend constexpr bool operator==(const Move&, const Move&) = default;
  };

  enum Why : std::uint8_t { kMajority, kMoreNodes };

  // Every way to place at most `left` units on the open nodes, the pass among them: ranked in the order of the number
  // of units on the first open node, then on the second, and so on; the pass comes first.
  class Allocations {
   public:
    constexpr Allocations() = default;
    constexpr Allocations(int left, Nodes open) : left_(left), open_(open), none_(false) {}

    constexpr std::uint64_t size() const { return none_ ? 0 : ways(left_, std::popcount(open_)); }

    constexpr Move operator[](std::uint64_t index) const {
      Move move;
      int left = left_;
      for (Nodes rest = open_; rest != 0; rest = drop_first(rest)) {
        const int others = std::popcount(rest) - 1;
        int here = 0;
        for (std::uint64_t skipped; (skipped = ways(left - here, others)) <= index; ++here) index -= skipped;
        move.units[first_of(rest)] = static_cast<std::uint8_t>(here);
        left -= here;
      }
      return move;
    }

    template <class Visit>
    constexpr void for_each(Visit visit) const {
      if (!none_) place(Move{}, left_, open_, visit);
    }

    constexpr bool contains(const Move& move) const {
      int total = 0;
      for (std::size_t node = 0; node < move.units.size(); ++node) {
        if (move.units[node] != 0 && (open_ >> node & 1) == 0) return false;
        total += move.units[node];
      }
      return !none_ && total <= left_;
    }

   private:
    static constexpr std::size_t first_of(Nodes nodes) { return static_cast<std::size_t>(std::countr_zero(nodes)); }
    static constexpr Nodes drop_first(Nodes nodes) { return static_cast<Nodes>(nodes & (nodes - 1)); }

    template <class Visit>
    static constexpr void place(Move move, int left, Nodes open, Visit& visit) {
      if (open == 0) return visit(move);
      for (int here = 0; here <= left; ++here) {
        move.units[first_of(open)] = static_cast<std::uint8_t>(here);
        place(move, left - here, drop_first(open), visit);
      }
    }

    // In how many ways at most `units` units go on `nodes` nodes.
    static constexpr std::uint64_t ways(int units, int nodes) {
      return kWays[static_cast<std::size_t>(units)][static_cast<std::size_t>(nodes)];
    }
    static constexpr auto kWays = [] {
      std::array<std::array<std::uint64_t, kMostNodes + 1>, kMostUnits + 1> ways{};
      for (std::size_t units = 0; units <= kMostUnits; ++units) {
        ways[units][0] = 1;
        for (std::size_t nodes = 1; nodes <= kMostNodes; ++nodes)
          ways[units][nodes] = (units == 0 ? 0 : ways[units - 1][nodes]) + ways[units][nodes - 1];
      }
      return ways;
    }();

    int left_ = 0;
    Nodes open_ = 0;
    bool none_ = true;
  };

  constexpr EnergyCapture() : EnergyCapture(Rules{}) {}
  explicit constexpr EnergyCapture(const Rules& rules) : rules_(rules) {}

  constexpr Position start(Seat first) const {
    Position position{.mover = first, .first = first};
    position.left.of.fill(static_cast<std::uint8_t>(rules_.units));
    return position;
  }
  constexpr Seat mover(const Position& position) const { return position.mover; }
  constexpr View view(const Position& position, std::optional<Seat> audience) const {
    View view{.held = position.held,
              .passed = position.passed,
              .mover = position.mover,
              .first = position.first,
              .sudden_death = position.sudden_death,
              .over = position.over,
              .untouched = begins_round(position)};
    if (audience) {
      view.has_own = true;
      view.own = *audience;
      view.left = position.left[*audience];
      view.placed = position.placed[*audience];
    }
    return view;
  }

  constexpr Allocations legal(const View& view) const {
    if (view.over || !is_movers(view)) return {};
    return {view.left, neutral(view.held)};
  }
  constexpr Allocations legal(const Position& position) const { return legal(view(position, position.mover)); }
  constexpr std::optional<Move> forced(const View& view) const {
    if (legal(view).size() != 1) return std::nullopt;
    return Move{};
  }

  // A pass is seen; any units placed look alike, and one on the first open node will do.
  constexpr bool shows(const Move& move) const { return move.is_pass(); }
  constexpr std::optional<Move> stand_in(const View& view) const {
    const Nodes open = neutral(view.held);
    if (view.over || !is_movers(view) || view.left == 0 || open == 0) return std::nullopt;
    Move move;
    move.units[static_cast<std::size_t>(std::countr_zero(open))] = 1;
    return move;
  }

  constexpr Position after(Position position, const Move& move) const {
    const Seat mover = position.mover;
    for (std::size_t node = 0; node < move.units.size(); ++node) {
      position.placed[mover][node] = static_cast<std::uint8_t>(position.placed[mover][node] + move.units[node]);
      position.left[mover] = static_cast<std::uint8_t>(position.left[mover] - move.units[node]);
    }
    if (move.is_pass()) position.passed[mover] = true;
    if (!position.passed[other(mover)]) {
      position.mover = other(mover);
    } else if (position.passed[mover]) {
      return revealed(position);
    }
    return position;
  }

  constexpr std::optional<Outcome> outcome(const Position& position) const {
    if (!position.over) return std::nullopt;
    const int one = std::popcount(position.held[Seat::one]);
    const int two = std::popcount(position.held[Seat::two]);
    return Outcome{one > two ? Seat::one : Seat::two, std::max(one, two) > rules_.nodes / 2 ? kMajority : kMoreNodes};
  }

  constexpr bool begins_round(const Position& position) const {
    return !position.over && !position.passed[Seat::one] && !position.passed[Seat::two] &&
           position.placed == PerSeat<Units>{};
  }

  // For solvers: as nothing but a pass is seen before the reveal, a phase is decided by what each side places in all.
  static constexpr ContestWords kContestWords{.unit = "unit", .field = "node", .later = "Sudden death"};
  std::vector<Contest> contests() const;
  Contest contest(const View& view) const;
  Allocation placed(const View& view) const;
  Allocation allocation(const View& view, const Move& move) const;
  Move placing(const View& view, const Allocation& units) const;

  static const StatedFacts kFacts;
  static const std::string_view kExample;  // a whole game under the book's rules
  RuleBook rule_book() const;
  std::string write(const Move& move) const;
  std::expected<Move, Complaint> read(const View& view, std::string_view text) const;
  template <class Visit>
  void listed(const View& view, Visit visit) const {
    if (legal(view).size() == 0) return;
    visit(Move{});
    for (std::size_t node = 0; node < kMostNodes; ++node)
      for (std::uint8_t units = 1; (neutral(view.held) >> node & 1) != 0 && units <= view.left; ++units) {
        Move move;
        move.units[node] = units;
        visit(move);
      }
  }
  Stage stage(const View& view, const Pen& pen) const;
  Stage laid_open_stage(const Position& position, const Pen& pen) const;
  Steps steps(const View& view, const Move& move) const;
  std::optional<Amounts> amounts(const View& view) const;
  std::expected<Move, Complaint> composed(const View& view, ChosenAmounts amounts) const;
  std::string board(const View& view, const Pen& pen) const;
  std::string laid_open(const Position& position, const Pen& pen) const;
  std::string opening(const View& view, const Pen& pen) const;
  std::string turn(const View& view, const Pen& pen) const;
  std::string ask(const View& view, const Pen& pen) const;
  std::string hint(const View& view) const;
  std::string report(const Position& before, const Move& move, const Position& after, std::optional<Seat> audience,
                     const Pen& pen) const;
  std::string new_round(const Position& position, const Pen& pen) const;
  std::string summary(const Position& position, const Pen& pen) const;
  std::string verdict(const Position& position, const Pen& pen) const;
  std::string reason(const Position& position) const;

 private:
  // The units on the contested nodes alone.
  Allocation on_neutral(const View& view, const Units& units) const;
  constexpr Nodes neutral(const PerSeat<Nodes>& held) const {
    return static_cast<Nodes>(((1U << rules_.nodes) - 1) & ~(unsigned{held[Seat::one]} | held[Seat::two]));
  }

  static constexpr bool is_movers(const View& view) { return view.has_own && view.own == view.mover; }

  // Both have passed: the nodes are handed out, and either the game is over or sudden death begins.
  constexpr Position revealed(const Position& hidden) const {
    Position next{.held = hidden.held, .mover = hidden.first, .first = hidden.first, .sudden_death = true};
    for (std::size_t node = 0; node < kMostNodes; ++node)
      for (const Seat seat : kSeats)
        if (hidden.placed[seat][node] > hidden.placed[other(seat)][node])
          next.held[seat] = static_cast<Nodes>(next.held[seat] | 1U << node);
    next.over = std::popcount(next.held[Seat::one]) != std::popcount(next.held[Seat::two]);
    if (!next.over) next.left.of.fill(static_cast<std::uint8_t>(rules_.extra));
    return next;
  }

  // A move as far as it has been put together.
  struct Draft {
    Move move{};
    Nodes named = 0;
    int total = 0;
  };
  std::optional<Complaint> no_turn(const View& view) const;
  std::expected<Draft, Complaint> with(Draft draft, const View& view, int node, int units) const;
  static std::expected<Move, Complaint> finished(const Draft& draft);

  // What a reader sees of a seat's units.
  struct Pile {
    Seat seat;
    Units units;
    std::uint8_t left;
  };
  Stage stage_with(const std::vector<Pile>& piles, const View& view, const Pen& pen) const;
  static std::string told(const std::vector<Pile>& piles, std::size_t node, const Pen& pen);
  static std::string drawn(const Stage& stage);
  std::string reveal(const Position& hidden, const Position& after, const Pen& pen) const;
  std::string scores(const PerSeat<Nodes>& held, const Pen& pen) const;

  Rules rules_;
};

inline constexpr std::array<RuleField<EnergyCapture::Rules>, 3> EnergyCapture::Rules::kFields{{
    {"units", &Rules::units, 1, kMostUnits, "units of each player"},
    {"nodes", &Rules::nodes, 1, kMostNodes, "nodes to capture; an odd number"},
    {"extra", &Rules::extra, 1, kMostUnits, "units of each player in a sudden-death round"},
}};

static_assert(Game<EnergyCapture> && PlayedInRounds<EnergyCapture> && HasForcedMoves<EnergyCapture>);
static_assert(HasSecretMoves<EnergyCapture> && HasContests<EnergyCapture>);

}  // namespace duello
