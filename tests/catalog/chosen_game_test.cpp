#include "catalog/chosen_game.hpp"

#include <gmock/gmock.h>
#include <unistd.h>

#include <cstdio>

namespace duello {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

ChosenGame chosen(std::string id, std::vector<std::string> settings = {}, std::string table = {}) {
  return ChosenGame::from(
             {.id = std::move(id), .variant = {}, .settings = std::move(settings), .table = std::move(table)})
      .value();
}

bool stop(std::uint64_t /*done*/, std::uint64_t /*total*/) { return false; }

TEST(ChosenGame, KnowsEveryGameThereIs) {
  for (const GameEntry& entry : all_games()) {
    ChosenGame game = chosen(std::string(entry.facts->id));
    EXPECT_FALSE(game.is_known());
    const auto knowledge = game.knowledge(go_on);
    ASSERT_TRUE(knowledge) << knowledge.error().why.why;
    EXPECT_TRUE(game.is_known());
    EXPECT_EQ(hidden_in(*knowledge) != nullptr, entry.facts->hidden) << entry.facts->id;
    EXPECT_EQ(open_in(*knowledge) != nullptr, !entry.facts->hidden) << entry.facts->id;
  }
}

TEST(ChosenGame, IsSolvedOnce) {
  for (const char* const id : {"color-bridge", "energy-capture"}) {
    ChosenGame game = chosen(id);
    const Knowledge first = game.knowledge(go_on).value();
    EXPECT_EQ(game.knowledge(stop).value(), first);
  }
}

TEST(ChosenGame, SaysWhetherItWasStoppedAndCanBeSolvedAfterwards) {
  for (ChosenGame& game : std::array{chosen("color-bridge"), chosen("energy-capture")}) {
    const auto stopped = game.knowledge(stop);
    ASSERT_FALSE(stopped) << game.facts().id;
    EXPECT_TRUE(stopped.error().stopped);
    EXPECT_THAT(stopped.error().why.why, HasSubstr("stopped"));
    EXPECT_FALSE(game.is_known());
    EXPECT_TRUE(game.knowledge(go_on));
  }
}

TEST(ChosenGame, ThatDoesNotFitIsRefusedWithoutHavingBeenStopped) {
  ChosenGame game = chosen("color-bridge", {"length=30"});
  const auto knowledge = game.knowledge(go_on);
  ASSERT_FALSE(knowledge);
  EXPECT_FALSE(knowledge.error().stopped);
  EXPECT_THAT(knowledge.error().why.why, HasSubstr("color-bridge length=30 run=3 reach=2 needs up to "));
  EXPECT_THAT(knowledge.error().why.why, HasSubstr("; the largest that fits is length="));
}

TEST(ChosenGame, TakesItsTableFromTheFileThatItWroteBefore) {
  const std::string file = cat(testing::TempDir(), "duello-chosen-", ::getpid(), ".table");
  const Knowledge solved = chosen("color-bridge", {}, file).knowledge(go_on).value();
  // Nobody who says stop would let it be solved again.
  const auto loaded = chosen("color-bridge", {}, file).knowledge(stop);
  std::remove(file.c_str());
  ASSERT_TRUE(loaded) << loaded.error().why.why;
  EXPECT_EQ(open_in(*loaded)->positions(), open_in(solved)->positions());
}

TEST(ChosenGame, IsNotSolvedForATableThatHasNoPlace) {
  ChosenGame game = chosen("color-bridge", {}, cat(testing::TempDir(), "no such folder/bridge.table"));
  const auto knowledge = game.knowledge([](std::uint64_t, std::uint64_t) -> bool {
    ADD_FAILURE() << "the solve has begun";
    return true;
  });
  ASSERT_FALSE(knowledge);
  EXPECT_THAT(knowledge.error().why.why, AllOf(HasSubstr("no such folder"), HasSubstr("No such file or directory")));
}

TEST(ChosenGame, OfHiddenMovesHasNoTable) {
  const auto knowledge = chosen("energy-capture", {}, "/nowhere/table").knowledge(go_on);
  EXPECT_EQ(knowledge.error().why.why, "Energy Capture has no table of positions; leave --table out");
}

TEST(ChosenGames, FindEachGameOnceUnderItsRules) {
  ChosenGames games;
  ChosenGame* const one = games.of("color-bridge", "length=7").value();
  ChosenGame* const two = games.of("color-bridge", "length=8").value();
  EXPECT_NE(one, two);
  EXPECT_EQ(games.of("color-bridge", "length=7").value(), one);
  EXPECT_EQ(full_name(one->game()), "color-bridge length=7 run=3 reach=2");
  EXPECT_FALSE(games.of("chess", ""));
  EXPECT_FALSE(games.of("color-bridge", "length=no"));
}

}  // namespace
}  // namespace duello
