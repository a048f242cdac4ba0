// Games as programs that learn see them: moves are numbers, knowledge is a row of bytes.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "core/actions.hpp"
#include "core/random.hpp"
#include "tests/games/generators.hpp"

namespace duello {
namespace {

template <class G>
class Actions : public ::testing::Test {};
template <class List>
struct SteppedTypesOf;
template <class... Games>
struct SteppedTypesOf<GameList<Games...>> {
  using type = ::testing::Types<Stepped<Games>...>;
};
TYPED_TEST_SUITE(Actions, SteppedTypesOf<AllGames>::type);

using Bytes = std::vector<std::uint8_t>;

template <class G>
Bytes mask_of(const G& game, const typename G::View& view) {
  Bytes mask(static_cast<std::size_t>(game.action_count()), 7);
  write_mask(game, view, mask);
  return mask;
}

template <class G>
Bytes observation_of(const G& game, const typename G::View& view) {
  Bytes bytes(static_cast<std::size_t>(game.observation_size()), 77);
  game.observe(view, bytes);
  return bytes;
}

template <class G>
typename G::View movers_view(const G& game, const typename G::Position& position) {
  return game.view(position, game.mover(position));
}

TYPED_TEST(Actions, AreDifferentNumbersOfTheLegalMoves) {
  check([] {
    walk_anywhere<TypeParam>([](const TypeParam& game, const auto& position) {
      std::set<int> actions;
      game.legal(position).for_each([&](const typename TypeParam::Move& move) {
        const int action = game.index_of(move);
        RC_ASSERT(action >= 0 && action < game.action_count());
        RC_ASSERT(actions.insert(action).second);
        RC_ASSERT(game.move_of(movers_view(game, position), action) == move);
      });
    });
  });
}

TYPED_TEST(Actions, AreMaskedExactlyWhereTheyAreNotLegal) {
  check([] {
    walk_anywhere<TypeParam>([](const TypeParam& game, const auto& position) {
      const auto moves = game.legal(position);
      Bytes expected(static_cast<std::size_t>(game.action_count()), 0);
      moves.for_each([&](const auto& move) { expected[static_cast<std::size_t>(game.index_of(move))] = 1; });
      RC_ASSERT(mask_of(game, movers_view(game, position)) == expected);
      for (int action = 0; action < game.action_count(); ++action) {
        const auto move = game.move_of(movers_view(game, position), action);
        RC_ASSERT(holds(moves, move) == (expected[static_cast<std::size_t>(action)] == 1));
      }
    });
  });
}

// None is there that could never be chosen: each is legal somewhere in a few thousand random games by the book. Except
// in Color Clash, where disks never go back, so that some places are never ahead of them.
TYPED_TEST(Actions, AreAllOfUse) {
  if (std::is_same_v<TypeParam, ColorClash>) return;
  const TypeParam game;
  Bytes ever(static_cast<std::size_t>(game.action_count()), 0);
  Random random(1);
  for (int games = 0; games < 3000; ++games)
    for (auto position = game.start(Seat::one); !game.outcome(position);) {
      const auto moves = game.legal(position);
      moves.for_each([&](const auto& move) { ever[static_cast<std::size_t>(game.index_of(move))] = 1; });
      position = game.after(position, moves[random.below(moves.size())]);
    }
  EXPECT_EQ(std::ranges::count(ever, 0), 0);
}

TYPED_TEST(Actions, HaveObservationsOfTheirParts) {
  check([] {
    const TypeParam game(*any_rules<TypeParam>());
    int size = 0;
    std::set<std::string_view> names;
    for (const ObservedPart& part : game.observed_parts()) {
      size += part.rows * part.columns;
      RC_ASSERT(names.insert(part.name).second && !part.meaning.empty());
    }
    RC_ASSERT(size == game.observation_size());
  });
}

// Whoever sees the same acts the same: an observation tells all that the legal actions depend on.
TYPED_TEST(Actions, FollowFromTheObservation) {
  const TypeParam game;
  std::map<Bytes, Bytes> masks;
  Random random(1);
  std::size_t seen = 0;
  for (int games = 0; games < 200; ++games)
    for (auto position = game.start(games % 2 == 0 ? Seat::one : Seat::two); !game.outcome(position); ++seen) {
      const auto view = movers_view(game, position);
      const auto [known, is_new] = masks.emplace(observation_of(game, view), mask_of(game, view));
      ASSERT_EQ(known->second, mask_of(game, view));
      const auto moves = game.legal(position);
      position = game.after(position, moves[random.below(moves.size())]);
    }
  EXPECT_LT(masks.size(), seen);
}

// A seat sees itself as the mover, so the same game with the seats changed looks the same; except in Color Clash, where
// the seats begin with different places.
TYPED_TEST(Actions, LookTheSameToBothSeats) {
  if (std::is_same_v<TypeParam, ColorClash>) return;
  check([] {
    const TypeParam game(*any_rules<TypeParam>());
    std::vector<Bytes> shown;
    const Picks picks = any_picks();
    for (const Seat first : kSeats) {
      std::size_t at = 0;
      walk(game, first, picks, [&](const typename TypeParam::Position& position) {
        Bytes bytes = observation_of(game, movers_view(game, position));
        if (game.outcome(position)) return;
        if (first == Seat::one) {
          shown.push_back(bytes);
        } else {
          RC_ASSERT(shown[at++] == bytes);
        }
      });
    }
  });
}

TEST(ActionsOfColorBridge, AreTheCellsAndThenThePairs) {
  const Table<ColorBridge> table = Table<ColorBridge>().play("6");
  const ColorBridge& game = table.game();
  EXPECT_EQ(game.action_count(), 21);
  EXPECT_EQ(game.write(game.move_of(table.view(), 10)), "11");
  EXPECT_EQ(game.write(game.move_of(table.view(), 11)), "1-2");
  EXPECT_EQ(game.write(game.move_of(table.view(), 20)), "10-11");
  EXPECT_EQ(observation_of(game, table.view()), (Bytes{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,  //
                                                       0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0}));
}

TEST(ActionsOfColorCapture, AreLeftAndRight) {
  const Table<ColorCapture> table = Table<ColorCapture>().play("15 1");
  const ColorCapture& game = table.game();
  EXPECT_EQ(game.action_count(), 2);
  EXPECT_EQ(game.write(game.move_of(table.view(), 0)), "1");
  EXPECT_EQ(game.write(game.move_of(table.view(), 1)), "13");
  EXPECT_EQ(observation_of(game, table.view()), (Bytes{0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0,  //
                                                       0, 0, 1, 1, 0, 0}));
}

TEST(ActionsOfCaptureTheFlag, AreSpaces) {
  const Table<CaptureTheFlag> table = Table<CaptureTheFlag>().play("3 2");
  EXPECT_EQ(table.game().action_count(), 3);
  EXPECT_EQ(observation_of(table.game(), table.view()), (Bytes{0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0,  //
                                                               0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0}));
}

TEST(ActionsOfColorClash, AreDisksAndDestinations) {
  const Table<ColorClash> table = Table<ColorClash>().play("R4-9");
  const ColorClash& game = table.game();
  EXPECT_EQ(game.action_count(), 36);
  EXPECT_EQ(game.write(game.move_of(table.view(), 2 * 9 + 6)), "B3-7");
  EXPECT_EQ(observation_of(game, table.view()), (Bytes{0, 1, 0, 0, 0, 0, 0, 0, 0,  //
                                                       0, 0, 0, 1, 0, 0, 0, 0, 0,  //
                                                       0, 0, 0, 0, 0, 1, 0, 0, 0,  //
                                                       0, 0, 0, 0, 0, 0, 0, 1, 0,  //
                                                       1, 0, 1, 0, 1, 0, 0, 0, 1}));
}

// Energy Capture's allocations are put together from shares.
class Shares : public ::testing::Test {
 protected:
  static EnergyShares::Position put_together(const EnergyShares& game, EnergyShares::Position position,
                                             const EnergyCapture::Move& allocation) {
    for (std::size_t node = 0; node < allocation.units.size(); ++node)
      if (allocation.units[node] != 0)
        position = game.after(position, {static_cast<std::uint8_t>(node), allocation.units[node]});
    return game.after(position, {});
  }
};

TEST_F(Shares, AreNodesAndUnitsBehindTheEndOfTheTurn) {
  const EnergyShares game;
  const auto view = game.view(game.start(Seat::one), Seat::one);
  EXPECT_EQ(game.action_count(), 1 + 5 * 15);
  EXPECT_EQ(game.write(game.move_of(view, 0)), "end");
  EXPECT_EQ(game.write(game.move_of(view, 1)), "1:1");
  EXPECT_EQ(game.write(game.move_of(view, 15)), "1:15");
  EXPECT_EQ(game.write(game.move_of(view, 75)), "5:15");
}

// In exactly one way each: every way through the shares of a turn is walked, and every allocation is met once.
TEST_F(Shares, ReachEveryAllocationOnce) {
  const auto rules = rules_of<EnergyCapture>({"units=6", "nodes=3"});
  const EnergyCapture whole(rules);
  const EnergyShares game(rules);
  std::multiset<std::string> met;
  const auto walk_turn = [&](const auto& self, const EnergyShares::Position& position) -> void {
    game.legal(position).for_each([&](EnergyShares::Move move) {
      if (move.ends_turn()) {
        met.insert(whole.write(position.draft));
      } else {
        self(self, game.after(position, move));
      }
    });
  };
  walk_turn(walk_turn, game.start(Seat::one));
  const std::vector<std::string> all = written(whole, whole.legal(whole.start(Seat::one)));
  EXPECT_EQ(met, std::multiset<std::string>(all.begin(), all.end()));
}

TEST_F(Shares, PutTogetherAreTheMoveItself) {
  check([] {
    const auto rules = *any_rules<EnergyCapture>();
    const EnergyCapture whole(rules);
    const EnergyShares game(rules);
    auto position = game.start(any_seat());
    for (const std::uint32_t pick : any_picks()) {
      const auto moves = whole.legal(position.table);
      if (moves.size() == 0) break;
      const auto move = picked(moves, pick);
      const auto expected = whole.after(position.table, move);
      position = put_together(game, position, move);
      RC_ASSERT(position == (EnergyShares::Position{.table = expected}));
    }
  });
}

TEST_F(Shares, AreNotAskedForWhereNothingIsLeft) {
  const EnergyShares game;
  const auto half = game.after(game.start(Seat::one), {0, 14});
  EXPECT_FALSE(game.forced(game.view(half, Seat::one)));
  EXPECT_TRUE(game.forced(game.view(game.after(half, {1, 1}), Seat::one)));
  EXPECT_TRUE(game.forced(game.view(game.after(game.start(Seat::one), {4, 1}), Seat::one)));
}

TEST_F(Shares, OfAHalfMadeMoveAreTheMoversSecret) {
  const EnergyShares game;
  const auto start = game.start(Seat::one);
  const auto half = game.after(start, {2, 5});
  EXPECT_NE(game.view(half, Seat::one), game.view(start, Seat::one));
  EXPECT_EQ(game.view(half, Seat::two), game.view(start, Seat::two));
  EXPECT_EQ(game.view(half, std::nullopt), game.view(start, std::nullopt));
}

// Two games in which seat two hides different units are the same to seat one until they are revealed.
TEST_F(Shares, ThatAreHiddenChangeNothingInTheOthersObservation) {
  check([] {
    const auto rules = *any_rules<EnergyCapture>();
    const EnergyCapture whole(rules);
    const EnergyShares game(rules);
    PerSeat<EnergyShares::Position> twins{{game.start(Seat::one), game.start(Seat::one)}};
    bool revealed = false;
    for (const std::uint32_t pick : any_picks()) {
      const bool is_secret = game.mover(twins[Seat::one]) == Seat::two;
      if (!is_secret) {
        const auto view = movers_view(game, twins[Seat::one]);
        RC_ASSERT(observation_of(game, view) == observation_of(game, movers_view(game, twins[Seat::two])));
        RC_ASSERT(mask_of(game, view) == mask_of(game, movers_view(game, twins[Seat::two])));
      }
      const auto count = [&](Seat twin) { return whole.legal(twins[twin].table).size(); };
      const std::uint64_t fewer = std::min(count(Seat::one), count(Seat::two));
      const bool passes = fewer == 1 || pick % 4 == 0;
      revealed = passes && twins[Seat::one].table.passed[other(game.mover(twins[Seat::one]))];
      if (revealed) break;
      for (const Seat twin : kSeats) {
        const auto moves = whole.legal(twins[twin].table);
        const std::uint64_t salt = is_secret ? pick / (1 + index(twin) * 2) : pick;
        twins[twin] = put_together(game, twins[twin], passes ? EnergyCapture::Move{} : moves[1 + salt % (fewer - 1)]);
      }
    }
  });
}

}  // namespace
}  // namespace duello
