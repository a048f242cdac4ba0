// What the tips of the rule pages claim, held against the solver.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <functional>
#include <numeric>
#include <set>

#include "solve/equilibrium.hpp"
#include "solve/threads.hpp"
#include "tests/solve/testing.hpp"

namespace duello {
namespace {

template <class G>
std::unique_ptr<Solution<G>> solution_of(const G& game) {
  auto solution = std::make_unique<Solution<G>>(game);
  const auto workers = make_workers();
  EXPECT_TRUE(solution->solve(*workers, [](std::uint64_t, std::uint64_t) { return true; }));
  return solution;
}

// Every position that a game can come to, as seen by the seat to move; only the first one's turn counts.
template <class G, class Visit>
void for_each_reachable(const G& game, Visit visit) {
  std::set<std::pair<std::uint64_t, Seat>> seen;
  std::vector<typename G::Position> open{game.start(Seat::one)};
  while (!open.empty()) {
    const auto position = open.back();
    open.pop_back();
    std::uint64_t key = 0;
    if constexpr (LaidOutInBlocks<G>)
      key = game.place(position);
    else
      key = game.key(position);
    if (!seen.emplace(key, game.mover(position)).second) continue;
    visit(position);
    game.legal(position).for_each([&](const typename G::Move& move) { open.push_back(game.after(position, move)); });
  }
}

template <class G>
Value worth(const Solution<G>& solution, const typename G::Position& position, const typename G::Move& move) {
  return solution.value(solution.game().after(position, move)).before();
}

template <class G>
std::vector<std::string> winning_moves(const Solution<G>& solution, const typename G::Position& position) {
  std::vector<std::string> wins;
  solution.game().legal(position).for_each([&](const typename G::Move& move) {
    if (worth(solution, position, move).is_win()) wins.push_back(solution.game().write(move));
  });
  return wins;
}

TEST(CaptureTheFlagTips, AMultipleOfTheStrideAndOneMoreLosesForTheMover) {
  for (const CaptureTheFlag::Rules& rules : small_variants<CaptureTheFlag>()) {
    const CaptureTheFlag game(rules);
    const auto solution = solution_of(game);
    for_each_reachable(game, [&](const CaptureTheFlag::Position& position) {
      const int gap = 2 * rules.flag - position.walked.mine - position.walked.theirs;
      if (position.over || gap <= 0) return;
      EXPECT_EQ(solution->value(position).is_loss(), gap % (rules.stride + 1) == 0)
          << name_of<CaptureTheFlag>(rules) << " gap " << gap;
    });
  }
}

TEST(CaptureTheFlagTips, BehindTheOtherTokenOnlyTheNumberOfMovesCounts) {
  for (const CaptureTheFlag::Rules& rules : small_variants<CaptureTheFlag>()) {
    const CaptureTheFlag game(rules);
    const auto solution = solution_of(game);
    const auto moves = [&](int walked) { return (2 * rules.flag - walked + rules.stride - 1) / rules.stride; };
    for_each_reachable(game, [&](const CaptureTheFlag::Position& position) {
      if (position.over || position.walked.mine + position.walked.theirs <= 2 * rules.flag) return;
      EXPECT_EQ(solution->value(position).is_win(), moves(position.walked.mine) <= moves(position.walked.theirs));
    });
  }
}

TEST(CaptureTheFlagTips, TwoWinsAsAFirstMoveAndThreeLosesSoonest) {
  const CaptureTheFlag game;
  const auto solution = solution_of(game);
  const auto start = game.start(Seat::one);
  EXPECT_EQ(winning_moves(*solution, start), std::vector<std::string>{"2"});
  EXPECT_LT(worth(*solution, start, {3}), worth(*solution, start, {1}));
}

class ColorBridgeTips : public ::testing::Test {
 protected:
  const ColorBridge game_;
  const std::unique_ptr<Solution<ColorBridge>> solution_ = solution_of(game_);
};

TEST_F(ColorBridgeTips, FourOfFiveWonPositionsAreWonByTheNextMove) {
  int won = 0;
  int at_once = 0;
  int by_one = 0;
  int by_two = 0;
  for_each_reachable(game_, [&](const ColorBridge::Position& position) {
    if (position.won || !solution_->value(position).is_win()) return;
    ++won;
    at_once += solution_->value(position).plies() == 1 ? 1 : 0;
    bool one = false;
    bool two = false;
    game_.legal(position).for_each([&](ColorBridge::Move move) {
      if (worth(*solution_, position, move).is_win()) (std::popcount(move.cells) == 1 ? one : two) = true;
    });
    by_one += one && !two ? 1 : 0;
    by_two += two && !one ? 1 : 0;
  });
  EXPECT_NEAR(static_cast<double>(at_once) / won, 0.8, 0.03);
  EXPECT_NEAR(static_cast<double>(by_one) / by_two, 2.0, 0.05) << "where only one kind of move wins";
}

TEST_F(ColorBridgeTips, OnlySingleCellsAtTheEndsLoseAsFirstMoves) {
  std::vector<std::string> losing;
  const auto start = game_.start(Seat::one);
  game_.legal(start).for_each([&](ColorBridge::Move move) {
    if (!worth(*solution_, start, move).is_win()) losing.push_back(game_.write(move));
  });
  EXPECT_EQ(losing, (std::vector<std::string>{"1", "2", "10", "11"}));
  EXPECT_EQ(winning_moves(*solution_, start).size(), 17U);
}

TEST_F(ColorBridgeTips, ARunThatIsTooLongCanBeTheOnlyMoveThatWins) {
  ColorBridge::Position position;  // B _ B B _ R R R R B B
  position.owned = {0b00111100000, 0b11000001101};
  std::uint64_t reached = 0;
  for_each_reachable(game_, [&](const ColorBridge::Position& each) { reached += each == position ? 1 : 0; });
  EXPECT_EQ(reached, 1U);
  EXPECT_EQ(winning_moves(*solution_, position), std::vector<std::string>{"5"});
}

class ColorCaptureTips : public ::testing::Test {
 protected:
  const ColorCapture game_;
  const std::unique_ptr<Solution<ColorCapture>> solution_ = solution_of(game_);

  static std::size_t color(const ColorCapture::Position& position, int number) {
    return static_cast<std::size_t>((position.left + number - 1) % 3);
  }
};

TEST_F(ColorCaptureTips, BothFirstPicksWinWithTheEleventhPick) {
  const auto start = game_.start(Seat::one);
  EXPECT_EQ(winning_moves(*solution_, start), (std::vector<std::string>{"1", "15"}));
  EXPECT_EQ(worth(*solution_, start, {1}), Value::win(11));
  EXPECT_EQ(worth(*solution_, start, {15}), Value::win(11));
}

TEST_F(ColorCaptureTips, TwoOfAColorThatLiesAtAnEndWinAtOnce) {
  for_each_reachable(game_, [&](const ColorCapture::Position& position) {
    if (position.over) return;
    const auto held = game_.counts(position, position.mover);
    const bool holds_two = held[color(position, 1)] == 2 || held[color(position, position.count)] == 2;
    if (holds_two) {
      EXPECT_EQ(solution_->value(position), Value::win(1));
    }
  });
}

TEST_F(ColorCaptureTips, BuildingIsRightMoreOftenThanBlocking) {
  struct Tally {
    int right = 0;
    int all = 0;
    void add(int left, int right_end, bool left_wins) {
      if (left == right_end) return;
      ++all;
      right += (left > right_end) == left_wins ? 1 : 0;
    }
  };
  Tally build;
  Tally block;
  for_each_reachable(game_, [&](const ColorCapture::Position& position) {
    if (position.over || position.count < 2) return;
    const bool left = worth(*solution_, position, {1}).is_win();
    const bool right = worth(*solution_, position, {position.count}).is_win();
    if (left == right) return;
    const auto mine = game_.counts(position, position.mover);
    const auto theirs = game_.counts(position, other(position.mover));
    const std::size_t one = color(position, 1);
    const std::size_t last = color(position, position.count);
    build.add(mine[one], mine[last], left);
    block.add(theirs[one], theirs[last], left);
  });
  EXPECT_EQ(build.right, 22);
  EXPECT_EQ(build.all, 32);
  EXPECT_EQ(block.right, 10);
  EXPECT_EQ(block.all, 32);
}

TEST(ColorClashTips, RedWinsFromEveryPositionThatCanBeReached) {
  const ColorClash game;
  const auto solution = solution_of(game);
  for_each_reachable(game, [&](const ColorClash::Position& position) {
    EXPECT_EQ(solution->value(position).is_win(), position.mover == Seat::one);
  });
  const auto start = game.start(Seat::one);
  EXPECT_EQ(worth(*solution, start, {Seat::one, 0, 8}), Value::win(1)) << "R1-9";
}

class EnergyCaptureTips : public ::testing::Test {
 protected:
  const Equilibrium book_ = *Equilibrium::of({.units = 15, .fields = 5});

  // Calls `visit` with every allocation of so many units, the larger amounts first.
  template <class Visit>
  static void for_each_allocation(int units, Visit visit, const Allocation& begun = {}) {
    if (begun.size() == 5) return units == 0 ? visit(begun) : void();
    for (int here = begun.empty() ? units : std::min(units, begun.back()); here >= 0; --here) {
      Allocation more = begun;
      more.push_back(here);
      for_each_allocation(units - here, visit, more);
    }
  }
};

TEST_F(EnergyCaptureTips, FewNodesAndUnitsKeptBackAreWorse) {
  double on_two = -1;
  double kept_one = -1;
  for_each_allocation(15, [&](const Allocation& units) {
    if (units[2] == 0) on_two = std::max(on_two, book_.expectation(units));
  });
  for_each_allocation(14, [&](const Allocation& units) { kept_one = std::max(kept_one, book_.expectation(units)); });
  EXPECT_NEAR(book_.expectation({15, 0, 0, 0, 0}), -1, 1e-9);
  EXPECT_LT(on_two, -0.4);
  EXPECT_LT(kept_one, -0.15);
  for (const MixedAllocation& each : book_.mixture())
    EXPECT_EQ(std::accumulate(each.units.begin(), each.units.end(), 0), 15) << "perfect play keeps nothing back";
}

TEST_F(EnergyCaptureTips, EveryAllocationIsBeatenByOneWhoKnowsIt) {
  for_each_allocation(15, [&](const Allocation& units) { EXPECT_GT(lead(best_reply(units, 15), units), 0); });
}

TEST_F(EnergyCaptureTips, PerfectPlayHasSixUnitsOnSomeNodeNearlyAlways) {
  std::vector<MixedAllocation> mixture = book_.mixture();
  std::ranges::sort(mixture, std::greater{}, &MixedAllocation::weight);
  EXPECT_EQ(mixture[0].units, (Allocation{6, 5, 4, 0, 0}));
  const std::set<Allocation> next{mixture[1].units, mixture[2].units};
  EXPECT_EQ(next, (std::set<Allocation>{{6, 4, 3, 2, 0}, {6, 4, 2, 2, 1}}));
  double with_six = 0;
  for (const MixedAllocation& each : mixture) with_six += each.units[0] == 6 ? each.weight : 0;
  EXPECT_GT(with_six, 0.95);
}

}  // namespace
}  // namespace duello
