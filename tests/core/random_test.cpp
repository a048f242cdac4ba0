#include "core/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <set>
#include <vector>

namespace duello {
namespace {

std::vector<std::uint64_t> first_numbers(Random random, int count = 4) {
  std::vector<std::uint64_t> numbers;
  for (int i = 0; i < count; ++i) numbers.push_back(random());
  return numbers;
}

using Numbers = std::vector<std::uint64_t>;

// Seed 0 is the seed 0 of SplitMix64 elsewhere too; these are its published numbers.
TEST(Random, IsSplitMix64) {
  EXPECT_EQ(first_numbers(Random(0), 5), (Numbers{0xe220a8397b1dcdaf, 0x6e789e6aa1b965f4, 0x06c45d188009454f,
                                                  0xf88bb8a8724c81ec, 0x1b39896a51a8749b}));
}

// Records and tests depend on these numbers: a seed gives the same game on every machine and in every version.
TEST(Random, GivesTheSameNumbersForTheSameSeed) {
  EXPECT_EQ(first_numbers(Random(1)),
            (Numbers{13830413928045401970U, 6869446166584666695U, 8084911050856847527U, 17600346874777673004U}));
  EXPECT_EQ(first_numbers(Random(7, 1)),
            (Numbers{13309476754707697221U, 11984929618412882174U, 10134167572453724827U, 11146164815057002045U}));
  EXPECT_EQ(first_numbers(Random(7)), first_numbers(Random(7, 0)));
}

TEST(Random, GivesTheSamePicksForTheSameSeed) {
  Random random(2026);
  Numbers picks;
  for (const std::uint64_t bound : {2U, 6U, 11U, 15504U, 1000000U}) picks.push_back(random.below(bound));
  EXPECT_EQ(picks, (Numbers{1, 3, 2, 1827, 75639}));
}

TEST(Random, WorksWhileCompiling) {
  constexpr std::uint64_t kNumber = [] {
    Random random(0);
    return random();
  }();
  static_assert(kNumber == 0xe220a8397b1dcdaf);
  constexpr std::uint64_t kPick = Random(3).below(10);
  EXPECT_EQ(Random(3).below(10), kPick);
}

TEST(Random, GivesOtherNumbersForOtherSeedsAndStreams) {
  std::set<std::uint64_t> seen;
  for (std::uint64_t seed = 0; seed < 100; ++seed)
    for (std::uint64_t stream = 0; stream < 4; ++stream)
      for (const std::uint64_t number : first_numbers(Random(seed, stream))) seen.insert(number);
  EXPECT_EQ(seen.size(), 100U * 4U * 4U);
}

TEST(Random, StreamsOfOneSeedDoNotFollowEachOther) {
  const Numbers one = first_numbers(Random(5, 0), 1000);
  const Numbers two = first_numbers(Random(5, 1), 1000);
  const std::set<std::uint64_t> numbers(one.begin(), one.end());
  EXPECT_TRUE(std::ranges::none_of(two, [&](std::uint64_t number) { return numbers.contains(number); }));
}

TEST(RandomBelow, OneIsAlwaysZero) {
  Random random(1);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(random.below(1), 0U);
}

TEST(RandomBelow, StaysBelowAnyBound) {
  Random random(2);
  for (const std::uint64_t bound : {std::uint64_t{2}, std::uint64_t{3}, std::uint64_t{1} << 32, std::uint64_t{3} << 62,
                                    (std::uint64_t{1} << 63) + 1, ~std::uint64_t{0}})
    for (int i = 0; i < 1000; ++i) EXPECT_LT(random.below(bound), bound);
}

// How far the counts are from even, as chi squared: 20.5 is passed by one honest die with six sides in a thousand.
double unevenness(std::array<int, 6> counts, int sides, int throws) {
  const double even = static_cast<double>(throws) / sides;
  double sum = 0;
  for (int side = 0; side < sides; ++side) {
    const double off = counts[static_cast<std::size_t>(side)] - even;
    sum += off * off / even;
  }
  return sum;
}

TEST(RandomBelow, SixIsAFairDie) {
  constexpr int kThrows = 60'000;
  Random random(3);
  std::array<int, 6> counts{};
  for (int i = 0; i < kThrows; ++i) ++counts[random.below(6)];
  EXPECT_LT(unevenness(counts, 6, kThrows), 20.5);
  EXPECT_GT(std::ranges::min(counts), 0);
}

// With this bound one number in three would come twice as often as the others, were the uneven rest not thrown away.
TEST(RandomBelow, ABoundThatDoesNotDivideTheRangeIsFairToo) {
  constexpr int kThrows = 30'000;
  Random random(4);
  std::array<int, 6> counts{};
  for (int i = 0; i < kThrows; ++i) ++counts[random.below(std::uint64_t{3} << 62) % 3];
  EXPECT_LT(unevenness(counts, 3, kThrows), 13.8);
}

TEST(Random, ServesTheStandardLibrary) {
  static_assert(std::uniform_random_bit_generator<Random>);
  std::vector<int> cards{1, 2, 3, 4, 5, 6, 7, 8};
  const std::vector<int> sorted = cards;
  std::ranges::shuffle(cards, Random(9));
  EXPECT_NE(cards, sorted);
  EXPECT_TRUE(std::ranges::is_permutation(cards, sorted));
}

}  // namespace
}  // namespace duello
