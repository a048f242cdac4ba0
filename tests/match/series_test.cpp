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

TEST(Series, IsOverEarlyWhicheverPlayerHasWonIt) {
  Series series(4);
  series.won_by(Seat::two);
  series.won_by(Seat::one);
  EXPECT_EQ(series.wins(1), 2);
  EXPECT_FALSE(series.is_over()) << "the other can still draw level";
  series.won_by(Seat::two);
  EXPECT_TRUE(series.is_over());
  EXPECT_EQ(series.leader(), 1U);
}

TEST(Series, IsLedByWhoeverHasWonMore) {
  Series series(5);
  series.won_by(Seat::two);
  EXPECT_EQ(series.leader(), 1U);
  series.won_by(Seat::two);
  EXPECT_EQ(series.leader(), std::nullopt);
  series.won_by(Seat::one);
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

TEST(Series, HasChangedSeatsInEverySecondGame) {
  const auto changed = [](std::string_view tag) {
    Record record;
    if (!tag.empty()) record.set(kSeriesTag, tag);
    return seats_changed(record);
  };
  EXPECT_FALSE(changed(""));
  EXPECT_FALSE(changed("1 of 5"));
  EXPECT_TRUE(changed("2 of 5"));
  EXPECT_FALSE(changed("3 of 5"));
  EXPECT_TRUE(changed("4 of 5"));
  EXPECT_FALSE(changed("5 of 5"));
  for (const std::string_view wrong : {"2", "2 of", "2 off 5", "6 of 5", "0 of 5", "x of 5", "2 of x", "2 of 5 games"})
    EXPECT_FALSE(changed(wrong)) << wrong;
}

// Games of these places, with the seat that has won each; 0 where it is not over.
std::expected<Series, Complaint> told(const std::vector<std::pair<std::string, int>>& games) {
  std::vector<Record> records;
  for (const auto& [tag, winner] : games) {
    Record& record = records.emplace_back();
    record.set(kSeriesTag, tag);
    if (winner != 0) record.winner = winner == 1 ? Seat::one : Seat::two;
  }
  return Series::told_by(records);
}

TEST(Series, IsToldByItsGamesInTheirOrder) {
  const auto two = told({{"1 of 3", 1}, {"2 of 3", 1}});
  ASSERT_TRUE(two);
  EXPECT_EQ(two->wins(0), 1);
  EXPECT_EQ(two->wins(1), 1);
  EXPECT_EQ(two->tag(), "3 of 3");
  EXPECT_EQ(told({{"1 of 3", 1}, {"2 of 3", 0}})->played(), 1);
  EXPECT_EQ(told({{"1 of 5", 2}, {"1 of 3", 1}})->best_of(), 3) << "what comes before it belongs to another";
  EXPECT_FALSE(told({{"2 of 3", 1}}));
  EXPECT_FALSE(told({{"1 of 3", 0}, {"2 of 3", 1}}));
  EXPECT_FALSE(told({{"1 of 5", 1}, {"2 of 3", 1}}));
  EXPECT_FALSE(told({{"2 of 3", 1}, {"2 of 3", 1}}));
  EXPECT_FALSE(told({{"1 of 3", 1}, {"4 of 3", 1}}));
}

}  // namespace
}  // namespace duello
