// Dates and times in the user's time zone.
#include "store/calendar.hpp"

#include <gmock/gmock.h>
#include <ctime>

#include "tests/store/testing.hpp"

namespace duello {
namespace {

// The local time is this many hours ahead of universal time.
class Ahead {
 public:
  explicit Ahead(int hours) : zone_("TZ", cat("XYZ", -hours)) { ::tzset(); }

 private:
  // Is destroyed after the variable, so that the previous zone is read again.
  struct Reset {
    ~Reset() { ::tzset(); }
  } reset_;
  Variable zone_;
};

TEST(Calendar, DatesHaveTheFormOfRecordsAndTimeStampsThatOfFileNames) {
  EXPECT_TRUE(is_date(today())) << today();
  const std::string before = today();
  const std::string stamp = time_stamp();
  const std::string after = today();
  EXPECT_THAT(stamp, testing::MatchesRegex("[0-9]{8}-[0-2][0-9][0-5][0-9][0-6][0-9]"));
  const std::string date = cat(stamp.substr(0, 4), '.', stamp.substr(4, 2), '.', stamp.substr(6, 2));
  EXPECT_THAT(date, testing::AnyOf(before, after));
}

// The two zones are 26 hours apart, so the day in the east is always the later one.
TEST(Calendar, TheDayIsThatOfTheLocalTimeZone) {
  std::string west;
  {
    const Ahead ahead(-12);
    west = today();
  }
  const Ahead ahead(14);
  EXPECT_GT(today(), west);
}

}  // namespace
}  // namespace duello
