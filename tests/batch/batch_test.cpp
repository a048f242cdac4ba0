// Many games at once are the games that would be played one by one.
#include "batch/any_batch.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "tests/games/generators.hpp"

namespace duello {
namespace {

using Bytes = std::vector<std::uint8_t>;

template <class G>
std::unique_ptr<AnyBatch> batch_of(const BatchConditions& conditions, const typename G::Rules& rules = {}) {
  return make_batch(Erased<G>(rules), conditions);
}

// A copy of all that a batch tells.
struct Told {
  std::vector<float> rewards;
  Bytes ends, illegal, movers, masks, observations;
  friend bool operator==(const Told&, const Told&) = default;
};

Told told(const AnyBatch& batch) {
  const auto copy = [](auto span) { return std::vector(span.begin(), span.end()); };
  const BatchArrays& arrays = batch.arrays();
  return {copy(arrays.rewards), copy(arrays.ends),  copy(arrays.illegal),
          copy(arrays.movers),  copy(arrays.masks), copy(arrays.observations)};
}

std::span<const std::uint8_t> row(std::span<const std::uint8_t> all, std::size_t games, std::size_t i) {
  return all.subspan(i * (all.size() / games), all.size() / games);
}

// Plays one game of a batch by itself, step by step.
template <NumbersMoves G>
class Alone {
 public:
  Alone(const G& game, int round_limit, Seat first)
      : game_(game), round_limit_(round_limit), position_(game.start(first)) {}

  // Whether the game is over after the action, and, if a coin does not decide, who has won.
  bool play(int action) {
    advance(game_.move_of(view(), action));
    if constexpr (HasForcedMoves<G>)
      while (!over_ && game_.forced(view())) advance(*game_.forced(view()));
    return over_;
  }
  std::optional<Seat> winner() const {
    const auto outcome = game_.outcome(position_);
    return outcome ? std::optional(outcome->winner) : std::nullopt;
  }
  Seat mover() const { return game_.mover(position_); }
  typename G::View view() const { return game_.view(position_, mover()); }

  Bytes mask() const {
    Bytes mask(static_cast<std::size_t>(game_.action_count()), 0);
    game_.legal(position_).for_each(
        [&](const auto& move) { mask[static_cast<std::size_t>(game_.index_of(move))] = 1; });
    return mask;
  }
  Bytes observation() const {
    Bytes bytes(static_cast<std::size_t>(game_.observation_size()), 0);
    game_.observe(view(), bytes);
    return bytes;
  }

 private:
  void advance(const typename G::Move& move) {
    position_ = game_.after(position_, move);
    over_ = game_.outcome(position_).has_value();
    if constexpr (PlayedInRounds<G>)
      if (!over_ && game_.begins_round(position_)) over_ = ++undecided_ == round_limit_;
  }

  G game_;
  int round_limit_;
  typename G::Position position_;
  int undecided_ = 0;
  bool over_ = false;
};

template <NumbersMoves G>
::testing::AssertionResult same(const Alone<G>& alone, const AnyBatch& batch, std::size_t i) {
  const BatchArrays& arrays = batch.arrays();
  if (arrays.movers[i] != index(alone.mover())) return ::testing::AssertionFailure() << "mover";
  if (!std::ranges::equal(row(arrays.masks, batch.games(), i), alone.mask()))
    return ::testing::AssertionFailure() << "mask";
  if (!std::ranges::equal(row(arrays.observations, batch.games(), i), alone.observation()))
    return ::testing::AssertionFailure() << "observation";
  return ::testing::AssertionSuccess();
}

// Compares every step of a batch with its games played alone. Returns how many of them ended.
template <class G>
int compare_steps(const typename G::Rules& rules, const BatchConditions& conditions, int steps) {
  const auto batch = batch_of<G>(conditions, rules);
  const Stepped<G> game(rules);
  const auto begun = [&](std::size_t i) {
    return Alone<Stepped<G>>(game, conditions.round_limit, kSeats[batch->arrays().movers[i]]);
  };
  std::vector<Alone<Stepped<G>>> games;
  for (std::size_t i = 0; i < batch->games(); ++i) games.push_back(begun(i));
  int ended = 0;
  for (int step = 0; step < steps; ++step) {
    const std::span<const std::int32_t> actions = batch->draw();
    batch->step(actions);
    for (std::size_t i = 0; i < batch->games(); ++i) {
      const bool over = games[i].play(actions[i]);
      const std::optional<Seat> winner = games[i].winner();
      const float one = batch->arrays().rewards[2 * i];
      const float two = batch->arrays().rewards[2 * i + 1];
      EXPECT_EQ(batch->arrays().ends[i], over ? 1 : 0);
      EXPECT_EQ(batch->arrays().illegal[i], 0);
      EXPECT_EQ(one, -two);
      EXPECT_EQ(one * one, over ? 1.0F : 0.0F);
      EXPECT_TRUE(!winner || batch->arrays().rewards[2 * i + index(*winner)] == 1.0F);
      if (over) games[i] = begun(i);
      EXPECT_TRUE(same(games[i], *batch, i));
      if (::testing::Test::HasFailure()) return ended;
      ended += over ? 1 : 0;
    }
  }
  return ended;
}

template <class G>
class Batches : public ::testing::Test {};
TYPED_TEST_SUITE(Batches, EveryGameType);

// A million steps over the five games.
TYPED_TEST(Batches, AreTheirGamesPlayedAlone) {
  EXPECT_GT(compare_steps<TypeParam>({}, {.games = 100, .seed = 1}, 2000), 10'000);
}

TYPED_TEST(Batches, AreTheirGamesPlayedAloneUnderAnyRules) {
  check([] {
    const auto rules = *any_rules<TypeParam>();
    const BatchConditions conditions{.games = *rc::gen::inRange<std::size_t>(1, 20),
                                     .seed = *rc::gen::arbitrary<std::uint64_t>(),
                                     .first = any_seat(),
                                     .round_limit = *rc::gen::inRange(0, 4)};
    compare_steps<TypeParam>(rules, conditions, 20);
  });
}

TYPED_TEST(Batches, StepRandomlyAsTheyDraw) {
  const auto one = batch_of<TypeParam>({.games = 100, .seed = 5});
  const auto two = batch_of<TypeParam>({.games = 100, .seed = 5});
  for (int step = 0; step < 100; ++step) {
    one->step_randomly();
    two->step(two->draw());
    ASSERT_EQ(told(*one), told(*two));
  }
}

TYPED_TEST(Batches, BeginAllOverWhenReset) {
  const auto batch = batch_of<TypeParam>({.games = 50, .seed = 5});
  const Told before = told(*batch);
  std::vector<Told> first;
  std::vector<Told> second;
  for (std::vector<Told>* const course : {&first, &second}) {
    for (int step = 0; step < 30; ++step) {
      batch->step_randomly();
      course->push_back(told(*batch));
    }
    batch->reset();
    EXPECT_EQ(told(*batch), before);
  }
  EXPECT_EQ(first, second);
}

TYPED_TEST(Batches, DifferWithTheSeed) {
  const auto one = batch_of<TypeParam>({.games = 50, .seed = 5});
  const auto two = batch_of<TypeParam>({.games = 50, .seed = 6});
  for (int step = 0; step < 30; ++step) {
    one->step_randomly();
    two->step_randomly();
  }
  EXPECT_NE(told(*one), told(*two));
}

// So that each thread may have a piece.
TYPED_TEST(Batches, AreTheSameInPieces) {
  const auto whole = batch_of<TypeParam>({.games = 40, .seed = 5});
  const auto left = batch_of<TypeParam>({.games = 13, .seed = 5});
  const auto right = batch_of<TypeParam>({.games = 27, .seed = 5, .first_number = 13});
  for (int step = 0; step < 100; ++step) {
    for (const auto& batch : {whole.get(), left.get(), right.get()}) batch->step_randomly();
    Told both = told(*left);
    const Told rest = told(*right);
    const auto append = [](auto& to, const auto& from) { to.insert(to.end(), from.begin(), from.end()); };
    append(both.rewards, rest.rewards);
    append(both.ends, rest.ends);
    append(both.illegal, rest.illegal);
    append(both.movers, rest.movers);
    append(both.masks, rest.masks);
    append(both.observations, rest.observations);
    ASSERT_EQ(told(*whole), both);
  }
}

TYPED_TEST(Batches, ChangeNothingOnAnIllegalAction) {
  const auto batch = batch_of<TypeParam>({.games = 8, .seed = 5});
  const int count = batch->action_count();
  const auto closed_action = [&](std::size_t i) {
    const auto mask = row(batch->arrays().masks, batch->games(), i);
    const auto closed = std::ranges::find(mask, 0);
    return closed == mask.end() ? count : static_cast<std::int32_t>(closed - mask.begin());
  };
  for (int step = 0; step < 30; ++step) {
    batch->step_randomly();
    Told expected = told(*batch);
    std::ranges::fill(expected.rewards, 0.0F);
    std::ranges::fill(expected.ends, std::uint8_t{0});
    std::ranges::fill(expected.illegal, std::uint8_t{1});
    std::vector<std::int32_t> actions{-1, count, std::numeric_limits<std::int32_t>::min(),
                                      std::numeric_limits<std::int32_t>::max()};
    while (actions.size() < batch->games()) actions.push_back(closed_action(actions.size()));
    batch->step(actions);
    ASSERT_EQ(told(*batch), expected);
  }
}

TYPED_TEST(Batches, TakeAMissingActionForAnIllegalOne) {
  const auto one = batch_of<TypeParam>({.games = 3, .seed = 5});
  const auto two = batch_of<TypeParam>({.games = 3, .seed = 5});
  for (int step = 0; step < 30; ++step) {
    const std::vector<std::int32_t> actions{one->draw()[0]};
    two->draw();
    one->step(actions);
    two->step(std::vector{actions[0], -1, -1});
    ASSERT_EQ(told(*one), told(*two));
    ASSERT_EQ(one->arrays().illegal[2], 1);
  }
}

TYPED_TEST(Batches, DoNotReadActionsBeyondTheLastGame) {
  const auto one = batch_of<TypeParam>({.games = 1, .seed = 5});
  const auto two = batch_of<TypeParam>({.games = 1, .seed = 5});
  const std::int32_t action = one->draw()[0];
  two->draw();
  one->step(std::vector{action, action});
  two->step(std::vector{action});
  EXPECT_EQ(told(*one), told(*two));
}

TYPED_TEST(Batches, HaveNoNegativeZeros) {
  const auto batch = batch_of<TypeParam>({.games = 20, .seed = 5});
  for (int step = 0; step < 100; ++step) {
    for (const float reward : batch->arrays().rewards) ASSERT_TRUE(reward != 0.0F || !std::signbit(reward));
    batch->step_randomly();
  }
}

TYPED_TEST(Batches, HaveNoNameForWhatIsNotThere) {
  const auto batch = batch_of<TypeParam>({.games = 2, .seed = 5});
  EXPECT_NE(batch->written(1, 0), "");
  EXPECT_EQ(batch->written(2, 0), "");
  EXPECT_EQ(batch->written(std::numeric_limits<std::size_t>::max(), 0), "");
  EXPECT_EQ(batch->written(0, -1), "");
  EXPECT_EQ(batch->written(0, batch->action_count()), "");
}

TYPED_TEST(Batches, PlayOnBesideAnIllegalAction) {
  const auto one = batch_of<TypeParam>({.games = 2, .seed = 5});
  const auto two = batch_of<TypeParam>({.games = 2, .seed = 5});
  for (int step = 0; step < 30; ++step) {
    const auto drawn = one->draw();
    one->step(drawn);
    two->step(std::vector{drawn[0], -1});
    ASSERT_TRUE(std::ranges::equal(row(one->arrays().observations, 2, 0), row(two->arrays().observations, 2, 0)));
    ASSERT_EQ(two->arrays().illegal[0], 0);
    ASSERT_EQ(two->arrays().illegal[1], 1);
  }
}

// In the step that ends a game the next one is already there.
TYPED_TEST(Batches, ShowAFreshGameInTheStepThatEndsOne) {
  const auto batch = batch_of<TypeParam>({.games = 50, .seed = 5, .first = Seat::one});
  const Told fresh = told(*batch);
  int ended = 0;
  for (int step = 0; step < 200; ++step) {
    batch->step_randomly();
    for (std::size_t i = 0; i < batch->games(); ++i) {
      if (batch->arrays().ends[i] == 0) continue;
      ++ended;
      EXPECT_EQ(batch->arrays().movers[i], 0);
      EXPECT_TRUE(std::ranges::equal(row(batch->arrays().observations, 50, i), row(fresh.observations, 50, i)));
      EXPECT_TRUE(std::ranges::equal(row(batch->arrays().masks, 50, i), row(fresh.masks, 50, i)));
    }
  }
  EXPECT_GT(ended, 100);
}

TYPED_TEST(Batches, DrawLotsForWhoBeginsUnlessTheRulesSay) {
  const auto batch = batch_of<TypeParam>({.games = 1000, .seed = 5});
  const auto twos = std::ranges::count(batch->arrays().movers, 1);
  if (TypeParam::kFacts.one_starts) {
    EXPECT_EQ(twos, 0);
  } else {
    EXPECT_NEAR(static_cast<double>(twos), 500.0, 80.0);
  }
}

// Nobody is asked who has no choice by the rules.
TEST(BatchOfEnergyCapture, AsksOnlyWhereThereIsAChoice) {
  const auto batch = batch_of<EnergyCapture>({.games = 100, .seed = 5});
  for (int step = 0; step < 200; ++step) {
    batch->step_randomly();
    for (std::size_t i = 0; i < batch->games(); ++i)
      ASSERT_GE(std::ranges::count(row(batch->arrays().masks, 100, i), 1), 2);
  }
}

// Two cells of which each side gets one: nobody ever wins.
TEST(BatchOfColorBridge, TossesACoinAfterUndecidedRounds) {
  const ColorBridge::Rules endless{.length = 2, .run = 2, .reach = 1};
  const auto batch = batch_of<ColorBridge>({.games = 1000, .seed = 5, .round_limit = 3}, endless);
  for (int step = 1; step <= 18; ++step) {
    batch->step_randomly();
    EXPECT_EQ(std::ranges::count(batch->arrays().ends, 1), step % 6 == 0 ? 1000 : 0);
  }
  int ones = 0;
  for (std::size_t i = 0; i < 1000; ++i) ones += batch->arrays().rewards[2 * i] == 1.0F ? 1 : 0;
  EXPECT_NEAR(ones, 500, 80);
}

TEST(BatchOfColorBridge, GoesOnForEverWithoutALimit) {
  const ColorBridge::Rules endless{.length = 2, .run = 2, .reach = 1};
  const auto batch = batch_of<ColorBridge>({.games = 10, .seed = 5, .round_limit = 0}, endless);
  for (int step = 0; step < 1000; ++step) {
    batch->step_randomly();
    ASSERT_EQ(std::ranges::count(batch->arrays().ends, 1), 0);
  }
}

TEST(BatchOfColorClash, NamesActionsAsMoves) {
  const auto batch = batch_of<ColorClash>({.games = 1, .seed = 5});
  EXPECT_EQ(batch->written(0, 3 * 9 + 8), "R4-9");
  batch->step(std::vector<std::int32_t>{3 * 9 + 8});
  EXPECT_EQ(batch->written(0, 2 * 9 + 6), "B3-7");
}

TEST(BatchOfNothing, DoesNothing) {
  const auto batch = batch_of<ColorBridge>({.games = 0});
  batch->step_randomly();
  batch->step({});
  EXPECT_TRUE(batch->draw().empty());
  EXPECT_TRUE(batch->arrays().masks.empty());
}

}  // namespace
}  // namespace duello
