// Games solved by a graphics processor that is not there (tests/gpu/fake), with the code that the build has made.
#include <gmock/gmock.h>
#include <unistd.h>

#include <cstdio>

#include "catalog/chosen_game.hpp"
#include "games/color_bridge.hpp"
#include "solve/gpu/code.hpp"
#include "solve/gpu/kernels.hpp"
#include "tests/gpu/fake/fault.hpp"

namespace duello {
namespace {

using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;

class ChosenOnCard : public testing::Test {
 protected:
  void SetUp() override {
    if (gpu_code("color-bridge", Words::kKernel).empty())
      GTEST_SKIP() << "The build has made no code for a GPU, as CMake found no clang that compiles it.";
  }

  static ChosenGame chosen(std::vector<std::string> settings, SolvingWishes wishes, std::string table = {}) {
    return ChosenGame::from({.id = "color-bridge",
                             .variant = {},
                             .settings = std::move(settings),
                             .table = std::move(table),
                             .wishes = wishes})
        .value();
  }
  static std::string why_not(ChosenGame game) {
    const auto knowledge = game.knowledge(go_on);
    return knowledge ? "" : knowledge.error().why.why;
  }
};

TEST_F(ChosenOnCard, SaysHowItWasSolved) {
  ChosenGame values = chosen({"length=9"}, {.on = SolvedOn::card, .distances = Distances::if_they_fit});
  EXPECT_EQ(open_in(values.knowledge(go_on).value())->manner(), "who wins and how fast, by a card that is not there");
  ChosenGame winners = chosen({"length=9"}, {.on = SolvedOn::card, .distances = Distances::no});
  EXPECT_EQ(open_in(winners.knowledge(go_on).value())->manner(),
            "who wins, without distances, by a card that is not there");
}

TEST_F(ChosenOnCard, KeepsTablesOfBothKindsInFiles) {
  for (const Distances distances : {Distances::yes, Distances::no}) {
    const std::string file = cat(testing::TempDir(), "duello-card-", ::getpid(), ".table");
    ASSERT_EQ(why_not(chosen({"length=9"}, {.on = SolvedOn::card, .distances = distances}, file)), "");
    ChosenGame loaded = chosen({"length=9"}, {.on = SolvedOn::processor, .distances = distances}, file);
    // Nobody who says stop would let it be solved again.
    const auto knowledge = loaded.knowledge([](std::uint64_t, std::uint64_t) { return false; });
    std::remove(file.c_str());
    ASSERT_TRUE(knowledge) << knowledge.error().why.why;
    EXPECT_TRUE(open_in(*knowledge)->value(AnyView::of(ColorBridge::Position{})).is_win());
  }
}

TEST_F(ChosenOnCard, AsksForMemoryBeforeItTakesIt) {
  const Fault fault("small");
  EXPECT_THAT(why_not(chosen({"length=20"}, {.on = SolvedOn::card, .distances = Distances::yes})),
              HasSubstr("are free on the GPU; the largest that fits is length=1"));
  ChosenGame fits = chosen({"length=13"}, {.on = SolvedOn::card, .distances = Distances::if_they_fit});
  EXPECT_THAT(open_in(fits.knowledge(go_on).value())->manner(), HasSubstr("without distances"));
}

TEST_F(ChosenOnCard, SaysWhatIsWrongOnlyIfItMustBeACard) {
  const Fault fault("lost");
  EXPECT_THAT(why_not(chosen({"length=9"}, {.on = SolvedOn::card, .distances = Distances::yes})),
              HasSubstr("unspecified launch failure"));
  EXPECT_EQ(why_not(chosen({"length=9"}, {.on = SolvedOn::any, .distances = Distances::yes})), "");
}

TEST_F(ChosenOnCard, SaysWhatToDoIfTheCardDoesNotAnswer) {
  const Fault fault("cuMemGetInfo_v2");
  EXPECT_THAT(why_not(chosen({"length=9"}, {.on = SolvedOn::card})),
              AllOf(StartsWith("The GPU's driver could not "), EndsWith("; say --device cpu")));
}

TEST_F(ChosenOnCard, OpensTheCardOnceForEachKindOfCode) {
  const auto with = [](const char* kernel) { return card_with_code("color-bridge", kernel).value(); };
  EXPECT_EQ(opened_card().value(), opened_card().value());
  EXPECT_EQ(with(Words::kKernel), with(Words::kKernel));
  EXPECT_NE(with(Words::kKernel), with(Codes::kKernel));
  EXPECT_TRUE(with(Words::kKernel)->kernel(Words::kKernel));
  EXPECT_TRUE(with(Codes::kKernel)->kernel(Codes::kKernel));
}

}  // namespace
}  // namespace duello
