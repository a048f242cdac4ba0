// Games that can be played side by side say the same of a lane as of a position.
#include <gtest/gtest.h>

#include "core/lanes.hpp"
#include "tests/games/generators.hpp"

namespace duello {
namespace {

template <class G>
class Lanes : public ::testing::Test {};
using GamesInLanes = ::testing::Types<ColorBridge, CaptureTheFlag>;
TYPED_TEST_SUITE(Lanes, GamesInLanes);

TYPED_TEST(Lanes, GoWherePositionsGo) {
  check([] {
    const TypeParam game(*any_rules<TypeParam>());
    Lane lane = game.lane_start();
    auto position = game.start(any_seat());
    for (const std::uint32_t pick : any_picks()) {
      const auto moves = game.legal(position);
      RC_ASSERT(game.lane_moves(lane) == moves.size());
      const auto rank = static_cast<std::uint32_t>(pick % moves.size());
      const Seat mover = game.mover(position);
      position = game.after(position, moves[rank]);
      const LaneStep step = game.lane_after(lane, rank);
      RC_ASSERT((step.won == 1) == game.outcome(position).has_value());
      if (step.won == 1) break;
      RC_ASSERT(game.mover(position) == other(mover));
      lane = {step.mine, step.theirs};
    }
  });
}

}  // namespace
}  // namespace duello
