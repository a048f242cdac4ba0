#include "solve/blocks.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <bit>
#include <limits>
#include <set>
#include <vector>

#include "core/random.hpp"
#include "games/color_bridge.hpp"
#include "solve/solution.hpp"
#include "tests/solve/testing.hpp"

namespace duello {
namespace {

using blocks::Score;

constexpr int kMostSmall = 8;

ColorBridge track_of(int length) { return ColorBridge({.length = length, .run = 1, .reach = 2}); }

// Every track that two players can color in any way, reachable or not.
template <class Visit>
void for_each_coloring(int length, Visit visit) {
  const std::uint32_t count = 1U << length;
  for (std::uint32_t mine = 0; mine < count; ++mine)
    for (std::uint32_t theirs = 0; theirs < count; ++theirs)
      if ((mine & theirs) == 0) visit(ColorBridge::Position{.owned = {mine, theirs}});
}

std::vector<Score> random_scores(std::size_t count, Random& random) {
  std::vector<Score> scores(count);
  for (Score& score : scores) score = static_cast<Score>(static_cast<int>(random.below(256)) - 128);
  return scores;
}

TEST(ColorBridgeBlocks, HoldThreeToThePowerOfTheLengthPositions) {
  std::uint64_t power = 1;
  for (int length = 1; length <= ColorBridge::kMostCells; ++length)
    EXPECT_EQ(track_of(length).position_count(), power *= 3) << length;
}

TEST(ColorBridgeBlocks, GiveEveryColoringAPlaceOfItsOwn) {
  for (int length = 1; length <= kMostSmall; ++length) {
    const ColorBridge game = track_of(length);
    std::set<std::uint64_t> places;
    for_each_coloring(length, [&](const ColorBridge::Position& position) { places.insert(game.place(position)); });
    EXPECT_EQ(places.size(), game.position_count());
    EXPECT_EQ(*places.rbegin(), game.position_count() - 1);
  }
}

TEST(ColorBridgeBlocks, PlaceAPositionByItsBlockAndItsNumberThere) {
  for (int length = 1; length <= kMostSmall; ++length) {
    const ColorBridge game = track_of(length);
    for (std::uint64_t block = 0; block < game.block_count(); ++block)
      for (std::uint64_t number = 0; number < std::uint64_t{1} << game.block_bits(block); ++number)
        ASSERT_EQ(game.place(game.block_position(block, number)), game.block_begin(block) + number);
  }
}

TEST(ColorBridgeBlocks, GiveBackThePositionThatWasPlaced) {
  const ColorBridge game = track_of(kMostSmall);
  for_each_coloring(kMostSmall, [&](const ColorBridge::Position& position) {
    const std::uint64_t block = position.owned.mine | position.owned.theirs;
    const auto back = game.block_position(block, game.place(position) - game.block_begin(block));
    ASSERT_EQ(back.owned, position.owned);
  });
}

TEST(ColorBridgeBlocks, LieOneAfterTheOther) {
  const ColorBridge game = track_of(kMostSmall);
  for (std::uint64_t block = 0; block < game.block_count(); ++block)
    EXPECT_EQ(game.block_begin(block + 1), game.block_begin(block) + (std::uint64_t{1} << game.block_bits(block)));
}

TEST(ColorBridgeBlocks, LeadOnlyToHigherLayers) {
  const ColorBridge game({.length = kMostSmall, .run = 3, .reach = 3});
  std::vector<int> layer_at(game.position_count());
  for (std::uint64_t block = 0; block < game.block_count(); ++block)
    layer_at[game.block_begin(block)] = game.block_layer(block);
  for (std::uint64_t block = 0; block < game.block_count(); ++block)
    game.block_moves(block).for_each(
        [&](BlockMove move) { EXPECT_GT(game.block_layer(move.to), game.block_layer(block)) << block; });
}

// Where a move leads by the words of layout.hpp is where it leads by the rules.
TEST(ColorBridgeBlocks, MoveAsTheRulesDo) {
  const ColorBridge game({.length = kMostSmall, .run = kMostSmall, .reach = 3});
  for (std::uint64_t block = 0; block + 1 < game.block_count(); ++block)
    for (std::uint64_t number = 0; number < std::uint64_t{1} << game.block_bits(block); ++number) {
      const auto position = game.block_position(block, number);
      std::set<std::uint64_t> by_rules;
      game.legal(position).for_each([&](ColorBridge::Move move) {
        by_rules.insert(game.place({.owned = {position.owned.theirs, position.owned.mine | move.cells}}));
      });
      std::set<std::uint64_t> by_blocks;
      game.block_moves(block).for_each([&](BlockMove move) {
        const std::uint64_t turned = ~number & ((std::uint64_t{1} << game.block_bits(block)) - 1);
        const std::uint64_t low = turned & ((std::uint64_t{1} << move.at) - 1);
        by_blocks.insert(game.block_begin(move.to) + (low | (turned ^ low) << move.gap));
      });
      ASSERT_EQ(by_blocks, by_rules) << block << ' ' << number;
    }
}

TEST(ColorBridgeBlocks, AreFinishedWhereTheRulesSaySo) {
  for (const auto& rules : small_variants<ColorBridge>()) {
    const ColorBridge game(rules);
    for (std::uint64_t block = 0; block < game.block_count(); ++block) {
      const std::uint64_t count = std::uint64_t{1} << game.block_bits(block);
      for (std::uint64_t number = 0; number < count; ++number) {
        const std::uint64_t over = FinishedPositions<ColorBridge>(game, block).among(number - number % 64);
        ASSERT_EQ((over >> number % 64 & 1) != 0, game.outcome(game.block_position(block, number)).has_value())
            << name_of<ColorBridge>(rules) << ' ' << block << ' ' << number;
      }
    }
  }
}

TEST(ColorBridgeBlocks, StartOverWhereTheTrackIsFull) {
  const ColorBridge game = track_of(5);
  for (std::uint64_t block = 0; block < game.block_count(); ++block)
    EXPECT_EQ(game.block_starts_over(block), block == 0b11111);
}

// The fast ways against the plain one, on blocks with nothing beyond their ends.
TEST(LowerAll, IsTheSameFastAndSlow) {
  Random random(2026);
  for (int bits = 0; bits <= 10; ++bits)
    for (int at = 0; at <= bits; ++at)
      for (int gap = 1; gap <= 4; ++gap)
        for (int repeat = 0; repeat < 4; ++repeat) {
          const auto child = random_scores(std::size_t{1} << (bits + gap), random);
          auto fast = random_scores(std::size_t{1} << bits, random);
          auto slow = fast;
          blocks::lower_all(fast.data(), child.data(), bits, at, gap);
          blocks::lower_slowly(slow.data(), child.data(), bits, at, gap);
          ASSERT_EQ(fast, slow) << "bits " << bits << ", at " << at << ", gap " << gap;
        }
}

TEST(LowerAll, LooksWhereTheZerosWerePutIn) {
  constexpr int kBits = 5;
  Random random(7);
  for (int at = 0; at <= kBits; ++at)
    for (int gap = 1; gap <= 4; ++gap) {
      const auto child = random_scores(std::size_t{1} << (kBits + gap), random);
      std::vector<Score> least(std::size_t{1} << kBits, std::numeric_limits<Score>::max());
      blocks::lower_all(least.data(), child.data(), kBits, at, gap);
      for (unsigned number = 0; number < least.size(); ++number) {
        unsigned there = 0;
        for (int bit = 0; bit < kBits; ++bit)
          if ((number >> bit & 1) != 0) there |= 1U << (bit < at ? bit : bit + gap);
        ASSERT_EQ(least[number], child[there]) << number;
      }
    }
}

TEST(LowerAll, NeverRaises) {
  Random random(8);
  for (const int gap : {1, 2, 3}) {
    const auto child = random_scores(std::size_t{1} << (6 + gap), random);
    auto least = random_scores(64, random);
    const auto old = least;
    blocks::lower_all(least.data(), child.data(), 6, 3, gap);
    for (std::size_t i = 0; i < least.size(); ++i) EXPECT_LE(least[i], old[i]);
  }
}

TEST(TurnOver, ChangesTheSidesAndEndsWhatIsOver) {
  Random random(9);
  for (std::size_t size = 1; size <= 64; size *= 2)
    for (int repeat = 0; repeat < 16; ++repeat) {
      const auto least = random_scores(size, random);
      const std::uint64_t over = random();
      std::vector<Score> scores(size);
      blocks::turn_over(scores.data(), least.data(), static_cast<std::ptrdiff_t>(size), over);
      for (std::size_t i = 0; i < size; ++i)
        ASSERT_EQ(scores[i], (over >> i & 1) != 0 ? blocks::kLost : blocks::before(least[size - 1 - i])) << size;
    }
}

// Large blocks are solved in parts.
TEST(BlockTable, FollowsFromTheMovesInLargeBlocks) {
  const ColorBridge game({.length = 14});
  OneWorker worker;
  Solution<ColorBridge> solution(game);
  ASSERT_TRUE(solution.solve(worker, go_on));
  for (std::uint64_t block = 0; block + 1 < game.block_count(); ++block) {
    if (game.block_bits(block) < 12) continue;
    for (std::uint64_t number = 0; number < std::uint64_t{1} << game.block_bits(block); ++number) {
      const auto position = game.block_position(block, number);
      Value best = Value::loss(0);
      game.legal(position).for_each(
          [&](ColorBridge::Move move) { best = std::max(best, solution.value(game.after(position, move)).before()); });
      ASSERT_EQ(solution.value(position), best) << block << ' ' << number;
    }
  }
}

// So the best move is the one that leaves the least.
TEST(PackedScore, TurnsTheOrderRound) {
  std::vector<Score> scores;
  for (int plies = 0; plies <= ColorBridge::kMostCells; ++plies)
    for (const Value value : {Value::win(plies), Value::loss(plies), Value::neither()})
      scores.push_back(value.packed<Score>());
  for (const Score one : scores)
    for (const Score other : scores) EXPECT_EQ(one<other, blocks::before(one)> blocks::before(other));
}

TEST(PackedScore, HasTheSameBeforeAsItsValue) {
  for (int score = -128; score < 128; ++score)
    EXPECT_EQ(blocks::before(static_cast<Score>(score)),
              Value::unpacked(static_cast<Score>(score)).before().packed<Score>())
        << score;
}

}  // namespace
}  // namespace duello
