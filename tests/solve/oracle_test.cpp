#include "solve/oracle.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "tests/solve/reference_solver.hpp"
#include "tests/solve/testing.hpp"

namespace duello {
namespace {

// Moves told apart by a number.
Judgement judged(int name, Value value, int slips = 0) { return {AnyMove::of(name), value, slips}; }
int best_name(const std::vector<Judgement>& moves) { return best_of(moves).move.as<int>(); }

TEST(BestMove, IsTheQuickestWin) {
  EXPECT_EQ(best_name({judged(1, Value::win(5)), judged(2, Value::win(3)), judged(3, Value::win(9))}), 2);
  EXPECT_EQ(best_name({judged(1, Value::win(5), 9), judged(2, Value::win(3), 0)}), 2) << "however much the other errs";
}

TEST(BestMove, IsTheFirstOfEqualWins) {
  EXPECT_EQ(best_name({judged(1, Value::win(3), 0), judged(2, Value::win(3), 7)}), 1);
}

TEST(BestMove, KeepsTheOtherFromWinningIfItCannotWin) {
  EXPECT_EQ(best_name({judged(1, Value::loss(20), 9), judged(2, Value::neither()), judged(3, Value::loss(2))}), 2);
}

TEST(BestMove, IsTheSlowestLoss) {
  EXPECT_EQ(best_name({judged(1, Value::loss(2), 9), judged(2, Value::loss(8)), judged(3, Value::loss(6), 9)}), 2);
}

TEST(BestMove, SetsTheMostTrapsAmongEquals) {
  EXPECT_EQ(best_name({judged(1, Value::loss(4), 1), judged(2, Value::loss(4), 3), judged(3, Value::loss(4), 2)}), 2);
  EXPECT_EQ(best_name({judged(1, Value::neither(), 1), judged(2, Value::neither(), 3)}), 2);
  EXPECT_EQ(best_name({judged(1, Value::neither(), 3), judged(2, Value::neither(), 3)}), 1) << "the first of them";
}

// 1 won, 0 neither, -1 lost.
int fate(Value value) { return static_cast<int>(value.is_win()) - static_cast<int>(value.is_loss()); }

// Replies after which the other side, who makes them, stands worse than it could.
template <class G>
int slips_after(const G& game, const reference::Solver<G>& reference, const typename G::Position& next) {
  std::vector<int> fates;
  for (const Value value : values_of_moves(game, next, [&](const auto& reply) { return reference.value(reply); }))
    fates.push_back(fate(value));
  if (fates.empty()) return 0;
  return static_cast<int>(
      std::ranges::count_if(fates, [best = std::ranges::max(fates)](int each) { return each < best; }));
}

template <class G>
class EveryOracle : public ::testing::Test {};
TYPED_TEST_SUITE(EveryOracle, OpenGameTypes);

// Calls `check` with every position of every small variant that is not over, and what is known there.
template <class G, class Check>
void for_each_judged_position(Check check) {
  for (const auto& rules : small_variants<G>()) {
    const G game(rules);
    const auto oracle = oracle_of<G>(rules);
    const reference::Solver<G> reference(game);
    reference.for_each([&](const typename G::Position& position, Value) {
      if (game.outcome(position) || ::testing::Test::HasFailure()) return;
      SCOPED_TRACE(name_of<G>(rules));
      check(game, reference, position, oracle->moves(AnyView::of(position)));
    });
  }
}

TYPED_TEST(EveryOracle, JudgesEveryLegalMoveInTheGamesOrder) {
  for_each_judged_position<TypeParam>(
      [](const TypeParam& game, const auto&, const auto& position, const std::vector<Judgement>& moves) {
        const auto legal = game.legal(position);
        ASSERT_EQ(moves.size(), legal.size());
        for (std::size_t i = 0; i < moves.size(); ++i)
          EXPECT_EQ(moves[i].move.template as<typename TypeParam::Move>(), legal[i]);
      });
}

TYPED_TEST(EveryOracle, ValuesMovesByWhatTheyLeadTo) {
  for_each_judged_position<TypeParam>(
      [](const TypeParam& game, const auto& reference, const auto& position, const std::vector<Judgement>& moves) {
        std::vector<Value> values;
        for (const Judgement& each : moves) values.push_back(each.value);
        EXPECT_EQ(values, values_of_moves(game, position, [&](const auto& next) { return reference.value(next); }));
      });
}

TYPED_TEST(EveryOracle, CountsTheRepliesThatAreSlips) {
  for_each_judged_position<TypeParam>(
      [](const TypeParam& game, const auto& reference, const auto& position, const std::vector<Judgement>& moves) {
        for (const Judgement& each : moves) {
          const auto move = each.move.template as<typename TypeParam::Move>();
          EXPECT_EQ(each.slips, slips_after(game, reference, game.after(position, move)));
        }
      });
}

TYPED_TEST(EveryOracle, KnowsItsPositionsValueAndNumber) {
  for (const auto& rules : small_variants<TypeParam>()) {
    const auto oracle = oracle_of<TypeParam>(rules);
    const auto solution = solution_of<TypeParam>(rules);
    EXPECT_EQ(oracle->positions(), solution.size());
    const auto start = TypeParam(rules).start(Seat::one);
    EXPECT_EQ(oracle->value(AnyView::of(start)), solution.value(start));
  }
}

// Three of them, who do the work one after the other.
class CountedWorkers final : public Workers {
 public:
  void run(std::size_t count, const Task& task) override {
    one_.run(count, task);
    worked_ = true;
  }
  std::size_t size() const override { return 3; }
  bool worked() const { return worked_; }

 private:
  OneWorker one_;
  bool worked_ = false;
};

TYPED_TEST(EveryOracle, SaysHowManyThreadsSolvedIt) {
  CountedWorkers workers;
  const auto oracle = solve_values(TypeParam(), workers, go_on);
  ASSERT_TRUE(oracle);
  EXPECT_EQ((*oracle)->manner(),
            cat("who wins and how fast, by the processor with ", workers.worked() ? "3 threads" : "1 thread"));
}

// What makes two positions the same to a reader: how they look to the player to move. The disks of Color Clash have no
// names there.
std::vector<std::uint64_t> looks(const ColorCapture::Position& position) {
  return {position.held.mine, position.held.theirs, position.left, position.count};
}
std::vector<std::uint64_t> looks(const ColorBridge::Position& position) {
  return {position.owned.mine, position.owned.theirs};
}
std::vector<std::uint64_t> looks(const CaptureTheFlag::Position& position) {
  return {position.walked.mine, position.walked.theirs};
}
std::vector<std::uint64_t> looks(const ColorClash::Position& position) {
  return {position.cells.mine, position.cells.theirs};
}

// Walks from the first seat's start and counts.
template <class G>
Survey counted_by_hand(const G& game, const reference::Solver<G>& reference) {
  Survey survey;
  std::set<std::vector<std::uint64_t>> seen;
  std::vector<typename G::Position> open{game.start(Seat::one)};
  while (!open.empty()) {
    const auto position = open.back();
    open.pop_back();
    if (game.outcome(position) || !seen.insert(looks(position)).second) continue;
    game.legal(position).for_each([&](auto move) { open.push_back(game.after(position, move)); });
    const auto values = values_of_moves(game, position, [&](const auto& next) { return reference.value(next); });
    const auto winning = std::ranges::count_if(values, &Value::is_win);
    ++survey.positions;
    survey.won += static_cast<std::uint64_t>(winning > 0);
    survey.only_move += static_cast<std::uint64_t>(winning == 1);
  }
  return survey;
}

TYPED_TEST(EveryOracle, SurveysWhatCanBeReached) {
  for (const auto& rules : small_variants<TypeParam>()) {
    const TypeParam game(rules);
    const Survey survey = *oracle_of<TypeParam>(rules)->survey(go_on);
    const Survey expected = counted_by_hand(game, reference::Solver(game));
    EXPECT_EQ(survey.positions, expected.positions) << name_of<TypeParam>(rules);
    EXPECT_EQ(survey.won, expected.won) << name_of<TypeParam>(rules);
    EXPECT_EQ(survey.only_move, expected.only_move) << name_of<TypeParam>(rules);
  }
}

}  // namespace
}  // namespace duello
