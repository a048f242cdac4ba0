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

ChosenGame with_wishes(SolvingWishes wishes, std::string id = "color-bridge", std::vector<std::string> settings = {},
                       std::string table = {}) {
  return ChosenGame::from({.id = std::move(id),
                           .variant = {},
                           .settings = std::move(settings),
                           .table = std::move(table),
                           .wishes = wishes})
      .value();
}

// A table that only says who wins is kept in a file that is mapped; whatever is wrong with it is told.
class WinnersFile : public testing::Test {
 protected:
  WinnersFile() { EXPECT_EQ(why_not({"length=9"}), ""); }
  ~WinnersFile() override { std::remove(file_.c_str()); }

  std::string why_not(std::vector<std::string> settings, Distances distances = Distances::no) {
    ChosenGame game = with_wishes({.distances = distances}, "color-bridge", std::move(settings), file_);
    const auto knowledge = game.knowledge(go_on);
    if (!knowledge) return knowledge.error().why.why;
    EXPECT_EQ(open_in(*knowledge)->manner(), "who wins, without distances");
    const AnyView start = game.game().view(game.game().start(Seat::one), Seat::one);
    EXPECT_EQ(open_in(*knowledge)->value(start).plies(), 3);
    return "";
  }
  void change(long at, char to) {
    std::FILE* const file = std::fopen(file_.c_str(), "r+b");
    ASSERT_NE(file, nullptr);
    std::fseek(file, at, SEEK_SET);
    std::fputc(to, file);
    std::fclose(file);
  }

  std::string file_ = cat(testing::TempDir(), "duello-winners-", ::getpid(), ".table");
};

TEST_F(WinnersFile, IsUsedAgain) {
  EXPECT_EQ(why_not({"length=9"}), "");
  EXPECT_EQ(why_not({"length=9"}, Distances::if_they_fit), "");
}

TEST_F(WinnersFile, IsNotTakenForOneWithDistances) {
  EXPECT_THAT(why_not({"length=9"}, Distances::yes), HasSubstr("only says who wins"));
}

TEST_F(WinnersFile, IsForOneGame) { EXPECT_THAT(why_not({"length=10"}), HasSubstr("is for 'color-bridge length=9")); }

TEST_F(WinnersFile, IsRefusedIfItIsDamaged) {
  change(60, '7');  // in the lines before the contents
  EXPECT_THAT(why_not({"length=9"}), HasSubstr("is damaged"));
}

TEST_F(WinnersFile, IsRefusedIfItIsWrong) {
  change(4096, 0);  // the start is not won
  EXPECT_THAT(why_not({"length=9"}), HasSubstr("does not hold what"));
}

TEST_F(WinnersFile, IsRefusedIfItIsCutShort) {
  ASSERT_EQ(::truncate(file_.c_str(), 5000), 0);
  EXPECT_THAT(why_not({"length=9"}), HasSubstr("is damaged"));
  ASSERT_EQ(::truncate(file_.c_str(), 50), 0);
  EXPECT_THAT(why_not({"length=9"}), HasSubstr("is damaged"));
}

TEST(ChosenGame, IsSolvedAsItIsWished) {
  const auto manner = [](SolvingWishes wishes) {
    ChosenGame game = with_wishes(wishes);
    return open_in(game.knowledge(go_on).value())->manner();
  };
  EXPECT_EQ(manner({.distances = Distances::yes}), "");
  EXPECT_EQ(manner({.distances = Distances::if_they_fit}), "");
  EXPECT_EQ(manner({.on = SolvedOn::any, .distances = Distances::if_they_fit}), "");
  EXPECT_EQ(manner({.distances = Distances::no}), "who wins, without distances");
}

TEST(ChosenGame, RefusesWishesThatCannotBeFulfilled) {
  const auto why = [](SolvingWishes wishes, std::string id) {
    return with_wishes(wishes, std::move(id)).knowledge(go_on).error().why.why;
  };
  EXPECT_EQ(why({.distances = Distances::no}, "color-clash"),
            "Color Clash is only solved with distances; leave --distances out");
  EXPECT_EQ(why({.on = SolvedOn::card}, "color-clash"), "No GPU can solve Color Clash; say --device cpu");
  EXPECT_EQ(why({.on = SolvedOn::card}, "energy-capture"), "No GPU can solve Energy Capture; say --device cpu");
  EXPECT_EQ(why({.distances = Distances::no}, "energy-capture"),
            "Energy Capture has no table of positions; leave --distances out");
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
