#include "solve/sample.hpp"

#include <gtest/gtest.h>

#include <set>

#include "tests/solve/testing.hpp"

namespace duello {
namespace {

template <class G>
class Samples : public ::testing::Test {
 public:
  using Position = typename G::Position;

  // What tells the positions apart that were looked at; none of them twice.
  static std::set<std::uint64_t> looked_at(const G& game, std::uint64_t sample) {
    const Solution<G> keys(game);
    std::set<std::uint64_t> seen;
    EXPECT_TRUE(holds_for_sample(
        game, sample, [&](const Position& position) { return keys.key(position); },
        [&](const Position& position, std::span<const Position> next) {
          EXPECT_TRUE(seen.insert(keys.key(position)).second);
          EXPECT_EQ(next.empty(), game.outcome(position).has_value());
          return true;
        }));
    return seen;
  }

  static std::set<std::uint64_t> all_of(const G& game) {
    const Solution<G> keys(game);
    std::set<std::uint64_t> seen;
    std::vector<Position> open{game.start(Seat::one), game.start(Seat::two)};
    while (!open.empty()) {
      const Position position = open.back();
      open.pop_back();
      if (!seen.insert(keys.key(position)).second || game.outcome(position)) continue;
      game.legal(position).for_each([&](typename G::Move move) { open.push_back(game.after(position, move)); });
    }
    return seen;
  }
};
TYPED_TEST_SUITE(Samples, OpenGameTypes);

TYPED_TEST(Samples, AreAllPositionsOfASmallGame) {
  for (const auto& rules : small_variants<TypeParam>()) {
    const TypeParam game(rules);
    ASSERT_EQ(this->looked_at(game, 50'000), this->all_of(game)) << name_of<TypeParam>(rules);
  }
}

TYPED_TEST(Samples, AreAsManyPositionsAsWereAskedFor) {
  const TypeParam game{typename TypeParam::Rules()};
  for (const std::uint64_t sample : {1U, 16U, 30U}) EXPECT_EQ(this->looked_at(game, sample).size(), sample);
}

}  // namespace
}  // namespace duello
