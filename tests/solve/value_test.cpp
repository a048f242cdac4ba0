#include "solve/value.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "tests/solve/testing.hpp"

namespace duello {
namespace {

TEST(Value, IsOneOfThree) {
  const auto kinds = [](Value value) { return std::vector{value.is_win(), value.is_neither(), value.is_loss()}; };
  EXPECT_EQ(kinds(Value::win(5)), (std::vector{true, false, false}));
  EXPECT_EQ(kinds(Value::neither()), (std::vector{false, true, false}));
  EXPECT_EQ(kinds(Value::loss(0)), (std::vector{false, false, true}));
}

TEST(Value, IsNeitherUntilSomethingIsKnown) { EXPECT_EQ(Value(), Value::neither()); }

TEST(Value, RemembersItsPlies) {
  for (const int plies : {0, 1, 2, 127, 128, 32767}) {
    EXPECT_EQ(Value::win(plies).plies(), plies);
    EXPECT_EQ(Value::loss(plies).plies(), plies);
  }
  EXPECT_EQ(Value::neither().plies(), 0);
}

TEST(Value, OrdersQuickWinsBeforeSlowOnesAndSlowLossesBeforeQuickOnes) {
  const std::vector<Value> from_worst{Value::loss(0),   Value::loss(1),  Value::loss(2), Value::loss(500),
                                      Value::neither(), Value::win(500), Value::win(2),  Value::win(1)};
  EXPECT_TRUE(std::ranges::is_sorted(from_worst));
  EXPECT_TRUE(std::ranges::adjacent_find(from_worst) == from_worst.end()) << "and no two are the same";
}

TEST(Value, ChangesSidesAndCountsAPlyOneMoveEarlier) {
  EXPECT_EQ(Value::loss(0).before(), Value::win(1));
  EXPECT_EQ(Value::win(1).before(), Value::loss(2));
  EXPECT_EQ(Value::loss(14).before(), Value::win(15));
  EXPECT_EQ(Value::neither().before(), Value::neither());
}

TEST(Value, IsWorseBeforeWhatIsBetterForTheOther) {
  const std::vector<Value> from_worst{Value::loss(0), Value::loss(6), Value::neither(), Value::win(9), Value::win(1)};
  EXPECT_TRUE(std::ranges::is_sorted(from_worst, std::ranges::greater{}, &Value::before));
}

template <class Score>
class PackedValue : public ::testing::Test {
 protected:
  static constexpr int kLeast = std::numeric_limits<Score>::min();
  static constexpr int kMost = std::numeric_limits<Score>::max();
};
using ScoreTypes = ::testing::Types<std::int8_t, std::int16_t>;
TYPED_TEST_SUITE(PackedValue, ScoreTypes);

TYPED_TEST(PackedValue, ComesBackAsItWas) {
  for (int plies = 1; plies <= this->kMost; ++plies) {
    for (const Value value : {Value::win(plies), Value::loss(plies)})
      ASSERT_EQ(Value::unpacked(value.packed<TypeParam>()), value);
  }
  EXPECT_EQ(Value::unpacked(Value::loss(0).packed<TypeParam>()), Value::loss(0));
  EXPECT_EQ(Value::unpacked(Value::neither().packed<TypeParam>()), Value::neither());
}

TYPED_TEST(PackedValue, UsesEveryScoreOnce) {
  for (int score = this->kLeast; score <= this->kMost; ++score)
    ASSERT_EQ(Value::unpacked(static_cast<TypeParam>(score)).template packed<TypeParam>(), score);
}

TYPED_TEST(PackedValue, IsOrderedAsTheValuesAre) {
  for (int score = this->kLeast; score < this->kMost; ++score)
    ASSERT_LT(Value::unpacked(static_cast<TypeParam>(score)), Value::unpacked(static_cast<TypeParam>(score + 1)));
}

TYPED_TEST(PackedValue, IsZeroForNeither) { EXPECT_EQ(Value::neither().packed<TypeParam>(), 0); }

}  // namespace
}  // namespace duello
