#include "solve/hidden_oracle.hpp"

#include <gmock/gmock.h>

#include <set>

#include "tests/games/testing.hpp"
#include "tests/solve/brute_force.hpp"

namespace duello {
namespace {

using testing::HasSubstr;

// A small game at some turn, and what is known of it.
class AtTurn {
 public:
  explicit AtTurn(std::string_view moves) { table_.play(moves); }

  const EnergyCapture& game() const { return table_.game(); }
  EnergyCapture::View turn() const { return table_.view(); }
  AnyView view() const { return AnyView::of(turn()); }
  HiddenOracle& oracle() { return oracle_; }
  const std::vector<MixedAllocation>& mixture() { return (*oracle_.equilibrium(view()))->mixture(); }

  Allocation placed() const { return game().placed(turn()); }
  int left() const { return turn().left; }

 private:
  Table<EnergyCapture> table_{{"units=4", "nodes=3", "extra=3"}};
  ContestOracle<EnergyCapture> oracle_{table_.game()};
};

// The first phase, with more and more placed; sudden death on all three nodes and on the last one.
class EveryTurn : public ::testing::TestWithParam<std::string_view> {
 protected:
  AtTurn at_{GetParam()};
};
INSTANTIATE_TEST_SUITE_P(Turns, EveryTurn,
                         ::testing::Values("", "1:1 2:1", "1:1 2:1 3:1 pass", "1:4", "2:2,3:1 1:3", "1:1 pass 1:1",
                                           "pass pass", "pass pass 2:1 2:1", "1:1 2:1 pass pass",
                                           "1:1 2:1 pass pass 3:1 3:2"));

TEST_P(EveryTurn, IsWorthTheBestThatCanStillBeMadeOfIt) {
  EXPECT_NEAR(at_.oracle().value(at_.view()), brute_force::best_completion(at_.placed(), at_.left(), at_.mixture()),
              1e-12);
}

TEST_P(EveryTurn, ListsMovesWithWhatTheyCanWin) {
  const auto moves = at_.oracle().listed_moves(at_.view());
  std::vector<EnergyCapture::Move> listed;
  at_.game().listed(at_.turn(), [&](const EnergyCapture::Move& move) { listed.push_back(move); });
  ASSERT_EQ(moves.size(), listed.size());
  for (std::size_t i = 0; i < moves.size(); ++i) {
    ASSERT_EQ(moves[i].move.as<EnergyCapture::Move>(), listed[i]);
    const Allocation more = at_.game().allocation(at_.turn(), listed[i]);
    Allocation all = at_.placed();
    for (std::size_t node = 0; node < all.size(); ++node) all[node] += more[node];
    const int left = listed[i].is_pass() ? 0 : at_.left() - sum_of(more);
    EXPECT_NEAR(moves[i].value, brute_force::best_completion(all, left, at_.mixture()), 1e-12)
        << at_.game().write(listed[i]);
  }
}

TEST_P(EveryTurn, IsPlayedAsWellAsCanBeWithOneLegalMove) {
  Random random(4);
  for (int i = 0; i < 20; ++i) {
    const auto move = at_.oracle().drawn(at_.view(), random).as<EnergyCapture::Move>();
    ASSERT_TRUE(at_.game().legal(at_.turn()).contains(move));
    const Allocation more = at_.game().allocation(at_.turn(), move);
    EXPECT_EQ(sum_of(more), at_.left());
    Allocation all = at_.placed();
    for (std::size_t node = 0; node < all.size(); ++node) all[node] += more[node];
    EXPECT_NEAR(brute_force::expectation(all, at_.mixture()), at_.oracle().value(at_.view()), 1e-12);
  }
}

TEST(ContestOracle, KnowsThePhaseThatIsPlayed) {
  AtTurn first("1:1");
  AtTurn again("pass pass");
  AtTurn last("1:1 2:1 pass pass");
  EXPECT_EQ((*first.oracle().equilibrium(first.view()))->contest(), (Contest{4, 3}));
  EXPECT_EQ((*again.oracle().equilibrium(again.view()))->contest(), (Contest{3, 3}));
  EXPECT_EQ((*last.oracle().equilibrium(last.view()))->contest(), (Contest{3, 1}));
}

TEST(ContestOracle, KnowsEveryKindOfPhaseOfTheBook) {
  ContestOracle<EnergyCapture> oracle{EnergyCapture()};
  const auto phases = oracle.phases();
  ASSERT_TRUE(phases);
  std::vector<Contest> contests;
  for (const Equilibrium* phase : *phases) {
    contests.push_back(phase->contest());
    EXPECT_EQ(phase->exploitability(), 0);
  }
  EXPECT_EQ(contests, (std::vector<Contest>{{15, 5}, {5, 5}, {5, 3}, {5, 1}}));
}

TEST(ContestOracle, IsFairAtTheBooksStart) {
  const EnergyCapture game;
  ContestOracle<EnergyCapture> oracle{game};
  const auto view = AnyView::of(game.view(game.start(Seat::one), Seat::one));
  ASSERT_TRUE(oracle.equilibrium(view));
  EXPECT_NEAR(oracle.value(view), 0, 1e-12);
  const auto moves = oracle.listed_moves(view);
  EXPECT_EQ(moves.size(), 1U + 5 * 15) << "a pass, and so many units on one node";
  for (const Expectation& each : moves) EXPECT_LE(each.value, 1e-12);
}

TEST(ContestOracle, DrawsTheOrdersOfTheEquilibriumFirst) {
  AtTurn start("");
  std::set<Allocation> drawn;
  Random random(9);
  for (int i = 0; i < 2000; ++i) {
    const auto move = start.oracle().drawn(start.view(), random).as<EnergyCapture::Move>();
    drawn.insert(start.game().allocation(start.turn(), move));
  }
  std::set<Allocation> expected;
  for (const MixedAllocation& each : start.mixture())
    brute_force::for_each_order(each.units, [&](const Allocation& units) { expected.insert(units); });
  EXPECT_EQ(drawn, expected);
}

TEST(ContestOracle, RefusesGamesThatAreTooLarge) {
  ContestOracle<EnergyCapture> oracle{EnergyCapture({.units = 60, .nodes = 15})};
  const auto phases = oracle.phases();
  ASSERT_FALSE(phases);
  EXPECT_THAT(phases.error().why, HasSubstr("60 units over 15 nodes"));
}

TEST(HiddenOracle, HasCopiesThatAnswerAlikeAndOutliveIt) {
  Table<EnergyCapture> table{{"units=4", "nodes=3", "extra=3"}};
  auto original = std::make_shared<ContestOracle<EnergyCapture>>(table.game());
  const AnyView view = AnyView::of(table.view());
  ASSERT_TRUE(original->phases());
  const std::shared_ptr<HiddenOracle> copy = original->clone();
  EXPECT_NE(*copy->equilibrium(view), *original->equilibrium(view));
  const double value = original->value(view);
  original.reset();
  EXPECT_EQ(copy->value(view), value);
}

TEST(HiddenOracle, TakesAPhaseTogether) {
  Table<EnergyCapture> table{{"units=4", "nodes=3", "extra=3"}};
  ContestOracle<EnergyCapture> oracle(table.game());
  const AnyView view = AnyView::of(table.view());
  const auto move = [&](std::string_view text) { return AnyMove::of(*table.game().read(table.view(), text)); };
  const AnyMove whole = oracle.together(view, {move("1:1,2:1"), move("2:2"), move("pass")});
  EXPECT_EQ(table.game().write(whole.as<EnergyCapture::Move>()), "1:1,2:3");
  EXPECT_NEAR(oracle.expectation(view, oracle.likeliest(view)), 0, 1e-12);
  const BestReply reply = oracle.best_reply(view, move("1:4"));
  EXPECT_EQ(reply.lead, 1);
}

}  // namespace
}  // namespace duello
