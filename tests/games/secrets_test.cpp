// Energy Capture tells nobody what the other has placed. Two games are played that differ in hidden allocations only;
// whoever may not know them must not be able to tell the games apart.
#include <gtest/gtest.h>

#include "tests/games/generators.hpp"
#include "tests/games/scene_text.hpp"

namespace duello {
namespace {

using Position = EnergyCapture::Position;
using Move = EnergyCapture::Move;

// Everything that an audience is shown of a position, and of the move that led to it.
struct Shown {
  EnergyCapture::View view;
  std::vector<std::string> texts;
  friend bool operator==(const Shown&, const Shown&) = default;
};

Shown shown(const EnergyCapture& game, const Position& position, std::optional<Seat> audience) {
  const Pen pen = plain_pen<EnergyCapture>();
  const auto view = game.view(position, audience);
  return {view,
          {game.board(view, pen), game.opening(view, pen), game.turn(view, pen), game.ask(view, pen), game.hint(view),
           scene_text(scene_of(game, view, pen))}};
}

struct Pair {
  Position one;
  Position two;
};

bool has_units(const EnergyCapture& game, const Position& position) { return game.legal(position).size() > 1; }

// Any move but the pass, which is the first of the list.
Move placed(const EnergyCapture& game, const Position& position, std::uint32_t pick) {
  const auto moves = game.legal(position);
  return moves[1 + pick % (moves.size() - 1)];
}

// Plays one phase of two games at once, from the same position and with the same passes, and calls `visit` with what
// stood before each move, the moves, and what stands after it; never with a reveal. The seats in `secretive` place
// different units in the two games, the others the same.
template <class Visit>
void play_phase_twice(const EnergyCapture& game, const Position& start, const std::vector<Seat>& secretive,
                      const Picks& picks, Visit visit) {
  Pair pair{start, start};
  for (const std::uint32_t pick : picks) {
    const Seat mover = game.mover(pair.one);
    const bool can_place = has_units(game, pair.one) && has_units(game, pair.two);
    const bool passes = !can_place || pick % 5 == 0;
    if (passes && pair.one.passed[other(mover)]) return;
    std::pair<Move, Move> moves;
    if (!passes) {
      const bool differs = std::ranges::find(secretive, mover) != secretive.end();
      moves.first = placed(game, pair.one, pick / 5);
      moves.second = differs ? placed(game, pair.two, pick / 7) : moves.first;
      if (!holds(game.legal(pair.two), moves.second)) return;
    }
    const Pair before = pair;
    pair = {game.after(pair.one, moves.first), game.after(pair.two, moves.second)};
    visit(before, moves, pair);
  }
}

// The beginning of a phase: of the first one, or of some round of sudden death.
Position any_phase(const EnergyCapture& game) {
  Position begin = game.start(any_seat());
  walk(game, begin.first, any_picks(), [&](const Position& position) {
    if (game.begins_round(position)) begin = position;
  });
  return begin;
}

const auto report = [](const EnergyCapture& game, const Position& before, const Move& move, const Position& after,
                       std::optional<Seat> audience) {
  return game.report(before, move, after, audience, plain_pen<EnergyCapture>());
};

RC_GTEST_PROP(Secrets, ASeatCannotTellWhatTheOtherHasPlaced, ()) {
  const EnergyCapture game(*any_rules<EnergyCapture>());
  const Seat seat = any_seat();
  play_phase_twice(game, any_phase(game), {other(seat)}, any_picks(),
                   [&](const Pair& before, const std::pair<Move, Move>& moves, const Pair& after) {
                     RC_ASSERT(shown(game, after.one, seat) == shown(game, after.two, seat));
                     if (game.mover(before.one) == seat) return;
                     RC_ASSERT(report(game, before.one, moves.first, after.one, seat) ==
                               report(game, before.two, moves.second, after.two, seat));
                   });
}

RC_GTEST_PROP(Secrets, TheTableCannotTellWhatAnybodyHasPlaced, ()) {
  const EnergyCapture game(*any_rules<EnergyCapture>());
  play_phase_twice(game, any_phase(game), {Seat::one, Seat::two}, any_picks(),
                   [&](const Pair& before, const std::pair<Move, Move>& moves, const Pair& after) {
                     RC_ASSERT(shown(game, after.one, std::nullopt) == shown(game, after.two, std::nullopt));
                     RC_ASSERT(report(game, before.one, moves.first, after.one, std::nullopt) ==
                               report(game, before.two, moves.second, after.two, std::nullopt));
                   });
}

// Whether moves are hidden is not for a game to say.
template <class Stated>
concept SaysWhetherItHides = requires(Stated stated) { stated.hidden; };
static_assert(!SaysWhetherItHides<StatedFacts> && SaysWhetherItHides<Facts>);
static_assert(!std::is_constructible_v<Facts, const StatedFacts&, bool>);
static_assert(!std::is_assignable_v<Facts&, const Facts&>);

TEST(Secrets, FollowFromTheTypesOfTheGame) { EXPECT_TRUE(Facts::of<EnergyCapture>().hidden); }

// The two properties above would hold of games that do not differ, too.
TEST(Secrets, TheOwnSeatCanTellTheDifference) {
  const EnergyCapture game;
  int different = 0;
  play_phase_twice(game, game.start(Seat::one), {Seat::two}, {11, 33, 51, 68, 92},
                   [&](const Pair&, const auto&, const Pair& after) {
                     if (shown(game, after.one, Seat::two) != shown(game, after.two, Seat::two)) ++different;
                   });
  EXPECT_GE(different, 3);
}

TEST(Secrets, APassIsSeenByAll) {
  const EnergyCapture game;
  const Position placed_one = game.after(game.start(Seat::one), game.legal(game.start(Seat::one))[1]);
  const Position passed = game.after(game.start(Seat::one), Move{});
  EXPECT_NE(game.view(placed_one, Seat::two), game.view(passed, Seat::two));
  EXPECT_NE(game.view(placed_one, std::nullopt), game.view(passed, std::nullopt));
}

TEST(Secrets, TheRevealIsTheSameForAll) {
  const EnergyCapture game;
  const Table<EnergyCapture> before = Table<EnergyCapture>().play("1:5 2:3,3:1 pass");
  const Position after = game.after(before.position(), Move{});
  const std::string told = report(game, before.position(), Move{}, after, std::nullopt);
  for (const Seat seat : kSeats) EXPECT_EQ(report(game, before.position(), Move{}, after, seat), told);
  EXPECT_NE(told.find("Player 2: 3 units"), std::string::npos);
}

// In a game without secrets a view is the position itself.
template <class G>
class OpenGame : public ::testing::Test {};
using OpenGames = ::testing::Types<ColorCapture, ColorBridge, CaptureTheFlag, ColorClash>;
TYPED_TEST_SUITE(OpenGame, OpenGames);

TYPED_TEST(OpenGame, HidesNothing) {
  EXPECT_FALSE(Facts::of<TypeParam>().hidden);
  check([] {
    walk_anywhere<TypeParam>([](const TypeParam& game, const auto& position) {
      RC_ASSERT(game.view(position, Seat::one) == position);
      RC_ASSERT(game.view(position, Seat::two) == position);
      RC_ASSERT(game.view(position, std::nullopt) == position);
    });
  });
}

}  // namespace
}  // namespace duello
