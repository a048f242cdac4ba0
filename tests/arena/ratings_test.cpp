// Ratings and sequential tests, on scores whose truth is known.
#include "arena/ratings.hpp"

#include <cmath>
#include <numbers>

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

TEST(Encounter, CountsTheGamesOfPairsAndThoseWithoutTheirOtherHalf) {
  const Encounter encounter{.pairs = {1, 10, 100}, .singles = {1000, 10'000}};
  EXPECT_EQ(encounter.games(), 2U * 111 + 11'000);
  EXPECT_EQ(encounter.wins(), 10U + 2 * 100 + 10'000);
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

// In Elo, with one more game that counts as drawn.
double difference(double wins, double games) { return 400 * std::log10((wins + 0.5) / (games - wins + 0.5)); }

TEST(Ratings, EveryTwoWhoMetHaveDrawnOneMoreGame) {
  for (const Encounter& each :
       {Encounter{.one = 0, .two = 1, .pairs = {3, 4, 20}}, Encounter{.one = 0, .two = 1, .singles = {3, 20}},
        Encounter{.one = 0, .two = 1, .pairs = {1, 2, 3}, .singles = {4, 5}},
        Encounter{.one = 1, .two = 0, .pairs = {0, 0, 1}}}) {
    const auto rated = ratings(2, {each});
    EXPECT_NEAR(rated[each.one].elo - rated[each.two].elo,
                difference(static_cast<double>(each.wins()), static_cast<double>(each.games())), 1e-6);
  }
}

TEST(Ratings, AreZeroWithoutGames) {
  for (const auto& encounters : {std::vector<Encounter>{}, std::vector<Encounter>{{.one = 0, .two = 1}}}) {
    for (const Rating& rating : ratings(3, encounters)) {
      EXPECT_EQ(rating.elo, 0);
      EXPECT_EQ(rating.margin, 0);
    }
  }
}

TEST(Ratings, GroupsWithoutGamesBetweenThemAreRatedApart) {
  const Encounter upper{.one = 0, .two = 1, .pairs = {3, 4, 20}};
  const Encounter lower{.one = 0, .two = 1, .pairs = {5, 1, 0}, .singles = {1, 0}};
  const auto apart = [](const Encounter& each) { return ratings(2, {each}); };
  const auto all =
      ratings(5, {upper, {.one = 1, .two = 2}, {.one = 3, .two = 4, .pairs = lower.pairs, .singles = lower.singles}});
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_NEAR(all[i].elo, apart(upper)[i].elo, 1e-6);
    EXPECT_NEAR(all[i].margin, apart(upper)[i].margin, 1e-6);
    EXPECT_NEAR(all[3 + i].elo, apart(lower)[i].elo, 1e-6);
    EXPECT_NEAR(all[3 + i].margin, apart(lower)[i].margin, 1e-6);
  }
  EXPECT_EQ(all[2].elo, 0);
  EXPECT_EQ(all[2].margin, 0);
}

TEST(Ratings, TheOrderOfThePlayersDoesNotMatter) {
  const std::vector<Encounter> encounters{{.one = 0, .two = 1, .pairs = {3, 4, 20}},
                                          {.one = 0, .two = 2, .pairs = {9, 5, 3}, .singles = {1, 0}},
                                          {.one = 1, .two = 2, .pairs = {2, 7, 4}},
                                          {.one = 2, .two = 3, .pairs = {2, 0, 4}}};
  const auto rated = ratings(4, encounters);
  std::vector<Encounter> turned = encounters;
  for (Encounter& each : turned) {
    std::swap(each.one, each.two);
    std::ranges::reverse(each.pairs);
    std::ranges::reverse(each.singles);
    each.one = 3 - each.one;
    each.two = 3 - each.two;
  }
  const auto again = ratings(4, turned);
  double sum = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_NEAR(rated[i].elo, again[3 - i].elo, 1e-6);
    EXPECT_NEAR(rated[i].margin, again[3 - i].margin, 1e-6);
    EXPECT_GT(rated[i].margin, 0);
    sum += rated[i].elo;
  }
  EXPECT_NEAR(sum, 0, 1e-6);
  // Each player has won as many games as expected.
  for (std::size_t i = 0; i < 4; ++i) {
    double error = 0;
    for (const Encounter& each : encounters) {
      if (each.one != i && each.two != i) continue;
      const double p = score_for(rated[each.one].elo - rated[each.two].elo);
      const double more = static_cast<double>(each.wins()) + 0.5 - (static_cast<double>(each.games()) + 1) * p;
      error += each.one == i ? more : -more;
    }
    EXPECT_NEAR(error, 0, 1e-6) << i;
  }
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

// For two players it follows from how far the score of each pair is from the expected one.
TEST(Ratings, TheMarginIsThatOfPairsWhichVary) {
  for (const auto& [pairs, singles] :
       {std::pair(std::array<std::uint64_t, 3>{20, 30, 50}, std::array<std::uint64_t, 2>{}),
        std::pair(std::array<std::uint64_t, 3>{5, 70, 9}, std::array<std::uint64_t, 2>{}),
        std::pair(std::array<std::uint64_t, 3>{5, 7, 9}, std::array<std::uint64_t, 2>{3, 8})}) {
    const Encounter each{.one = 0, .two = 1, .pairs = pairs, .singles = singles};
    const double games = static_cast<double>(each.games()) + 1;
    const double p = (static_cast<double>(each.wins()) + 0.5) / games;
    double spread = std::pow(0.5 - p, 2);
    for (std::size_t wins = 0; wins < 3; ++wins)
      spread += static_cast<double>(pairs[wins]) * std::pow(static_cast<double>(wins) - 2 * p, 2);
    for (std::size_t wins = 0; wins < 2; ++wins)
      spread += static_cast<double>(singles[wins]) * std::pow(static_cast<double>(wins) - p, 2);
    const double of_difference = 400 / std::numbers::ln10 * std::sqrt(spread) / (games * p * (1 - p));
    for (const Rating& rating : ratings(2, {each})) EXPECT_NEAR(rating.margin, 1.959964 * of_difference / 2, 1e-3);
  }
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
  const auto expect = [](const Share& found, double value, double low, double high) {
    EXPECT_NEAR(found.value, value, 1e-12);
    EXPECT_NEAR(found.low, low, 1e-4);
    EXPECT_NEAR(found.high, high, 1e-4);
    EXPECT_GE(found.low, 0);
    EXPECT_LE(found.high, 1);
  };
  expect(share(10, 10), 1, 0.7225, 1);
  expect(share(0, 10), 0, 0, 0.2775);
  expect(share(1, 1), 1, 0.2065, 1);
  // Nothing is known of what never happened.
  expect(share(0, 0), 0, 0, 1);
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

// With many pairs their mean score is normally distributed.
TEST(Sprt, WeighsHowFarTheMeanIsFromBothScores) {
  for (const auto& [sprt, pairs] :
       {std::pair(Sprt{.elo0 = -20, .elo1 = 30}, std::array<std::uint64_t, 3>{10'000, 20'000, 30'000}),
        std::pair(Sprt{.elo0 = 5, .elo1 = 10}, std::array<std::uint64_t, 3>{40'000, 90'000, 50'000}),
        std::pair(Sprt{.elo0 = 0, .elo1 = 60}, std::array<std::uint64_t, 3>{70'000, 10'000, 20'000})}) {
    const auto count = static_cast<double>(pairs[0] + pairs[1] + pairs[2]);
    const double mean = (static_cast<double>(pairs[1]) / 2 + static_cast<double>(pairs[2])) / count;
    double variance = 0;
    for (std::size_t wins = 0; wins < 3; ++wins)
      variance += static_cast<double>(pairs[wins]) / count * std::pow(static_cast<double>(wins) / 2 - mean, 2);
    const auto misfit = [&](double elo) { return count * std::pow(mean - score_for(elo), 2) / (2 * variance); };
    const double expected = misfit(sprt.elo0) - misfit(sprt.elo1);
    EXPECT_NEAR(sprt.log_likelihood_ratio(pairs), expected, std::abs(expected) * 1e-3);
  }
}

TEST(Sprt, IsEvenWithoutPairsAndChangesSignWithThePlayers) {
  EXPECT_NEAR((Sprt{.elo0 = -10, .elo1 = 10}).log_likelihood_ratio({}), 0, 1e-12);
  EXPECT_NEAR((Sprt{.elo0 = -10, .elo1 = 10}).log_likelihood_ratio({5, 3, 5}), 0, 1e-12);
  const double ratio = (Sprt{.elo0 = -20, .elo1 = 30}).log_likelihood_ratio({2, 3, 7});
  EXPECT_NEAR((Sprt{.elo0 = -30, .elo1 = 20}).log_likelihood_ratio({7, 3, 2}), -ratio, 1e-12);
  EXPECT_GT(ratio, 0);
}

// With 5 % of errors, what is decided is 19 times as likely.
TEST(Sprt, DecidesWhenOneRatingIsNineteenTimesAsLikelyAsTheOther) {
  const Sprt sprt{.elo0 = -20, .elo1 = 20};
  int decided = 0;
  for (std::uint64_t pairs = 0; pairs < 100; ++pairs) {
    const double ratio = sprt.log_likelihood_ratio({0, pairs, pairs});
    const bool is_clear = ratio >= std::log(19);
    EXPECT_EQ(sprt.verdict({0, pairs, pairs}), is_clear ? Sprt::Verdict::elo1 : Sprt::Verdict::open) << pairs;
    EXPECT_EQ(sprt.verdict({pairs, pairs, 0}), is_clear ? Sprt::Verdict::elo0 : Sprt::Verdict::open) << pairs;
    decided += is_clear ? 1 : 0;
  }
  EXPECT_GT(decided, 50);
  EXPECT_LT(decided, 95);
}

TEST(Sprt, ReadsBackAsItIsWritten) {
  for (const char* const text : {"0,10", "-2.5,10", "-2000,-1999.5", "0,0.3"}) {
    const auto sprt = Sprt::read(text);
    ASSERT_TRUE(sprt) << text;
    EXPECT_EQ(sprt->text(), text);
  }
}

TEST(Sprt, IsReadAsFarAsEloGoes) {
  for (const std::string_view good : {"0,10", "-2000,2000", "-5,-1", "0.5,1.5"}) EXPECT_TRUE(Sprt::read(good)) << good;
  for (const std::string_view wrong :
       {"", "0", ",10", "0,", "0,10,20", "10,0", "5,5", "-2000.5,0", "0,2000.5", "x,1", "1,x", ","})
    EXPECT_FALSE(Sprt::read(wrong)) << wrong;
}

}  // namespace
}  // namespace duello
