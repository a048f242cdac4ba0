#include "solve/solution.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <thread>

#include "solve/threads.hpp"
#include "tests/solve/reference_solver.hpp"
#include "tests/solve/testing.hpp"

namespace duello {
namespace {

// Whether the table has the reference's value and distance for every position that can be reached.
template <class G>
::testing::AssertionResult agrees_with_reference(const typename G::Rules& rules) {
  const G game(rules);
  const Solution<G> solution = solution_of<G>(rules);
  const reference::Solver<G> reference(game);
  std::size_t wrong = 0;
  std::string example;
  reference.for_each([&](const typename G::Position& position, Value expected) {
    const Value found = solution.value(position);
    if (found == expected) return;
    if (++wrong == 1)
      example = cat(::testing::PrintToString(found), " instead of ", ::testing::PrintToString(expected));
  });
  if (wrong == 0) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << name_of<G>(rules) << ": " << wrong << " of " << reference.size()
                                       << " positions are wrong, the first of them " << example;
}

// Whether distances are what they are by definition: a win in d has a move to a loss in d - 1 and none to a quicker
// one; a loss in d has only moves to wins in at most d - 1, one of them exactly; otherwise there is a move that keeps
// the other side from winning, and none that wins.
template <class G>
::testing::AssertionResult is_consistent(const Solution<G>& solution, const typename G::Position& position) {
  const Value value = solution.value(position);
  const auto moves = values_of_moves(solution.game(), position, [&](const auto& next) { return solution.value(next); });
  if (moves.empty() || value == std::ranges::max(moves)) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << ::testing::PrintToString(value) << " with moves that are worth "
                                       << ::testing::PrintToString(moves);
}

template <class Table>
std::vector<std::vector<std::byte>> bytes_of(Table& table) {
  std::vector<std::vector<std::byte>> bytes;
  for (const auto& part : table.contents()) bytes.emplace_back(part.begin(), part.end());
  return bytes;
}

template <class G>
class EveryOpenGame : public ::testing::Test {};
TYPED_TEST_SUITE(EveryOpenGame, OpenGameTypes);

TYPED_TEST(EveryOpenGame, IsSolvedAsTheReferenceSolvesItUnderTheBooksRules) {
  EXPECT_TRUE(agrees_with_reference<TypeParam>({}));
}

TYPED_TEST(EveryOpenGame, IsSolvedAsTheReferenceSolvesItInSmallVariants) {
  for (const auto& rules : small_variants<TypeParam>()) EXPECT_TRUE(agrees_with_reference<TypeParam>(rules));
}

TYPED_TEST(EveryOpenGame, WinsAsQuicklyAndLosesAsSlowlyAsItsMovesAllow) {
  for (const auto& rules : small_variants<TypeParam>()) {
    const auto solution = solution_of<TypeParam>(rules);
    bool consistent = true;
    reference::Solver(solution.game()).for_each([&](const auto& position, Value) {
      if (!consistent) return;
      consistent = is_consistent(solution, position);
      EXPECT_TRUE(is_consistent(solution, position)) << name_of<TypeParam>(rules);
    });
  }
}

TYPED_TEST(EveryOpenGame, IsTheSameByteForByteFromTwoWorkers) {
  const auto workers = make_workers(2);
  for (const auto& rules : small_variants<TypeParam>()) {
    Solution<TypeParam> by_two{TypeParam(rules)};
    ASSERT_TRUE(by_two.solve(*workers, go_on));
    auto by_one = solution_of<TypeParam>(rules);
    EXPECT_TRUE(bytes_of(by_one.table()) == bytes_of(by_two.table())) << name_of<TypeParam>(rules);
  }
}

TYPED_TEST(EveryOpenGame, IsWorthTheSameWhicheverSeatBegins) {
  for (const auto& rules : small_variants<TypeParam>()) {
    if (TypeParam::kFacts.one_starts) continue;
    const auto solution = solution_of<TypeParam>(rules);
    const TypeParam game(rules);
    EXPECT_EQ(solution.value(game.start(Seat::one)), solution.value(game.start(Seat::two)))
        << name_of<TypeParam>(rules);
  }
}

template <class G>
Value value_of(const typename G::Rules& rules) {
  return solution_of<G>(rules).value(G(rules).start(Seat::one));
}

TEST(Solution, OfColorCaptureIsAWinInEleven) { EXPECT_EQ(value_of<ColorCapture>({}), Value::win(11)); }

TEST(Solution, OfColorBridgeIsAWinInThree) {
  EXPECT_EQ(value_of<ColorBridge>({}), Value::win(3));
  EXPECT_EQ(solution_of<ColorBridge>({}).size(), 177147U);
}

TEST(Solution, OfCaptureTheFlagIsAWinInFive) { EXPECT_EQ(value_of<CaptureTheFlag>({}), Value::win(5)); }

TEST(Solution, OfColorClashIsAWinInOne) { EXPECT_EQ(value_of<ColorClash>({}), Value::win(1)); }

// The last pick decides nothing by itself: whoever has more majorities, then more tokens, has won.
TEST(Solution, OfADrawnOutRowIsLostByTheLastPickerWhoHasLess) {
  const ColorCapture::Rules rules{.tokens = 4, .colors = 1, .majority = ColorCapture::Rules::kEnd};
  EXPECT_EQ(value_of<ColorCapture>(rules), reference::Solver(ColorCapture(rules)).value(ColorCapture(rules).start(Seat::one)));
}

}  // namespace
}  // namespace duello
