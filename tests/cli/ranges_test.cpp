#include "cli/ranges.hpp"

#include <gmock/gmock.h>

#include <stdexcept>

namespace duello {
namespace {

using ::testing::ElementsAre;

std::vector<std::string> spread(const std::vector<std::string>& ranges) {
  std::vector<std::string> lines;
  const auto all = all_settings(ranges);
  if (!all) throw std::runtime_error(all.error().why);
  for (const auto& settings : *all) lines.push_back(joined(settings, " "));
  return lines;
}

std::string complaint_about(const std::vector<std::string>& ranges) { return all_settings(ranges).error().why; }

TEST(Ranges, StandForEveryCombination) {
  EXPECT_THAT(spread({}), ElementsAre(""));
  EXPECT_THAT(spread({"length=5", "majority=end"}), ElementsAre("length=5 majority=end"));
  EXPECT_THAT(spread({"a=1..2", "b=x", "c=-1..1"}),
              ElementsAre("a=1 b=x c=-1", "a=1 b=x c=0", "a=1 b=x c=1", "a=2 b=x c=-1", "a=2 b=x c=0", "a=2 b=x c=1"));
  EXPECT_THAT(spread({"a=7..7"}), ElementsAre("a=7"));
}

TEST(Ranges, ThatMakeNoSenseAreNamed) {
  for (const std::string range :
       {"a=2..1", "a=..", "a=1..", "a=..1", "a=x..y", "a=1..2..3", "a=1...2", "a=1..99999999999"})
    EXPECT_EQ(complaint_about({range}), cat("'", range, "' is not a range such as length=5..13"));
}

TEST(Ranges, AreBounded) {
  EXPECT_EQ(spread({"a=1..1000"}).size(), 1000U);
  EXPECT_EQ(complaint_about({"a=1..1001"}), "'a=1..1001' has more than 1000 values");
  EXPECT_EQ(complaint_about({"a=-2147483648..2147483647"}), "'a=-2147483648..214748364...' has more than 1000 values");
  EXPECT_EQ(spread({"a=2147483646..2147483647"}).size(), 2U);
  EXPECT_EQ(spread({"a=1..100", "b=1..100"}).size(), kMostCombinations);
  EXPECT_EQ(complaint_about({"a=1..100", "b=1..101", "c=1..1000"}),
            "The ranges have more than 10000 combinations; narrow 'b=1..101'");
}

}  // namespace
}  // namespace duello
