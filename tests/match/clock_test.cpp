#include "match/clock.hpp"

#include <gtest/gtest.h>

namespace duello {
namespace {

using std::chrono::hours;
using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr TimeControl kMinuteAndTwo{.kind = TimeControl::Kind::game, .time = seconds(60), .increment = seconds(2)};
constexpr TimeControl kDayAMove{.kind = TimeControl::Kind::move, .time = hours(24)};

Moment at(milliseconds time) { return Moment(hours(1'000)) + time; }
Clock started(const TimeControl& control) { return {control, Seat::one, at(seconds(0))}; }

TEST(Clock, RunsForWhoeverIsToMoveAlone) {
  const Clock clock = started(kMinuteAndTwo);
  EXPECT_EQ(clock.left(Seat::one, at(seconds(7))), seconds(53));
  EXPECT_EQ(clock.left(Seat::two, at(seconds(7))), seconds(60));
}

TEST(Clock, LetsTheFlagFallExactlyAtTheLimit) {
  const Clock clock = started(kMinuteAndTwo);
  EXPECT_EQ(clock.flag_at(), at(seconds(60)));
  EXPECT_FALSE(clock.has_fallen(at(milliseconds(59'999))));
  EXPECT_TRUE(clock.has_fallen(at(milliseconds(60'000))));
  EXPECT_EQ(clock.left(Seat::one, at(seconds(99))), seconds(0));
}

TEST(Clock, GivesTheIncrementForAMoveThatWasMade) {
  Clock clock = started(kMinuteAndTwo);
  clock.press(at(seconds(10)), Seat::two);
  EXPECT_EQ(clock.left(Seat::one, at(seconds(30))), seconds(52));
  EXPECT_EQ(clock.left(Seat::two, at(seconds(30))), seconds(40));
  EXPECT_EQ(clock.flag_at(), at(seconds(70)));
}

TEST(Clock, GivesTheWholeTimeForEachMoveWhereItIsForEach) {
  Clock clock = started(kDayAMove);
  clock.press(at(hours(23)), Seat::two);
  EXPECT_EQ(clock.left(Seat::one, at(hours(24))), hours(24));
  EXPECT_EQ(clock.left(Seat::two, at(hours(24))), hours(23));
  clock.press(at(hours(24)), Seat::two);
  EXPECT_EQ(clock.left(Seat::two, at(hours(24))), hours(24)) << "another move of the same seat";
}

TEST(Clock, TakesAnEarlierMomentForTheSameOne) {
  Clock clock = started(kMinuteAndTwo);
  clock.press(at(seconds(10)), Seat::two);
  clock.press(at(seconds(5)), Seat::one);
  EXPECT_EQ(clock.left(Seat::two, at(seconds(10))), seconds(62));
  EXPECT_EQ(clock.left(Seat::one, at(seconds(11))), seconds(51));
  EXPECT_EQ(clock.left(Seat::one, Moment::min()), seconds(52)) << "however much earlier";
}

TEST(Clock, KeepsSpentTimeAndGivesNoIncrementTwiceForAMoveThatComesBack) {
  Clock clock = started(kMinuteAndTwo);
  clock.press(at(seconds(10)), Seat::two);                // 52 left
  clock.turn_back(at(seconds(15)), {{1, 0}}, Seat::one);  // the other has spent 5
  EXPECT_EQ(clock.left(Seat::two, at(seconds(15))), seconds(55));
  clock.press(at(seconds(16)), Seat::two);
  EXPECT_EQ(clock.left(Seat::one, at(seconds(16))), seconds(51)) << "no second increment";
  clock.press(at(seconds(16)), Seat::one);
  clock.press(at(seconds(16)), Seat::two);
  EXPECT_EQ(clock.left(Seat::one, at(seconds(16))), seconds(53)) << "the next move has its own";
}

TEST(Clock, GivesNoNewTimeForAMoveThatComesBackWhereItIsForEach) {
  Clock clock = started(kDayAMove);
  clock.press(at(hours(10)), Seat::one);  // the seat moves alone
  clock.turn_back(at(hours(20)), {{1, 0}}, Seat::one);
  EXPECT_EQ(clock.left(Seat::one, at(hours(20))), hours(14));
  clock.press(at(hours(30)), Seat::one);
  EXPECT_EQ(clock.left(Seat::one, at(hours(30))), hours(4));
  clock.turn_back(at(hours(31)), {{1, 0}}, Seat::one);
  EXPECT_EQ(clock.flag_at(), at(hours(34))) << "however often it is placed again";
  clock.press(at(hours(32)), Seat::one);
  clock.press(at(hours(33)), Seat::two);
  EXPECT_EQ(clock.left(Seat::one, at(hours(33))), hours(24)) << "the next move has its own";
}

TEST(Clock, GoesWithThePlayersWhenTheyChangeSeats) {
  Clock clock = started(kMinuteAndTwo);
  clock.press(at(seconds(10)), Seat::two);
  clock.press(at(seconds(30)), Seat::two);
  clock.change_seats();
  EXPECT_EQ(clock.left(Seat::one, at(seconds(30))), seconds(42));
  EXPECT_EQ(clock.left(Seat::two, at(seconds(30))), seconds(52));
}

TEST(Clock, RunsForNobodyOnceItIsStopped) {
  Clock clock = started(kMinuteAndTwo);
  clock.stop(at(seconds(9)));
  EXPECT_FALSE(clock.runs());
  EXPECT_FALSE(clock.flag_at());
  EXPECT_FALSE(clock.has_fallen(at(hours(9))));
  EXPECT_EQ(clock.left(Seat::one, at(hours(9))), seconds(51));
}

TEST(Clock, ReadsWhatItWrites) {
  Clock clock = started(kMinuteAndTwo);
  EXPECT_EQ(Clock::read(clock.text()), clock);
  clock.press(at(seconds(10)), Seat::two);
  clock.turn_back(at(seconds(11)), {{1, 0}}, Seat::one);
  EXPECT_EQ(Clock::read(clock.text()), clock);
  clock.stop(at(seconds(12)));
  EXPECT_EQ(Clock::read(clock.text()), clock);
  EXPECT_EQ(Clock::read(started(kDayAMove).text()), started(kDayAMove));
}

// More could not be counted with.
TEST(Clock, ReadsNumbersUpToTheirLimits) {
  const auto is_read = [](std::string_view text) { return Clock::read(text).has_value(); };
  constexpr std::int64_t kMost = 9'007'199'254'740'992;  // the 53rd power of two
  for (const std::int64_t beyond : {0, 1}) {
    const std::string number = cat(kMost + beyond);
    for (const std::string& text : {cat("game ", number, " 0 1 1 0 0 1 0"), cat("move 1 ", number, " 1 1 0 0 1 0"),
                                    cat("game 1 0 ", number, " 1 0 0 1 0"), cat("game 1 0 1 ", number, " 0 0 1 0"),
                                    cat("game 1 0 1 1 0 0 1 ", number), cat("game 1 0 1 1 0 0 1 -", number)})
      EXPECT_EQ(is_read(text), beyond == 0) << text;
    EXPECT_EQ(is_read(cat("game 1 0 1 1 ", 1'000'000'000 + beyond, " 0 1 0")), beyond == 0);
    EXPECT_EQ(is_read(cat("game 1 0 1 1 0 ", 1'000'000'000 + beyond, " 1 0")), beyond == 0);
    EXPECT_EQ(is_read(cat("game 1 0 1 1 0 0 ", 2 + beyond, " 0")), beyond == 0);
  }
  EXPECT_TRUE(is_read("game 1 0 0 0 0 0 0 0")) << "no time left, and nobody to move";
  for (const std::string_view negative :
       {"game -1 0 1 1 0 0 1 0", "game 1 -1 1 1 0 0 1 0", "game 1 0 -1 1 0 0 1 0", "game 1 0 1 -1 0 0 1 0",
        "game 1 0 1 1 -1 0 1 0", "game 1 0 1 1 0 -1 1 0", "game 1 0 1 1 0 0 -1 0", "game 0 0 1 1 0 0 1 0"})
    EXPECT_FALSE(is_read(negative)) << negative;
}

TEST(Clock, RefusesATextThatIsNone) {
  for (const std::string_view text :
       {"", "game", "day 1 1 1 1 0 0 1 0", "game 60000 0 60000 60000 0 0 1", "game 60000 0 60000 60000 0 0 1 0 0",
        "game 0 0 0 0 0 0 1 0", "game 60000 -1 60000 60000 0 0 1 0", "game 60000 0 -1 60000 0 0 1 0",
        "game 60000 0 60000 60000 0 0 3 0", "game 60000 0 60000 60000 0 0 1 x",
        "game 60000 0 9223372036854775807 60000 0 0 1 0", "game 60000 0 60000 60000 9999999999 0 1 0"})
    EXPECT_FALSE(Clock::read(text)) << text;
  EXPECT_EQ(Clock::read("soon").error().why, "A clock is told as 'game' or 'move' and eight whole numbers, not 'soon'");
}

}  // namespace
}  // namespace duello
