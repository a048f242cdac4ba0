// Games that look the same from both seats, or from both ends.
#include <gtest/gtest.h>

#include "tests/games/generators.hpp"

namespace duello {
namespace {

// Not Color Clash, whose seats have different places on the track.
using SeatBlindGames = ::testing::Types<ColorCapture, ColorBridge, CaptureTheFlag, EnergyCapture>;
template <class G>
class EitherSeat : public ::testing::Test {};
TYPED_TEST_SUITE(EitherSeat, SeatBlindGames);

std::optional<Outcome> with_seats_changed(std::optional<Outcome> outcome) {
  if (outcome) outcome->winner = other(outcome->winner);
  return outcome;
}

TYPED_TEST(EitherSeat, PlaysTheSameGameWhenItStarts) {
  EXPECT_FALSE(TypeParam::kFacts.one_starts);
  check([] {
    const TypeParam game(*any_rules<TypeParam>());
    auto one = game.start(Seat::one);
    auto two = game.start(Seat::two);
    for (const std::uint32_t pick : any_picks()) {
      RC_ASSERT(game.mover(one) == other(game.mover(two)));
      RC_ASSERT(game.outcome(one) == with_seats_changed(game.outcome(two)));
      const auto moves = game.legal(one);
      RC_ASSERT(moves.size() == game.legal(two).size());
      if (moves.size() == 0) break;
      const auto move = picked(moves, pick);
      RC_ASSERT(move == picked(game.legal(two), pick));
      one = game.after(one, move);
      two = game.after(two, move);
    }
  });
}

ColorBridge::Move mirrored(ColorBridge::Move move, int length) {
  ColorBridge::Move mirror;
  for (int cell = 0; cell < length; ++cell)
    if ((move.cells >> cell & 1) != 0) mirror.cells |= ColorBridge::Cells{1} << (length - 1 - cell);
  return mirror;
}

RC_GTEST_PROP(ColorBridgeMirror, TheTrackMayBeReadFromEitherEnd, ()) {
  const auto rules = *any_rules<ColorBridge>();
  const ColorBridge game(rules);
  auto left = game.start(any_seat());
  auto right = left;
  for (const std::uint32_t pick : any_picks()) {
    RC_ASSERT(game.mover(left) == game.mover(right));
    RC_ASSERT(game.outcome(left) == game.outcome(right));
    RC_ASSERT(game.begins_round(left) == game.begins_round(right));
    const auto moves = game.legal(left);
    RC_ASSERT(moves.size() == game.legal(right).size());
    moves.for_each([&](ColorBridge::Move each) { RC_ASSERT(holds(game.legal(right), mirrored(each, rules.length))); });
    if (moves.size() == 0) break;
    const auto move = picked(moves, pick);
    left = game.after(left, move);
    right = game.after(right, mirrored(move, rules.length));
  }
}

// The places of the two tokens as the players are told them.
std::pair<int, int> places_told(const CaptureTheFlag& game, const CaptureTheFlag::Position& position) {
  const std::vector<std::string> lines = lines_of(game.opening(position, plain_pen<CaptureTheFlag>()));
  const auto place = [](const std::string& line) {
    const std::size_t begin = line.rfind(' ') + 1;
    return whole_number(line.substr(begin, line.size() - begin - 1)).value();
  };
  return {place(lines.at(0)), place(lines.at(1))};
}

RC_GTEST_PROP(CaptureTheFlagMirror, TheSidesOfThePathAreAlike, ()) {
  const CaptureTheFlag game(*any_rules<CaptureTheFlag>());
  const Picks picks = any_picks();
  std::vector<std::pair<int, int>> told;
  walk(game, Seat::one, picks, [&](const auto& position) { told.push_back(places_told(game, position)); });
  std::size_t ply = 0;
  walk(game, Seat::two, picks, [&](const auto& position) {
    const auto [one, two] = told.at(ply++);
    RC_ASSERT(places_told(game, position) == std::pair(-two, -one));
  });
  RC_ASSERT(ply == told.size());
}

}  // namespace
}  // namespace duello
