// Who wins, two bits a position: against the table that knows how fast, and against itself solved by many.
#include "solve/winners.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "core/random.hpp"
#include "games/color_bridge.hpp"
#include "solve/codes.hpp"
#include "solve/gpu/kernels.hpp"
#include "solve/solution.hpp"
#include "solve/winners_oracle.hpp"
#include "system/threads.hpp"
#include "tests/solve/testing.hpp"

namespace duello {
namespace {

Words::Round round_for(Value value) {
  return value.is_neither() ? Words::Round::neither : value.is_win() ? Words::Round::won : Words::Round::lost;
}

// Small ones of every kind, and some whose blocks fill many units; gaps of every width are among them.
std::vector<ColorBridge::Rules> variants() {
  std::vector<ColorBridge::Rules> all = small_variants<ColorBridge>();
  for (int run = 2; run <= 5; ++run)
    for (const int reach : {1, 2, 3, 4, 8}) all.push_back({.length = 10, .run = run, .reach = reach});
  return all;
}

template <class Visit>
void for_each_position(const ColorBridge& game, Visit visit) {
  for (std::uint64_t block = 0; block < game.block_count(); ++block)
    for (std::uint64_t number = 0; number < std::uint64_t{1} << game.block_bits(block); ++number) visit(block, number);
}

// The value of a position that may never be reached, a full track among them.
Value value_at(Solution<ColorBridge>& solution, std::uint64_t block, std::uint64_t number) {
  const auto scores = solution.table().contents().front();
  return Value::unpacked(static_cast<std::int8_t>(scores[solution.game().block_begin(block) + number]));
}

// A table as a card makes it: the kernels, a member of a team after the other.
template <class Form>
std::vector<typename Form::Unit> solved_by_teams(const ColorBridge& game, typename Form::Round round) {
  const Shelves<ColorBridge, Form::kLowBits> shelves(game);
  std::vector<typename Form::Unit> units(shelves.size());
  const UnitTable<Form> table{units.data(), units.data(), round};
  for (int number = game.layer_count() - 1; number >= 0; --number) {
    const int part_bits = std::min(2, shelves.unit_bits(game.layer_bits(number)));
    const kernels::Layer<ColorBridge> layer{game, shelves.begins().data(), number, part_bits,
                                            game.layer_size(number) << part_bits};
    std::vector<unsigned char> room(layer.plan_bytes());
    for (std::uint64_t team = 0; team < layer.teams; ++team) {
      const BlockPlan plan = layer.plan_in(room.data(), 1);
      kernels::Work work{};
      for (std::uint32_t i = 0; i < kernels::kTeam; ++i)
        work = kernels::Work::planned<Form::kLowBits>(layer, team, plan, {i, kernels::kTeam});
      for (std::uint32_t i = 0; i < kernels::kTeam; ++i)
        solve_units<Form, 2>(work.block, plan, table, work.begin, work.end, {i, kernels::kTeam});
    }
  }
  return units;
}

class WinnerTables : public testing::Test {
 protected:
  OneWorker worker_;
};

TEST_F(WinnerTables, SayWhoWinsInEveryPosition) {
  for (const auto& rules : variants()) {
    const ColorBridge game(rules);
    Solution<ColorBridge> values(game);
    ASSERT_TRUE(values.solve(worker_, go_on));
    WinnerTable<ColorBridge> winners(game);
    ASSERT_TRUE(winners.take_room());
    ASSERT_TRUE(winners.fill(round_for(values.value(game.start(Seat::one))), worker_, go_on));
    for_each_position(game, [&](std::uint64_t block, std::uint64_t number) {
      const Value value = value_at(values, block, number);
      const Winner winner = winners.winner(game.block_position(block, number));
      ASSERT_TRUE(winner.is_mover() == value.is_win() && winner.is_other() == value.is_loss())
          << name_of<ColorBridge>(rules) << ' ' << block << ' ' << number << ": " << value;
    });
  }
}

// What is settled in this round is what holds if nobody knows what the next one brings.
TEST_F(WinnerTables, SayWhatIsSettledInThisRound) {
  std::size_t later = 0;
  for (const auto& rules : variants()) {
    const ColorBridge game(rules);
    WinnerTable<ColorBridge> without(game);
    ASSERT_TRUE(without.take_room() && without.fill(Words::Round::neither, worker_, go_on));
    for (const Words::Round round : {Words::Round::won, Words::Round::lost}) {
      WinnerTable<ColorBridge> winners(game);
      ASSERT_TRUE(winners.take_room() && winners.fill(round, worker_, go_on));
      for_each_position(game, [&](std::uint64_t block, std::uint64_t number) {
        const auto position = game.block_position(block, number);
        const Winner winner = winners.winner(position);
        const Winner now = without.winner(position);
        ASSERT_EQ(winner.is_settled(), !now.is_neither()) << name_of<ColorBridge>(rules);
        ASSERT_TRUE(!winner.is_settled() || winner == now) << name_of<ColorBridge>(rules);
        later += static_cast<std::size_t>(!winner.is_settled());
      });
    }
  }
  EXPECT_GT(later, 1000U);
}

TEST_F(WinnerTables, AreTheSameByTeamsAndByThreads) {
  for (const auto& rules : variants()) {
    const ColorBridge game(rules);
    for (const Words::Round round : {Words::Round::won, Words::Round::neither}) {
      WinnerTable<ColorBridge> winners(game);
      const auto threads = make_workers(2);
      ASSERT_TRUE(winners.take_room() && winners.fill(round, *threads, go_on));
      const auto units = solved_by_teams<Words>(game, round);
      const auto expected = std::as_bytes(std::span(units));
      ASSERT_TRUE(std::ranges::equal(winners.contents(), expected)) << name_of<ColorBridge>(rules);
    }
  }
}

TEST_F(WinnerTables, AreStoppedByTheWatch) {
  WinnerTable<ColorBridge> winners{ColorBridge()};
  ASSERT_TRUE(winners.take_room());
  EXPECT_FALSE(winners.fill(Words::Round::won, worker_, [](std::uint64_t, std::uint64_t) { return false; }));
}

TEST_F(WinnerTables, TakeAQuarterOfAByteAPosition) {
  const ColorBridge game({.length = 20});
  EXPECT_LT(WinnerTable<ColorBridge>::bytes_for(game), 900e6);
}

TEST(Codes, AreTheValuesOfEveryPosition) {
  OneWorker worker;
  for (const auto& rules : variants()) {
    const ColorBridge game(rules);
    Solution<ColorBridge> values(game);
    ASSERT_TRUE(values.solve(worker, go_on));
    const Shelves<ColorBridge, Codes::kLowBits> shelves(game);
    const auto units = solved_by_teams<Codes>(game, Codes::code_of(values.value(game.start(Seat::one))));
    for_each_position(game, [&](std::uint64_t block, std::uint64_t number) {
      const auto code = Codes::at(units.data() + shelves.unit_of(game, block, 0), number);
      ASSERT_EQ(Value::unpacked(Codes::score_of(code)), value_at(values, block, number))
          << name_of<ColorBridge>(rules) << ' ' << block << ' ' << number;
    });
  }
}

TEST(Codes, KeepTheOrderOfValuesAndTheirBefore) {
  for (int plies = 0; plies <= 60; ++plies) {
    const Value value = plies % 2 == 0 ? Value::loss(plies) : Value::win(plies);
    const auto code = Codes::code_of(value);
    EXPECT_LT(code, 128);
    EXPECT_EQ(Value::unpacked(Codes::score_of(code)), value);
    EXPECT_EQ(Codes::before(code) & 0xff, Codes::code_of(value.before())) << plies;
  }
  EXPECT_EQ(Codes::before(Codes::code_of(Value::neither())) & 0xff, Codes::code_of(Value::neither()));
}

TEST(Codes, FindTheLeastOfFourAtOnce) {
  Random random(13);
  for (int repeat = 0; repeat < 1000; ++repeat) {
    const auto one = static_cast<std::uint32_t>(random()) & 0x7f7f7f7f;
    const auto two = static_cast<std::uint32_t>(random()) & 0x7f7f7f7f;
    const std::uint32_t least = Codes::least(one, two);
    for (int at = 0; at < 32; at += 8)
      ASSERT_EQ(least >> at & 0xff, std::min(one >> at & 0xff, two >> at & 0xff)) << one << ' ' << two;
  }
}

// Whatever the processor squeezes in one step.
TEST(Words, AreSqueezedTheSameInSteps) {
  Random random(14);
  const auto same = [&]<int... At>(std::integer_sequence<int, At...>) {
    const Words::Word word = random();
    return ((Words::squeezed<At>(word) == Words::squeezed_in_steps<At>(word)) && ...) &&
           Words::reversed(Words::reversed(word)) == word;
  };
  for (int repeat = 0; repeat < 1000; ++repeat) ASSERT_TRUE(same(std::make_integer_sequence<int, 6>()));
  EXPECT_EQ(Words::squeezed_in_steps<0>(0x5555555555555555), 0xffffffffU);
  EXPECT_EQ(Words::squeezed_in_steps<2>(0x0f0f0f0f0f0f0f00), 0xfffffff0U);
  EXPECT_EQ(Words::reversed(1), Words::Word{1} << 63);
}

// Plies are looked for, and are right wherever they are found.
TEST(WinnersOracle, AgreesWithTheTableThatKnowsPlies) {
  OneWorker worker;
  std::size_t unknown = 0;
  for (const auto& rules : small_variants<ColorBridge>()) {
    const ColorBridge game(rules);
    const auto values = solve_values(game, worker, go_on).value();
    const auto winners = solve_winners(game, worker, go_on).value();
    Random random(static_cast<std::uint64_t>(rules.length * 100 + rules.run * 10 + rules.reach));
    for (int repeat = 0; repeat < 10; ++repeat) {
      auto position = game.start(Seat::one);
      for (int ply = 0; ply < 2 * rules.length && !game.outcome(position); ++ply) {
        const auto view = AnyView::of(position);
        const Value value = winners->value(view);
        unknown += static_cast<std::size_t>(!value.knows_plies());
        ASSERT_EQ(value, values->value(view)) << name_of<ColorBridge>(rules);
        const auto expected = values->moves(view);
        const auto moves = winners->moves(view);
        for (std::size_t i = 0; i < moves.size(); ++i) {
          ASSERT_EQ(moves[i].value, expected[i].value) << name_of<ColorBridge>(rules);
          ASSERT_EQ(moves[i].slips, expected[i].slips) << name_of<ColorBridge>(rules);
        }
        const auto legal = game.legal(position);
        position = game.after(position, legal[random.below(legal.size())]);
      }
    }
    EXPECT_TRUE(winners->is_sound());
    const auto counted = values->survey(go_on);
    const auto again = winners->survey(go_on);
    EXPECT_EQ(counted->positions, again->positions);
    EXPECT_EQ(counted->won, again->won);
    EXPECT_EQ(counted->only_move, again->only_move);
  }
  EXPECT_EQ(unknown, 0U);
}

}  // namespace
}  // namespace duello
