// What stands beside the moves of a record.
#include "study/move_values.hpp"

#include <gmock/gmock.h>

#include "study/review.hpp"
#include "tests/match/testing.hpp"
#include "tests/players/testing.hpp"

namespace duello {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<MoveValue> values_of(KnownGame& known, std::string_view moves) {
  Record record = record_of(known.game(), {});
  Referee referee(known.game(), {});
  play(referee, moves);
  bring_up_to_date(record, referee);
  auto values = values_in(known.game(), record, *known.knowledge());
  EXPECT_TRUE(values) << (values ? "" : values.error().why);
  return *std::move(values);
}

TEST(MoveValues, SayWhatAMoveIsWorthAndOfABadOneWhatWouldHaveBeenBetter) {
  KnownGame known("color-bridge");
  // The middle wins; then the second player loses whatever it does, and the first one gives the win away.
  const std::vector<MoveValue> values = values_of(known, "6 1 11");
  ASSERT_EQ(values.size(), 3U);
  EXPECT_EQ(values[0].number, 1U);
  EXPECT_EQ(values[0].since, 1U);
  EXPECT_EQ(values[0].sign, "");
  EXPECT_EQ(values[0].why, "6 " + values[0].phrase);
  EXPECT_THAT(values[0].phrase, testing::StartsWith("wins in "));
  EXPECT_EQ(values[2].number, 3U);
  EXPECT_EQ(values[2].sign, "?");
  EXPECT_THAT(values[2].phrase, testing::StartsWith("loses in "));
  EXPECT_THAT(values[2].why, testing::StartsWith("11 " + values[2].phrase + "; "));
}

TEST(MoveValues, OfHiddenMovesAreToldAfterTheReveal) {
  KnownGame known("energy-capture");
  const std::vector<MoveValue> values = values_of(known, "1:10 1:5,2:5 1:5 3:5 pass pass");
  ASSERT_EQ(values.size(), 2U);
  EXPECT_LT(values[0].number, values[1].number);
  for (const MoveValue& each : values) EXPECT_EQ(each.since, values[1].number);
  EXPECT_EQ(values[0].sign, "?");
  EXPECT_EQ(values[0].phrase, "in all 1:15, expects -1.00");
  EXPECT_THAT(values[0].why, HasSubstr("gives away"));
  EXPECT_THAT(values[1].phrase, HasSubstr("in all 1:5,2:5,3:5, expects "));
  EXPECT_EQ(values[1].sign.empty(), !values[1].why.contains("gives away"));
}

// Two phases, and the beginning of a third.
TEST(MoveValues, OfHiddenMovesAreToldAfterTheRevealOfTheirOwnPhase) {
  KnownGame known("energy-capture", {"units=6", "nodes=3", "extra=3"});
  const std::vector<MoveValue> values = values_of(known, "1:6 1:6 pass pass 2:3 2:1,3:2 pass pass 1:1");
  std::vector<std::string> numbers;
  for (const MoveValue& each : values) numbers.push_back(cat(each.number, " after ", each.since));
  EXPECT_THAT(numbers, ElementsAre("3 after 4", "4 after 4", "7 after 8", "8 after 8"));
}

TEST(MoveValues, OfWhatIsStillSecretAreNotTold) {
  KnownGame known("energy-capture");
  EXPECT_THAT(values_of(known, "1:10"), IsEmpty());
}

TEST(MoveValues, OfARecordThatCannotBeReplayedAreAComplaint) {
  KnownGame known("color-bridge");
  Record record = record_of(known.game(), {});
  record.moves = {{.text = "6"}, {.text = "6"}};
  const auto values = values_in(known.game(), record, *known.knowledge());
  ASSERT_FALSE(values);
  EXPECT_THAT(values.error().why, HasSubstr("Move 2 ('6')"));
}

}  // namespace
}  // namespace duello
