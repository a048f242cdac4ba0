#include "match/series.hpp"

#include <gtest/gtest.h>

namespace duello {
namespace {

TEST(Series, ChangesSeatsAfterEveryGame) {
  Series series(3);
  EXPECT_EQ(series.player_at(Seat::one), 0U);
  series.won_by(Seat::one);
  EXPECT_EQ(series.player_at(Seat::one), 1U);
  EXPECT_EQ(series.player_at(Seat::two), 0U);
}

TEST(Series, CountsWinsByPlayerNotBySeat) {
  Series series(5);
  series.won_by(Seat::one);  // player 0
  series.won_by(Seat::one);  // player 1, who sits there now
  EXPECT_EQ(series.wins(0), 1);
  EXPECT_EQ(series.wins(1), 1);
  EXPECT_FALSE(series.leader());
}

TEST(Series, IsOverWhenTheOtherCannotCatchUp) {
  Series series(3);
  series.won_by(Seat::one);
  EXPECT_FALSE(series.is_over());
  series.won_by(Seat::two);
  EXPECT_TRUE(series.is_over());
  EXPECT_EQ(series.leader(), 0U);
}

TEST(Series, OfAnEvenNumberMayEndLevel) {
  Series series(2);
  series.won_by(Seat::one);
  EXPECT_FALSE(series.is_over());
  series.won_by(Seat::one);
  EXPECT_TRUE(series.is_over());
  EXPECT_FALSE(series.leader());
}

}  // namespace
}  // namespace duello
