#include "study/tally.hpp"

#include <gtest/gtest.h>

namespace duello {
namespace {

TEST(Tally, CountsGamesHoweverTheyEnded) {
  EXPECT_EQ(Tally().games(), 0U);
  EXPECT_EQ((Tally{.won = 4, .lost = 2, .unfinished = 1}.games()), 7U);
}

TEST(Tally, HasAnAccuracyOnceAGameWithChoicesWasReviewed) {
  EXPECT_EQ((Tally{.won = 4}.accuracy()), std::nullopt);
  EXPECT_EQ((Tally{.choices = 1}.accuracy()), 0.0);
  EXPECT_EQ((Tally{.choices = 8, .good = 6}.accuracy()), 0.75);
}

}  // namespace
}  // namespace duello
