// One game in numbered actions is the game of a batch.
#include "batch/any_actions.hpp"

#include <gtest/gtest.h>

#include "batch/any_batch.hpp"
#include "tests/games/generators.hpp"

namespace duello {
namespace {

using Bytes = std::vector<std::uint8_t>;

template <class G>
class NumberedGames : public ::testing::Test {};
TYPED_TEST_SUITE(NumberedGames, EveryGameType);

TYPED_TEST(NumberedGames, ArePlayedAsABatchPlaysThem) {
  const Erased<TypeParam> game({});
  const auto actions = make_actions(game);
  const auto batch = make_batch(game, {.games = 1, .seed = 3, .first = Seat::one, .round_limit = 0});
  ASSERT_EQ(actions->count(), batch->action_count());
  ASSERT_EQ(actions->observed_parts(), batch->observed_parts());
  AnyPosition position = game.start(Seat::one);
  AnyStep step = actions->begun(position);
  Bytes mask(static_cast<std::size_t>(actions->count()));
  Bytes seen(static_cast<std::size_t>(actions->observation_size()));
  for (int i = 0; i < 3000; ++i) {
    const AnyStepView view = actions->view(step, game.mover(position));
    actions->mask(view, mask);
    actions->observe(view, game.mover(position), seen);
    ASSERT_TRUE(std::ranges::equal(mask, batch->arrays().masks));
    ASSERT_TRUE(std::ranges::equal(seen, batch->arrays().observations));
    for (int action = -1; action <= actions->count(); ++action) {
      const bool is_open = action >= 0 && action < actions->count() && mask[static_cast<std::size_t>(action)] == 1;
      ASSERT_EQ(actions->taken(step, action).has_value(), is_open);
      ASSERT_EQ(actions->written(view, action), batch->written(0, action));
    }
    const int action = batch->draw()[0];
    const auto taken = actions->taken(step, action);
    batch->step(std::vector{action});
    for (const AnyMove& move : taken->moves) position = game.after(position, move);
    step = taken->after;
    ASSERT_EQ(batch->arrays().ends[0] == 1, game.outcome(position).has_value());
    if (!game.outcome(position)) continue;
    position = game.start(Seat::one);
    step = actions->begun(position);
  }
}

// Every move can be put together, and what is put together is the move.
TYPED_TEST(NumberedGames, MakeEveryMoveOfActions) {
  check([] {
    const Erased<TypeParam> game(*any_rules<TypeParam>());
    const auto actions = make_actions(game);
    AnyPosition position = game.start(Seat::one);
    for (int i = 0; i < 6 && !game.outcome(position); ++i) {
      const AnyView view = game.view(position, game.mover(position));
      const AnyMove move = game.pick(view, *rc::gen::inRange<std::uint64_t>(0, game.count(view)));
      AnyStep step = actions->begun(position);
      std::vector<AnyMove> made;
      for (const int action : actions->actions_of(position, move)) {
        RC_ASSERT(made.empty());
        const auto taken = actions->taken(step, action);
        RC_ASSERT(taken.has_value());
        made = taken->moves;
        step = taken->after;
      }
      RC_ASSERT(!made.empty());
      RC_ASSERT(game.write(made[0]) == game.write(move));
      RC_ASSERT(actions->draft(step).empty());
      position = game.after(position, move);
    }
  });
}

}  // namespace
}  // namespace duello
