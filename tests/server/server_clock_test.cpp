#include "server/server_clock.hpp"

#include <gtest/gtest.h>

namespace duello {
namespace {

using namespace std::chrono_literals;

TEST(ServerClockTest, BeginsWithTheTimeOfDayAndGoesOnWithTheTimeThatPasses) {
  const ServerClock::Steady::time_point start{500s};
  const ServerClock clock(ServerClock::Wall::time_point(1'800'000'000s), start);
  EXPECT_EQ(clock.at(start), Moment(1'800'000'000s));
  EXPECT_EQ(clock.at(start + 1'234'567us), Moment(1'800'000'001'234ms));
  EXPECT_EQ(clock.at(start + std::chrono::years(1)), Moment(1'800'000'000s + std::chrono::years(1)));
}

TEST(ServerClockTest, StartsNow) {
  const auto before = std::chrono::floor<Moment::duration>(ServerClock::Wall::now());
  const Moment now = ServerClock().now();
  EXPECT_GE(now, before - 1s);
  EXPECT_LE(now, ServerClock::Wall::now() + 1s);
}

}  // namespace
}  // namespace duello
