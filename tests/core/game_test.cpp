// The parts that every game is made of, tried on a game that is none: whoever says the last number wins.
#include "core/game.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "core/any_game.hpp"

namespace duello {
namespace {

class Countdown {
 public:
  struct Position {
    int left = 0;
    Seat mover = Seat::one;
    friend bool operator==(const Position&, const Position&) = default;
  };
  using View = Position;
  struct Move {
    int step = 0;
    friend bool operator==(Move, Move) = default;
  };

  struct Moves {
    std::uint64_t count;
    std::uint64_t claimed;
    std::uint64_t size() const { return claimed; }
    Move operator[](std::uint64_t index) const { return {static_cast<int>(index) + 1}; }
    void for_each(auto visit) const {
      for (std::uint64_t i = 0; i < count; ++i) visit((*this)[i]);
    }
  };

  // `claim` stands in for a list far too long to be walked.
  explicit Countdown(int from, std::uint64_t claim = 0) : from_(from), claim_(claim) {}

  Position start(Seat first) const { return {from_, first}; }
  Seat mover(const Position& position) const { return position.mover; }
  View view(const Position& position, std::optional<Seat>) const { return position; }
  Moves legal(const Position& position) const {
    const auto count = static_cast<std::uint64_t>(std::min(position.left, 2));
    return {count, claim_ == 0 ? count : claim_};
  }
  Position after(const Position& position, Move move) const {
    return {position.left - move.step, other(position.mover)};
  }
  std::optional<Outcome> outcome(const Position& position) const {
    return position.left == 0 ? std::optional(Outcome{other(position.mover)}) : std::nullopt;
  }

 private:
  int from_;
  std::uint64_t claim_;
};

static_assert(Game<Countdown> && !PlayedInRounds<Countdown> && !HasForcedMoves<Countdown>);

std::optional<std::uint64_t> sequences(const Countdown& game, int depth) {
  const auto count = perft(game, game.start(Seat::one), depth);
  return count ? std::optional(*count) : std::nullopt;
}

TEST(Perft, StopsWhenItsWatchSaysSo) {
  int asked = 0;
  const Watch twice = [&](std::uint64_t, std::uint64_t) { return ++asked < 2; };
  const Countdown endless(1000);
  const auto count = perft(endless, endless.start(Seat::one), 60, twice);
  ASSERT_FALSE(count);
  EXPECT_EQ(count.error(), NoCount::stopped);
  EXPECT_EQ(asked, 2);
}

TEST(Perft, NoPliesAreOneSequence) {
  EXPECT_EQ(sequences(Countdown(5), 0), 1U);
  EXPECT_EQ(sequences(Countdown(0), 0), 1U) << "even of a finished game";
}

TEST(Perft, CountsSequencesOfExactlyThatManyPlies) {
  EXPECT_EQ(sequences(Countdown(4), 1), 2U);
  EXPECT_EQ(sequences(Countdown(4), 2), 4U);
  EXPECT_EQ(sequences(Countdown(4), 3), 4U) << "112, 121, 211 and the beginning of 1111; 22 is over";
  EXPECT_EQ(sequences(Countdown(4), 4), 1U);
  EXPECT_EQ(sequences(Countdown(4), 5), 0U);
}

TEST(Perft, IsNothingWhereTheNumberDoesNotFit) {
  const std::uint64_t half = std::uint64_t{1} << 63;
  EXPECT_EQ(sequences(Countdown(9, half - 1), 2), 2 * (half - 1));
  EXPECT_EQ(sequences(Countdown(9, half), 2), std::nullopt);
  EXPECT_EQ(sequences(Countdown(9, half), 4), std::nullopt);
}

TEST(Holds, LooksForTheMoveInTheList) {
  const Countdown game(5);
  EXPECT_TRUE(holds(game.legal(game.start(Seat::one)), Countdown::Move{2}));
  EXPECT_FALSE(holds(game.legal(game.start(Seat::one)), Countdown::Move{3}));
}

TEST(Opaque, GivesBackWhatWasPutIn) {
  const Countdown::Position position{42, Seat::two};
  EXPECT_EQ(AnyPosition::of(position).as<Countdown::Position>(), position);
}

TEST(Seat, HasAnOtherSideAndANumber) {
  EXPECT_EQ(other(Seat::one), Seat::two);
  EXPECT_EQ(other(Seat::two), Seat::one);
  EXPECT_EQ(number(Seat::one), 1);
  EXPECT_EQ(number(Seat::two), 2);
}

TEST(Sides, AreTheSameThingsWhoeverIsToMove) {
  const Sides<int> sides{.mine = 1, .theirs = 2};
  EXPECT_EQ(sides.of(Seat::two, Seat::two), 1);
  EXPECT_EQ(sides.of(Seat::one, Seat::two), 2);
  EXPECT_EQ(sides.turned().of(Seat::two, Seat::one), 1);
  EXPECT_EQ(sides.turned().turned(), sides);
}

TEST(Ink, IsInvisibleWithoutColor) {
  EXPECT_EQ(Ink{}(Tint::red, "R"), "R");
  EXPECT_EQ(Ink{.colored = true}(Tint::plain, "R"), "R");
  EXPECT_EQ(Ink{.colored = true}(Tint::red, ""), "");
}

TEST(Ink, ColorsTheTextAndNothingBehindIt) {
  EXPECT_EQ(Ink{.colored = true}(Tint::red, "R"), "\033[1;31mR\033[0m");
  EXPECT_EQ(Ink{.colored = true}(Tint::orange, "O"), "\033[38;5;208mO\033[0m");
}

TEST(SeatWords, PutTheColorBehindAPlayersOwnName) {
  const SeatWords red{"Player 1 (Red)", "Red", Tint::red};
  for (const Boards boards : {Boards::drawn, Boards::told}) {
    EXPECT_EQ(red.for_player("", boards), "Player 1 (Red)");
    EXPECT_EQ(red.for_player("Ada", boards), "Ada (Red)");
    EXPECT_EQ((SeatWords{"Player 1", "", Tint::plain}.for_player("Ada", boards)), "Ada");
  }
}

TEST(SeatWords, PutTheMarkBehindANameThatIsNotTheSeatsWhereABoardIsDrawn) {
  const SeatWords seat{"Player 1", "", Tint::red, "P1>"};
  EXPECT_EQ(seat.for_player("Player 1", Boards::drawn), "Player 1");
  EXPECT_EQ(seat.for_player("Player 2", Boards::drawn), "Player 2 (P1>)");
  EXPECT_EQ(seat.for_player("Player 2", Boards::told), "Player 2");
}

TEST(Pen, FitsCellsWithTheirGapsIntoALine) {
  Pen pen;
  EXPECT_EQ(pen.per_line(7, 2, 5), 5);
  pen.width = 40;
  EXPECT_EQ(pen.per_line(7, 2, 5), 4);
  EXPECT_EQ(pen.per_line(4, 0, 17, 10), 7);
  pen.width = 3;
  EXPECT_EQ(pen.per_line(7, 2, 5), 1) << "at least one";
}

}  // namespace
}  // namespace duello
