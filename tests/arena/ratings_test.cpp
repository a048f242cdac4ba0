// Ratings and sequential tests, on scores whose truth is known.
#include "arena/ratings.hpp"

#include <cmath>

#include "core/random.hpp"
#include "tests/match/testing.hpp"

namespace duello {
namespace {

double score_for(double elo) { return 1 / (1 + std::pow(10, -elo / 400)); }

// Pairs of games between players of known strength. With `luck` the opening alone decides most pairs.
Encounter played(std::size_t one, std::size_t two, double elo, std::uint64_t pairs, Random& random) {
  Encounter encounter{.one = one, .two = two};
  const auto wins = [&] { return static_cast<double>(random.below(1'000'000)) / 1e6 < score_for(elo) ? 1U : 0U; };
  for (std::uint64_t i = 0; i < pairs; ++i) ++encounter.pairs[wins() + wins()];
  return encounter;
}

TEST(Ratings, AnEvenScoreIsNoDifference) {
  const auto rated = ratings(2, {{.one = 0, .two = 1, .pairs = {10, 20, 10}}});
  EXPECT_NEAR(rated[0].elo, 0, 1e-6);
  EXPECT_NEAR(rated[1].elo, 0, 1e-6);
}

TEST(Ratings, TheDifferenceIsThatOfTheScore) {
  const auto rated = ratings(2, {{.one = 0, .two = 1, .pairs = {10'000, 0, 30'000}}});
  EXPECT_NEAR(rated[0].elo - rated[1].elo, 400 * std::log10(3), 0.1);
  EXPECT_NEAR(rated[0].elo + rated[1].elo, 0, 1e-6);
}

TEST(Ratings, StayFiniteWhereOneSideAlwaysWins) {
  const auto few = ratings(2, {{.one = 0, .two = 1, .pairs = {0, 0, 5}}});
  const auto many = ratings(2, {{.one = 0, .two = 1, .pairs = {0, 0, 5000}}});
  EXPECT_GT(many[0].elo, few[0].elo);
  EXPECT_LT(many[0].elo, 3000);
  EXPECT_GT(few[0].margin, 50);
  EXPECT_GT(many[0].margin, 50) << "nothing says how much stronger it is";
}

TEST(Ratings, PairsThatTheOpeningDecidesTellLessThanTheirGames) {
  // All pairs are shared: each game is a coin toss, but no pair ever varies.
  const auto shared = ratings(2, {{.one = 0, .two = 1, .pairs = {0, 1000, 0}}});
  const auto independent = ratings(2, {{.one = 0, .two = 1, .pairs = {250, 500, 250}}});
  const auto swept = ratings(2, {{.one = 0, .two = 1, .pairs = {500, 0, 500}}});
  EXPECT_LT(shared[0].margin, independent[0].margin / 5);
  EXPECT_NEAR(swept[0].margin, independent[0].margin * std::sqrt(2), 0.1);
}

TEST(Ratings, TheIntervalHoldsTheTruthAboutNineteenTimesInTwenty) {
  Random random(11);
  int held = 0;
  constexpr int kTries = 400;
  const std::vector<double> truth{60, 0, -60};
  for (int i = 0; i < kTries; ++i) {
    const auto rated =
        ratings(3, {played(0, 1, 60, 150, random), played(0, 2, 120, 150, random), played(1, 2, 60, 150, random)});
    held += std::abs(rated[0].elo - truth[0]) <= rated[0].margin ? 1 : 0;
  }
  EXPECT_GT(held, kTries * 0.91);
  EXPECT_LT(held, kTries * 0.985);
}

TEST(Ratings, PlayersWhoNeverMetAreComparedThroughOthers) {
  const auto rated =
      ratings(3, {{.one = 0, .two = 1, .pairs = {1000, 0, 3000}}, {.one = 1, .two = 2, .pairs = {1000, 0, 3000}}});
  EXPECT_NEAR(rated[0].elo - rated[2].elo, 800 * std::log10(3), 1);
}

TEST(Ratings, SharesHaveWilsonsInterval) {
  const Share some = share(40, 100);
  EXPECT_NEAR(some.value, 0.4, 1e-12);
  EXPECT_NEAR(some.low, 0.3094, 1e-4);
  EXPECT_NEAR(some.high, 0.4980, 1e-4);
  EXPECT_EQ(share(0, 0).high, 1);
  EXPECT_GT(share(100, 100).low, 0.95);
}

TEST(Sprt, DecidesRightlyNineteenTimesInTwenty) {
  Random random(3);
  const Sprt sprt{.elo0 = 0, .elo1 = 60};
  for (const double truth : {0.0, 60.0}) {
    int wrong = 0;
    constexpr int kTries = 300;
    for (int i = 0; i < kTries; ++i) {
      std::array<std::uint64_t, 3> pairs{};
      Sprt::Verdict verdict = Sprt::Verdict::open;
      while (verdict == Sprt::Verdict::open) {
        const Encounter one = played(0, 1, truth, 1, random);
        for (std::size_t k = 0; k < 3; ++k) pairs[k] += one.pairs[k];
        verdict = sprt.verdict(pairs);
      }
      wrong += verdict != (truth == 0 ? Sprt::Verdict::elo0 : Sprt::Verdict::elo1) ? 1 : 0;
    }
    EXPECT_LT(wrong, kTries * 0.09) << truth;
  }
}

TEST(Sprt, IsOpenAtFirst) {
  EXPECT_EQ((Sprt{.elo0 = 0, .elo1 = 10}).verdict({}), Sprt::Verdict::open);
  EXPECT_EQ((Sprt{.elo0 = 0, .elo1 = 10}).verdict({0, 0, 1}), Sprt::Verdict::open);
}

TEST(Sprt, IsReadAsFarAsEloGoes) {
  for (const std::string_view good : {"0,10", "-2000,2000", "-5,-1", "0.5,1.5"}) EXPECT_TRUE(Sprt::read(good)) << good;
  for (const std::string_view wrong : {"", "0", "0,10,20", "10,0", "5,5", "-2000.5,0", "0,2000.5", "x,1", "1,x", ","})
    EXPECT_FALSE(Sprt::read(wrong)) << wrong;
}

}  // namespace
}  // namespace duello
