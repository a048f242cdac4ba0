#include "cli/progress.hpp"

#include <gmock/gmock.h>

#include "core/text.hpp"

namespace duello {
namespace {

using testing::EndsWith;
using testing::HasSubstr;

TEST(ProgressText, SaysEverythingWhereThereIsRoom) {
  EXPECT_EQ(progress_text("Solving", 30'000'000, 40'000'000, 3, 100),
            "Solving [##################......] 75 %, 10 million a second, 1 s left");
  EXPECT_EQ(progress_text("Solving", 3'000'000, 0, 3, 100), "Solving: 3.0 million, 1 million a second");
}

TEST(ProgressText, FitsWhateverRoomThereIs) {
  for (std::size_t width = 5; width < 120; ++width)
    for (const std::uint64_t total : {std::uint64_t{100'000'000'000}, std::uint64_t{0}}) {
      const std::string text =
          progress_text("Solving Capture the Flag", 1'234'567, total, 2, std::max<std::size_t>(width, 11));
      EXPECT_LE(columns(text), std::max<std::size_t>(width, 11)) << text;
    }
}

TEST(ProgressText, GivesUpTheLeastTellingPartFirst) {
  EXPECT_THAT(progress_text("Solving", 1, 4, 1, 60), HasSubstr("]"));
  EXPECT_EQ(progress_text("Solving", 1, 4, 1, 26), "Solving 25 %, 3 s left");
  EXPECT_EQ(progress_text("Solving", 1, 4, 1, 20), "25 %, 3 s left");
  EXPECT_EQ(progress_text("Solving", 1, 4, 1, 5), "25 %");
}

TEST(ProgressText, PromisesNothingBeforeAnythingIsDone) {
  EXPECT_THAT(progress_text("Solving", 0, 4, 1, 100), EndsWith("0 %, 0 a second"));
}

TEST(FirstColumns, CutBetweenCharacters) {
  EXPECT_EQ(first_columns("Zoë", 3), "Zoë");
  EXPECT_EQ(first_columns("Zoë", 2), "Zo");
  EXPECT_EQ(first_columns("ëëë", 2), "ëë");
  EXPECT_EQ(first_columns("abc", 9), "abc");
  EXPECT_EQ(first_columns("", 9), "");
}

}  // namespace
}  // namespace duello
