// Games that begin again and again: what a new round is worth, and what is certain without knowing it.
#include <gtest/gtest.h>

#include <bit>
#include <tuple>

#include "tests/solve/reference_solver.hpp"
#include "tests/solve/testing.hpp"

namespace duello {
namespace {

// A game of one road and one side street, both walked step by step by the two players in turn. Whoever makes the last
// step on the road wins. The side street leads back to the start. Only the first step of a round is a choice.
class SideStreet {
 public:
  struct Rules {
    int road;
    int street;
  };
  struct Position {
    int steps = 0;
    bool on_road = true;
    Seat mover = Seat::one;
    constexpr bool operator==(const Position&) const = default;
    friend auto identity(const Position& position) {
      return std::tuple(position.steps, position.on_road, position.mover);
    }
  };
  using View = Position;
  struct Move {
    bool on_road = true;
    constexpr bool operator==(const Move&) const = default;
  };
  class Moves {
   public:
    Moves(const Position& position, bool over)
        : size_(over                  ? 0
                : position.steps == 0 ? 2
                                      : 1),
          on_road_(position.on_road) {}
    std::uint64_t size() const { return size_; }
    Move operator[](std::uint64_t index) const { return {on_road_ != (index == 1)}; }
    template <class Visit>
    void for_each(Visit visit) const {
      for (std::uint64_t i = 0; i < size(); ++i) visit((*this)[i]);
    }

   private:
    std::uint64_t size_;
    bool on_road_;
  };

  explicit SideStreet(const Rules& rules) : rules_(rules) {}

  Position start(Seat first) const { return {.mover = first}; }
  Seat mover(const Position& position) const { return position.mover; }
  View view(const Position& position, std::optional<Seat>) const { return position; }
  Moves legal(const Position& position) const { return {position, is_over(position)}; }
  Position after(Position position, Move move) const {
    position = {position.steps + 1, move.on_road, other(position.mover)};
    if (!position.on_road && position.steps == rules_.street) position = start(position.mover);
    return position;
  }
  std::optional<Outcome> outcome(const Position& position) const {
    if (!is_over(position)) return std::nullopt;
    return Outcome{.winner = other(position.mover)};
  }
  bool begins_round(const Position& position) const { return position.steps == 0; }
  std::uint64_t key(const Position& position) const {
    return static_cast<std::uint64_t>(2 * position.steps) + static_cast<std::uint64_t>(position.on_road);
  }
  double position_bound() const { return rules_.road + rules_.street; }

 private:
  bool is_over(const Position& position) const { return position.on_road && position.steps == rules_.road; }

  Rules rules_;
};

// Roads longer than any short look ahead are among them.
TEST(Rounds, AreWorthWhatTheFirstPassFindsWithoutThem) {
  for (const int road : {1, 2, 3, 4, 29, 30, 31, 32, 61, 62})
    for (const int street : {1, 2, 3, 4}) {
      const SideStreet game({road, street});
      Solution<SideStreet> solution(game);
      OneWorker worker;
      ASSERT_TRUE(solution.solve(worker, go_on));
      reference::Solver(game).for_each([&](const SideStreet::Position& position, Value expected) {
        EXPECT_EQ(solution.value(position), expected)
            << "road " << road << ", street " << street << ", step " << position.steps << position.on_road;
      });
    }
}

// Tells what the variants of the other tests are good for.
TEST(Rounds, OfColorBridgeComeInEveryKind) {
  std::size_t endless = 0;
  std::size_t partly_endless = 0;
  std::size_t won_after_a_wipe = 0;
  for (const auto& rules : small_variants<ColorBridge>()) {
    const ColorBridge game(rules);
    const reference::Solver reference(game);
    const bool begins_endless = reference.value(game.start(Seat::one)).is_neither();
    bool some_decided = false;
    bool some_after_a_wipe = false;
    reference.for_each([&](const ColorBridge::Position& position, Value value) {
      const int free = rules.length - std::popcount(position.owned.mine | position.owned.theirs);
      some_decided = some_decided || (!value.is_neither() && !position.won);
      some_after_a_wipe = some_after_a_wipe || (value.is_win() && value.plies() > free);
    });
    endless += static_cast<std::size_t>(begins_endless && !some_decided);
    partly_endless += static_cast<std::size_t>(begins_endless && some_decided);
    won_after_a_wipe += static_cast<std::size_t>(some_after_a_wipe);
  }
  EXPECT_GE(endless, 5U);
  EXPECT_GE(partly_endless, 3U);
  EXPECT_GE(won_after_a_wipe, 20U);
}

TEST(Lookahead, SaysNothingThatIsNotSo) {
  for (const auto& rules : small_variants<ColorBridge>()) {
    const ColorBridge game(rules);
    for (const std::uint64_t nodes : {0U, 1U, 5U, 20U, 300U})
      reference::Solver(game).for_each([&](const ColorBridge::Position& position, Value expected) {
        const Value found = Lookahead(game, nodes).value(position);
        EXPECT_TRUE(found.is_neither() || found == expected)
            << name_of<ColorBridge>(rules) << ", " << nodes << " nodes: " << found << " instead of " << expected;
      });
  }
}

TEST(Lookahead, FindsTheWinOfTheBook) {
  const ColorBridge game;
  EXPECT_EQ(Lookahead(game, 200'000).value(game.start(Seat::two)), Value::win(3));
}

}  // namespace
}  // namespace duello
