#include "solve/solution.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>

#include "system/threads.hpp"
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
  return ::testing::AssertionFailure() << value << " with moves that are worth " << ::testing::PrintToString(moves);
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

TYPED_TEST(EveryOpenGame, IsFoundSoundOnceItIsSolved) {
  EXPECT_TRUE(solution_of<TypeParam>({}).is_sound());
  for (const auto& rules : small_variants<TypeParam>())
    EXPECT_TRUE(solution_of<TypeParam>(rules).is_sound()) << name_of<TypeParam>(rules);
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

// Whoever draws the last token of a row has not won by that.
TEST(Solution, OfADrawnOutRowIsAWinForWhoeverHasMoreMajorities) {
  const ColorCapture::Rules rules{.tokens = 6, .colors = 4, .majority = ColorCapture::Rules::kEnd};
  const ColorCapture game(rules);
  const Solution<ColorCapture> solution = solution_of<ColorCapture>(rules);
  std::size_t won_by_the_other = 0;
  std::size_t known = 0;
  reference::Solver(game).for_each([&](const ColorCapture::Position& position, Value) {
    const auto outcome = game.outcome(position);
    if (!outcome || outcome->winner != position.mover) return;
    ++won_by_the_other;
    known += static_cast<std::size_t>(solution.value(position).is_win());
  });
  EXPECT_NE(won_by_the_other, 0U);
  EXPECT_EQ(known, won_by_the_other);
}

// A table large enough that its solver reports on the way.
template <class G>
typename G::Rules long_work();
template <>
ColorBridge::Rules long_work<ColorBridge>() {
  return {};
}
template <>
ColorClash::Rules long_work<ColorClash>() {
  return {.disks = 3, .positions = 15};
}

template <class G>
class LongWork : public ::testing::Test {
 protected:
  Solution<G> solution_{G(long_work<G>())};
};
using LongWorkTypes = ::testing::Types<ColorBridge, ColorClash>;
TYPED_TEST_SUITE(LongWork, LongWorkTypes);

TYPED_TEST(LongWork, IsStoppedByTheWatch) {
  OneWorker worker;
  EXPECT_FALSE(this->solution_.solve(worker, [](std::uint64_t, std::uint64_t) { return false; }));
}

TYPED_TEST(LongWork, StaysStoppedWhateverTheWatchSaysNext) {
  for (const unsigned count : {1U, 2U}) {
    std::atomic<int> calls = 0;
    EXPECT_FALSE(this->solution_.solve(*make_workers(count), [&](std::uint64_t, std::uint64_t) { return ++calls > 1; }))
        << count << " workers";
  }
}

TYPED_TEST(LongWork, CanBeDoneAgainAfterAStop) {
  OneWorker worker;
  this->solution_.solve(worker, [](std::uint64_t, std::uint64_t) { return false; });
  ASSERT_TRUE(this->solution_.solve(worker, go_on));
  auto undisturbed = solution_of<TypeParam>(long_work<TypeParam>());
  EXPECT_TRUE(bytes_of(this->solution_.table()) == bytes_of(undisturbed.table()));
}

TYPED_TEST(LongWork, ReportsEverMoreAndNeverMoreThanThereIs) {
  OneWorker worker;
  std::uint64_t last = 0;
  ASSERT_TRUE(this->solution_.solve(worker, [&](std::uint64_t done, std::uint64_t total) {
    EXPECT_GE(done, last);
    EXPECT_TRUE(total == 0 || done <= total);
    last = done;
    return true;
  }));
  EXPECT_NE(last, 0U);
  EXPECT_LE(last, this->solution_.size());
}

TYPED_TEST(LongWork, IsWatchedByOneWorkerAtATime) {
  std::atomic<int> inside = 0;
  std::atomic<bool> met = false;
  ASSERT_TRUE(this->solution_.solve(*make_workers(2), [&](std::uint64_t, std::uint64_t) {
    if (++inside != 1) met = true;
    std::this_thread::sleep_for(std::chrono::microseconds(100));
    --inside;
    return true;
  }));
  EXPECT_FALSE(met);
}

TEST(Workers, DoEveryTaskOnce) {
  for (const unsigned count : {0U, 1U, 2U, 5U}) {
    const auto workers = make_workers(count);
    for (const std::size_t tasks : {0U, 1U, 2U, 1000U}) {
      std::vector<std::atomic<int>> done(tasks);
      workers->run(tasks, [&](std::size_t task) { ++done[task]; });
      EXPECT_TRUE(std::ranges::all_of(done, [](const auto& times) { return times == 1; }))
          << count << " workers, " << tasks << " tasks";
    }
  }
}

}  // namespace
}  // namespace duello
