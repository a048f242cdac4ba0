// Seeds: what is drawn from one is always the same, and no part of it leads to another.
#include "match/seeds.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <set>

#include "core/random.hpp"
#include "match/hchacha20.hpp"

namespace duello {
namespace {

constexpr std::uint64_t kFresh = 0x8c1f'55aa'0137'9e02;  // as the program itself would choose one

// The example of draft-irtf-cfrg-xchacha, section 2.2.1.
TEST(HChaCha20, GivesTheNumbersOfItsSpecification) {
  std::array<std::uint32_t, 8> key{};
  for (std::uint32_t i = 0; i < key.size(); ++i) key[i] = 0x03020100 + i * 0x04040404;
  const std::array<std::uint32_t, 8> expected{0x423b4182, 0xfe7bb227, 0x50420ed3, 0x737d878a,
                                              0xd5e4f9a0, 0x53a8748a, 0x13c42ec1, 0xdcecd326};
  EXPECT_EQ(hchacha20(key, {0x09000000, 0x4a000000, 0, 0x27594131}), expected);
}

std::set<std::uint64_t> all_from(std::uint64_t seed) {
  const Seeds seeds(seed);
  std::set<std::uint64_t> all{seed, seeds.openings()};
  for (std::uint64_t i = 0; i < 10; ++i) {
    const GameSeeds game = seeds.after(i);
    all.insert({seeds.game(i), game.players[Seat::one], game.players[Seat::two], game.first, game.hints});
  }
  return all;
}

// Records depend on these numbers: a seed gives the same games on every machine and in every version.
TEST(Seeds, AreTheSameForTheSameSeed) {
  EXPECT_EQ(Seeds(7).game(0), 1258718675283945100U);
  EXPECT_EQ(Seeds(7).after(0).players[Seat::one], 2430969173109741243U);
  EXPECT_EQ(Seeds(0x0123'4567'89ab).openings(), 3968421983805694866U);
  EXPECT_EQ(Seeds(kFresh).game(1), 9450897731966463099U);
  EXPECT_EQ(Seeds(kFresh).after(3).hints, 7989504795430740318U);
}

TEST(Seeds, AreAllDifferent) {
  constexpr std::size_t kEach = 2 + 10 * 5;
  std::set<std::uint64_t> together;
  for (const std::uint64_t seed : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{2}, kFresh, kFresh + 1}) {
    const auto all = all_from(seed);
    EXPECT_EQ(all.size(), kEach);
    together.insert(all.begin(), all.end());
  }
  EXPECT_EQ(together.size(), 5 * kEach);
}

// Neither by the streams of one generator nor by small steps.
TEST(Seeds, OfOneSeatAreNoStreamAwayFromAnother) {
  for (const std::uint64_t seed : {std::uint64_t{7}, kFresh}) {
    const auto all = all_from(seed);
    for (const std::uint64_t one : all)
      for (std::uint64_t stream = 1; stream < 100; ++stream) {
        EXPECT_EQ(all.count(one + stream * 0x9e3779b97f4a7c15), 0U);
        EXPECT_EQ(all.count(one + stream), 0U);
        EXPECT_EQ(all.count(Random(one, stream)()), 0U);
      }
  }
}

// About half of all bits change with any bit of the seed.
TEST(Seeds, DependOnEveryBitOfTheSeed) {
  const GameSeeds usual = Seeds(kFresh).after(0);
  for (int bit = 0; bit < 64; ++bit) {
    const GameSeeds other = Seeds(kFresh ^ (std::uint64_t{1} << bit)).after(0);
    const int changed = std::popcount(usual.players[Seat::one] ^ other.players[Seat::one]) +
                        std::popcount(usual.players[Seat::two] ^ other.players[Seat::two]);
    EXPECT_GT(changed, 32) << bit;
    EXPECT_LT(changed, 96) << bit;
  }
}

}  // namespace
}  // namespace duello
