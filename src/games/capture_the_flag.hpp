// Capture the Flag: two tokens run at each other along a path; landing on the other's flag, or on the other's token,
// wins.
//
//   flag    5   the flags stand on -flag (player 1's) and +flag (player 2's)
//   stride  3   most spaces a token moves in one turn
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>

#include "core/actions.hpp"
#include "core/any_game.hpp"

namespace duello {

class CaptureTheFlag {
 public:
  static constexpr int kMostFlag = 60;
  static constexpr int kMostStride = 60;

  struct Rules {
    int flag = 5;
    int stride = 3;

    static const std::array<RuleField<Rules>, 2> kFields;
    std::string objection() const;
    friend constexpr bool operator==(const Rules&, const Rules&) = default;
  };

  struct Position {
    Sides<std::uint8_t> walked{};  // spaces from the own flag
    Seat mover = Seat::one;
    bool over = false;  // won by the seat that is not to move
    friend constexpr bool operator==(const Position&, const Position&) = default;
  };
  using View = Position;

  struct Move {
    std::uint8_t spaces = 0;
    friend constexpr bool operator==(Move, Move) = default;
  };

  enum Why : std::uint8_t { kFlag, kToken };

  // One space up to `most`.
  class Moves {
   public:
    explicit constexpr Moves(int most) : most_(static_cast<std::uint8_t>(most)) {}
    constexpr std::uint64_t size() const { return most_; }
    constexpr Move operator[](std::uint64_t index) const { return {static_cast<std::uint8_t>(index + 1)}; }
    template <class Visit>
    constexpr void for_each(Visit visit) const {
      for (std::uint64_t i = 0; i < size(); ++i) visit((*this)[i]);
    }
    constexpr bool contains(Move move) const { return move.spaces != 0 && move.spaces <= most_; }

   private:
    std::uint8_t most_;
  };

  constexpr CaptureTheFlag() : CaptureTheFlag(Rules{}) {}
  explicit constexpr CaptureTheFlag(const Rules& rules) : rules_(rules) {}

  constexpr Position start(Seat first) const { return {.mover = first}; }
  constexpr Seat mover(const Position& position) const { return position.mover; }
  constexpr View view(const Position& position, std::optional<Seat>) const { return position; }

  constexpr Moves legal(const Position& position) const {
    return Moves(position.over ? 0 : std::min(rules_.stride, path() - position.walked.mine));
  }

  constexpr Position after(Position position, Move move) const {
    const int walked = position.walked.mine + move.spaces;
    position.over = walked == path() || walked + position.walked.theirs == path();
    position.walked = {position.walked.theirs, static_cast<std::uint8_t>(walked)};
    position.mover = other(position.mover);
    return position;
  }

  constexpr std::optional<Outcome> outcome(const Position& position) const {
    if (!position.over) return std::nullopt;
    return Outcome{other(position.mover), position.walked.theirs == path() ? kFlag : kToken};
  }

  // For solvers.
  constexpr std::uint64_t key(const Position& position) const {
    return static_cast<std::uint64_t>(position.walked.mine) << 8 | position.walked.theirs;
  }
  constexpr double position_bound() const { return (path() + 1.0) * (path() + 1.0); }

  // For programs that learn: an action is a number of spaces, from one on.
  constexpr int action_count() const { return longest(); }
  constexpr int index_of(Move move) const { return move.spaces - 1; }
  constexpr Move move_of(const View&, int action) const { return {static_cast<std::uint8_t>(action + 1)}; }
  void mask(const View& view, std::span<std::uint8_t> mask) const {
    unpack((std::uint64_t{1} << legal(view).size()) - 1, mask);
  }
  constexpr int most_steps() const { return 2 * path() - 1; }
  constexpr int observation_size() const { return 2 * (path() + 1); }
  std::vector<ObservedPart> observed_parts() const;
  void observe(const View& view, std::span<std::uint8_t> bytes) const {
    const std::size_t places = bytes.size() / 2;
    unpack_one(view.walked.mine, bytes.first(places));
    unpack_one(view.walked.theirs, bytes.last(places));
  }
  constexpr View from_side(View view, Seat seat) const {
    if (view.mover != seat) view.walked = view.walked.turned();
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
  std::string summary(const Position& position, const Pen& pen) const;
  std::string verdict(const Position& position, const Pen& pen) const;
  std::string reason(const Position& position) const;

 private:
  constexpr int path() const { return 2 * rules_.flag; }
  constexpr int home(Seat seat) const { return seat == Seat::one ? -rules_.flag : rules_.flag; }
  // The most spaces of any move.
  constexpr int longest() const { return std::min(rules_.stride, path()); }
  int place(const Position& position, Seat seat) const;
  std::vector<std::string> tips() const;
  std::string range(const View& view) const;
  std::string standing(const View& view, const Pen& pen) const;
  std::string picture(const View& view, const Pen& pen) const;

  Rules rules_;
};

inline constexpr std::array<RuleField<CaptureTheFlag::Rules>, 2> CaptureTheFlag::Rules::kFields{{
    {"flag", &Rules::flag, 1, kMostFlag, "distance of the flags from the middle of the path"},
    {"stride", &Rules::stride, 1, kMostStride, "most spaces in one move"},
}};

static_assert(Game<CaptureTheFlag> && NumbersMoves<CaptureTheFlag>);

}  // namespace duello
