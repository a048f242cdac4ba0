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
  const std::vector<Value> from_worst{Value::loss(0),   Value::loss(1),   Value::loss(2),
                                      Value::loss(500), Value::neither(), Value::win(500),
                                      Value::win(2),    Value::win(1),    Value::win(0)};
  EXPECT_TRUE(std::ranges::is_sorted(from_worst));
  EXPECT_TRUE(std::ranges::adjacent_find(from_worst) == from_worst.end()) << "and no two are the same";
}

TEST(Value, ChangesSidesAndCountsAPlyOneMoveEarlier) {
  EXPECT_EQ(Value::loss(0).before(), Value::win(1));
  EXPECT_EQ(Value::win(0).before(), Value::loss(1));
  EXPECT_EQ(Value::win(1).before(), Value::loss(2));
  EXPECT_EQ(Value::loss(14).before(), Value::win(15));
  EXPECT_EQ(Value::neither().before(), Value::neither());
}

TEST(Value, IsWorseBeforeWhatIsBetterForTheOther) {
  const std::vector<Value> from_worst{Value::loss(0), Value::loss(6), Value::neither(), Value::win(9), Value::win(1)};
  EXPECT_TRUE(std::ranges::is_sorted(from_worst, std::ranges::greater{}, &Value::before));
}

// Every value that fits, from the worst to the best.
template <class Score>
std::vector<Value> values_that_fit() {
  constexpr int kMost = std::numeric_limits<Score>::max() - 1;
  std::vector<Value> values;
  for (int plies = 0; plies <= kMost; ++plies) values.push_back(Value::loss(plies));
  values.push_back(Value::neither());
  for (int plies = kMost; plies >= 0; --plies) values.push_back(Value::win(plies));
  return values;
}

template <class Score>
class PackedValue : public ::testing::Test {};
using ScoreTypes = ::testing::Types<std::int8_t, std::int16_t>;
TYPED_TEST_SUITE(PackedValue, ScoreTypes);

TYPED_TEST(PackedValue, ComesBackAsItWas) {
  for (const Value value : values_that_fit<TypeParam>()) ASSERT_EQ(Value::unpacked(value.packed<TypeParam>()), value);
}

TYPED_TEST(PackedValue, IsOrderedAsTheValuesAre) {
  const auto values = values_that_fit<TypeParam>();
  EXPECT_TRUE(std::ranges::is_sorted(values, {}, [](Value value) { return value.packed<TypeParam>(); }));
}

TYPED_TEST(PackedValue, IsZeroForNeither) { EXPECT_EQ(Value::neither().packed<TypeParam>(), 0); }

}  // namespace
}  // namespace duello
