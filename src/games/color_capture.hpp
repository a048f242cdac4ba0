// Color Capture: take a token from either end of a row; whoever holds more than half of a colour's tokens wins.
//
//   tokens    15     tokens in the row; the colours repeat along it
//   colors     3     Red, Blue, Green, Yellow, Purple, Orange, as many of them
//   majority  first  `first`: the first majority wins at once; `end`: the row is drawn out and majorities are counted
#pragma once

#include <array>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/actions.hpp"
#include "core/any_game.hpp"

namespace duello {

class ColorCapture {
 public:
  static constexpr int kMostTokens = 60;
  static constexpr int kMostColors = 6;

  struct Rules {
    int tokens = 15;
    int colors = 3;
    int majority = kFirst;

    static constexpr int kFirst = 0;
    static constexpr int kEnd = 1;
    static constexpr std::array<std::string_view, 2> kMajorities{"first", "end"};
    static const std::array<RuleField<Rules>, 3> kFields;
    std::string objection() const;
    friend constexpr bool operator==(const Rules&, const Rules&) = default;
  };

  using Counts = std::uint64_t;  // one byte a colour

  struct Position {
    Sides<Counts> held{};
    std::uint8_t left = 0;   // tokens gone from the left end
    std::uint8_t count = 0;  // tokens still in the row
    Seat mover = Seat::one;
    bool over = false;
    friend constexpr bool operator==(const Position&, const Position&) = default;
  };
  using View = Position;

  struct Move {
    std::uint8_t position = 0;  // counted from 1 at the left end of what remains
    friend constexpr bool operator==(Move, Move) = default;
  };

  enum Why : std::uint8_t { kMajority, kMajorities, kTokens, kCounts, kMovedSecond };

  // Left, then right; they are one where a single token remains.
  class Moves {
   public:
    explicit constexpr Moves(std::uint8_t count) : count_(count) {}
    constexpr std::uint64_t size() const { return count_ < 2 ? count_ : 2; }
    constexpr Move operator[](std::uint64_t index) const { return {index == 0 ? std::uint8_t{1} : count_}; }
    template <class Visit>
    constexpr void for_each(Visit visit) const {
      for (std::uint64_t i = 0; i < size(); ++i) visit((*this)[i]);
    }
    constexpr bool contains(Move move) const { return count_ != 0 && (move.position == 1 || move.position == count_); }

   private:
    std::uint8_t count_;
  };

  constexpr ColorCapture() : ColorCapture(Rules{}) {}
  explicit constexpr ColorCapture(const Rules& rules) : rules_(rules) {
    std::array<int, kMostColors> totals{};
    for (int token = 0; token < rules.tokens; ++token) {
      color_shift_[static_cast<std::size_t>(token)] = static_cast<std::uint8_t>(8 * (token % rules.colors));
      ++totals[static_cast<std::size_t>(token % rules.colors)];
    }
    for (std::size_t color = 0; color < static_cast<std::size_t>(rules.colors); ++color)
      to_majority_ |= Counts(128 - (totals[color] / 2 + 1)) << (8 * color);
  }

  constexpr Position start(Seat first) const {
    return {.count = static_cast<std::uint8_t>(rules_.tokens), .mover = first};
  }
  constexpr Seat mover(const Position& position) const { return position.mover; }
  constexpr View view(const Position& position, std::optional<Seat>) const { return position; }
  constexpr Moves legal(const Position& position) const { return Moves(position.over ? 0 : position.count); }

  constexpr Position after(Position position, Move move) const {
    position.held.mine += Counts{1} << color_shift_[position.left + move.position - 1U];
    position.left = static_cast<std::uint8_t>(position.left + (move.position == 1 ? 1 : 0));
    --position.count;
    position.over = position.count == 0 || (rules_.majority == Rules::kFirst && majorities(position.held.mine) != 0);
    position.held = position.held.turned();
    position.mover = other(position.mover);
    return position;
  }

  constexpr std::optional<Outcome> outcome(const Position& position) const {
    if (!position.over) return std::nullopt;
    return final_outcome(position);
  }

  // For solvers: what the other player holds follows from the row and from what the mover holds.
  constexpr std::uint64_t key(const Position& position) const {
    std::uint64_t key = static_cast<std::uint64_t>(position.left) << 6 | position.count;
    for (int color = 0; color < rules_.colors; ++color) key = key << 6 | (position.held.mine >> (8 * color) & 0x3f);
    return key;
  }
  double position_bound() const;

  // For programs that learn: 0 is the left end of the row, 1 the right one. The last token is taken from the left.
  constexpr int action_count() const { return rules_.tokens == 1 ? 1 : 2; }
  constexpr int index_of(Move move) const { return move.position == 1 ? 0 : 1; }
  constexpr Move move_of(const View& view, int action) const {
    if (action == 0) return {1};
    return {view.count < 2 ? std::uint8_t{0} : view.count};
  }
  void mask(const View& view, std::span<std::uint8_t> mask) const {
    unpack((std::uint64_t{1} << legal(view).size()) - 1, mask);
  }
  constexpr int most_steps() const { return rules_.tokens; }
  constexpr int observation_size() const { return rules_.tokens + 2 * rules_.colors; }
  std::vector<ObservedPart> observed_parts() const;
  void observe(const View& view, std::span<std::uint8_t> bytes) const {
    const auto tokens = static_cast<std::size_t>(rules_.tokens);
    const auto colors = static_cast<std::size_t>(rules_.colors);
    unpack(((std::uint64_t{1} << view.count) - 1) << view.left, bytes.first(tokens));
    for (std::size_t color = 0; color < colors; ++color) {
      bytes[tokens + color] = static_cast<std::uint8_t>(view.held.mine >> (8 * color));
      bytes[tokens + colors + color] = static_cast<std::uint8_t>(view.held.theirs >> (8 * color));
    }
  }
  constexpr View from_side(View view, Seat seat) const {
    if (view.mover != seat) view.held = view.held.turned();
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

  std::array<int, kMostColors> counts(const Position& position, Seat seat) const;

 private:
  static constexpr Counts kTops = 0x808080808080;

  // The top bit of every colour in which these counts are a majority.
  constexpr Counts majorities(Counts counts) const { return (counts + to_majority_) & kTops; }

  Outcome final_outcome(const Position& position) const;
  std::size_t color_at(const Position& position, int number) const;
  int majority_of(std::size_t color) const;
  std::string majority_text() const;
  std::vector<std::string> color_names() const;
  std::string remaining(const View& view, const Pen& pen) const;
  std::string told(const View& view) const;
  std::string collection(const Position& position, Seat seat, const Pen& pen) const;

  Rules rules_;
  Counts to_majority_ = 0;  // what is missing from a majority to the top bit of each colour's byte
  std::array<std::uint8_t, kMostTokens> color_shift_{};
};

inline constexpr std::array<RuleField<ColorCapture::Rules>, 3> ColorCapture::Rules::kFields{{
    {"tokens", &Rules::tokens, 1, kMostTokens, "tokens in the row"},
    {"colors", &Rules::colors, 1, kMostColors, "colors that repeat along it; no more than tokens"},
    {"majority", &Rules::majority, 0, 1, "the first majority wins at once, or they are counted at the end",
     kMajorities},
}};

static_assert(Game<ColorCapture> && NumbersMoves<ColorCapture>);

}  // namespace duello
