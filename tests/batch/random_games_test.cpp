// Random games by the million are those that would be played one by one with the same numbers.
#include "batch/random_games.hpp"

#include <gtest/gtest.h>

#include "tests/games/generators.hpp"

namespace duello {
namespace {

template <class G>
class RandomGamesOf : public ::testing::Test {};
TYPED_TEST_SUITE(RandomGamesOf, EveryGameType);

// The games of one stream, move by move.
template <class G>
RandomGames one_by_one(const G& game, Random random, Seat first, std::uint64_t count) {
  RandomGames played;
  for (; played.games < count; ++played.games) {
    auto position = game.start(first);
    for (; !game.outcome(position); ++played.moves) {
      const auto moves = game.legal(position);
      position = game.after(position, moves[random.below(moves.size())]);
    }
    ++played.wins[game.outcome(position)->winner];
  }
  return played;
}

template <class G>
RandomGames dealt_out(const typename G::Rules& rules, std::uint64_t seed, Seat first, std::uint64_t count) {
  std::vector<std::uint64_t> games;  // in each stream
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t stream = i / (16 * kGamesInAStream) * 16 + i % 16;
    games.resize(std::max<std::size_t>(games.size(), stream + 1));
    ++games[stream];
  }
  RandomGames played;
  for (std::uint64_t stream = 0; stream < games.size(); ++stream)
    played += one_by_one(G(rules), Random(seed, stream), first, games[stream]);
  return played;
}

TYPED_TEST(RandomGamesOf, AreThoseOfTheirStreams) {
  for (const std::uint64_t count : {0U, 1U, 15U, 16U, 17U, 1000U})
    for (const Seat first : kSeats)
      EXPECT_EQ(random_games<TypeParam>({}, 7, first, count), dealt_out<TypeParam>({}, 7, first, count)) << count;
}

TYPED_TEST(RandomGamesOf, AreThoseOfTheirStreamsUnderOtherRules) {
  const std::string_view last = TypeParam::Rules::kFields.back().key;
  const auto rules = rules_of<TypeParam>({cat(last, '=', last == "majority" ? "end" : last == "reach" ? "3" : "10")});
  EXPECT_EQ(random_games<TypeParam>(rules, 7, Seat::one, 100), dealt_out<TypeParam>(rules, 7, Seat::one, 100));
}

TEST(RandomGamesOfCaptureTheFlag, GoOnWithTheNextStreams) {
  constexpr std::uint64_t kMany = 16 * kGamesInAStream + 100;
  EXPECT_EQ(random_games<CaptureTheFlag>({}, 7, Seat::one, kMany), dealt_out<CaptureTheFlag>({}, 7, Seat::one, kMany));
}

// Sixteen at a time, whether or not this machine has vectors.
template <class G>
class SideBySide : public ::testing::Test {};
using GamesInLanes = ::testing::Types<ColorBridge, CaptureTheFlag>;
TYPED_TEST_SUITE(SideBySide, GamesInLanes);

TYPED_TEST(SideBySide, LanesPlayTheGamesOfTheirStreams) {
  std::array<std::uint32_t, kLanes> counts{};
  for (std::uint32_t lane = 0; lane < kLanes; ++lane) counts[lane] = 20 * lane % 70;
  RandomGames expected;
  for (std::uint32_t lane = 0; lane < kLanes; ++lane)
    expected += one_by_one(TypeParam(), Random(3, 32 + lane), Seat::two, counts[lane]);
  EXPECT_EQ(GameLanes<TypeParam>(3, 32, Seat::two).play(counts), expected);
}

// The numbers of SplitMix64 led back to the seed whose stream 0 begins with this one.
std::uint64_t seed_whose_first_number_is(std::uint64_t number) {
  const auto unshifted = [](std::uint64_t x, int shift) {
    for (std::uint64_t y = x >> shift; y != 0; y >>= shift) x ^= y;
    return x;
  };
  const auto inverse = [](std::uint64_t odd) {
    std::uint64_t x = odd;
    for (int i = 0; i < 6; ++i) x *= 2 - odd * x;
    return x;
  };
  const auto unmixed = [&](std::uint64_t x) {
    x = unshifted(x, 31) * inverse(0x94d049bb133111eb);
    x = unshifted(x, 27) * inverse(0xbf58476d1ce4e5b9);
    return unshifted(x, 30);
  };
  return unmixed(unmixed(number) - 0x9e3779b97f4a7c15);
}

// Of 21 moves a draw of 0 would be a little too likely, so another number is drawn. That hardly ever happens.
TEST(SideBySideColorBridge, DrawsAgainWhereANumberWouldBeTooLikely) {
  const std::uint64_t seed = seed_whose_first_number_is(0);
  Random random(seed);
  ASSERT_EQ(random(), 0U);
  const std::uint64_t second = random();
  ASSERT_EQ(Random(seed).below(21), static_cast<std::uint64_t>(static_cast<double>(second) / 0x1p64 * 21));
  std::array<std::uint32_t, kLanes> counts{};
  counts[0] = 200;
  EXPECT_EQ(GameLanes<ColorBridge>(seed, 0, Seat::one).play(counts),
            one_by_one(ColorBridge(), Random(seed), Seat::one, 200));
}

}  // namespace
}  // namespace duello
