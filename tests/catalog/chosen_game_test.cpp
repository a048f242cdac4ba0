#include "catalog/chosen_game.hpp"

#include <gmock/gmock.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <fstream>
#include <thread>

#include "catalog/table_file.hpp"
#include "games/color_bridge.hpp"
#include "solve/damaged_table.hpp"
#include "solve/winners_oracle.hpp"
#include "system/threads.hpp"
#include "tests/solve/raw_table.hpp"

namespace duello {
namespace {

using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::StartsWith;

ChosenGame chosen(std::string id, std::vector<std::string> settings = {}, std::string table = {}) {
  return ChosenGame::from(
             {.id = std::move(id), .variant = {}, .settings = std::move(settings), .table = std::move(table)})
      .value();
}

bool stop(std::uint64_t /*done*/, std::uint64_t /*total*/) { return false; }

TEST(ChosenGame, NamesTheLargestThatFits) {
  const auto objection_to = [](std::vector<std::string> settings) {
    return chosen("color-bridge", std::move(settings)).objection_to_solving();
  };
  const std::string objection = objection_to({"length=31", "run=4", "reach=1"});
  constexpr std::string_view kFits = " are free; the largest that fits is length=";
  const std::size_t found = objection.find(kFits);
  ASSERT_NE(found, objection.npos) << objection;
  const int length = std::stoi(objection.substr(found + kFits.size()));
  EXPECT_EQ(objection_to({cat("length=", length), "run=4", "reach=1"}), "");
  const std::string next = objection_to({cat("length=", length + 1), "run=4", "reach=1"});
  EXPECT_TRUE(next.ends_with(cat(kFits, length))) << next;
}

TEST(ChosenGame, NamesNoRuleWhereNoneThatIsLoweredMakesItFit) {
  // A shorter track has no room for the run, and with another run or reach the table is as large.
  const std::string objection = chosen("color-bridge", {"length=31", "run=31"}).objection_to_solving();
  EXPECT_THAT(objection, StartsWith("color-bridge length=31 run=31 reach=2 needs up to 618 TB of memory, and "));
  EXPECT_THAT(objection, EndsWith(" are free"));
}

TEST(ChosenGame, OfHiddenMovesIsRefusedOnlyIfItIsTooLargeForAnyMachine) {
  const auto objection_to = [](std::vector<std::string> settings) {
    return chosen("energy-capture", std::move(settings)).objection_to_solving();
  };
  EXPECT_EQ(objection_to({}), "");
  EXPECT_EQ(objection_to({"units=31", "nodes=9", "extra=31"}), "");
  EXPECT_THAT(objection_to({"units=32", "nodes=9"}), StartsWith("There are "));
}

TEST(ChosenGame, HasTheRulesOfItsVariantWhereNoOthersAreSet) {
  const auto rules = [](std::string variant, std::vector<std::string> settings) {
    return full_name(
        ChosenGame::from(
            {.id = "color-bridge", .variant = std::move(variant), .settings = std::move(settings), .table = {}})
            ->game());
  };
  EXPECT_EQ(rules("", {}), "color-bridge length=11 run=3 reach=2");
  EXPECT_EQ(rules("fives", {}), "color-bridge length=13 run=5 reach=2");
  EXPECT_EQ(rules("fives", {"reach=1"}), "color-bridge length=13 run=5 reach=1");
}

TEST(ChosenGame, NamesTheVariantsIfItHasNoneOfThatName) {
  const auto why = [](std::string id) {
    return ChosenGame::from({.id = std::move(id), .variant = "five", .settings = {}, .table = {}}).error().why;
  };
  EXPECT_EQ(why("color-bridge"), "There is no variant 'five' of Color Bridge; there are steady and fives");
  EXPECT_EQ(why("capture-the-flag"), "There is no variant 'five' of Capture the Flag; there is marathon");
}

TEST(ChosenGame, NeedsRoomForDistancesWhereTheyAreWanted) {
  const auto needed = [](Distances distances) {
    const auto game = ChosenGame::from({.id = "color-bridge",
                                        .variant = {},
                                        .settings = {"length=31"},
                                        .table = {},
                                        .wishes = {.distances = distances}});
    const std::string objection = game->objection_to_solving();
    return objection.substr(0, objection.find(" of memory"));
  };
  EXPECT_THAT(needed(Distances::yes), EndsWith(bytes_text(chosen("color-bridge", {"length=31"}).table_bytes())));
  EXPECT_NE(needed(Distances::no), needed(Distances::yes));
  EXPECT_EQ(needed(Distances::if_they_fit), needed(Distances::no)) << "they do not fit";
}

TEST(ChosenGame, KnowsHowLongItTook) {
  ChosenGame game = chosen("color-bridge");
  EXPECT_EQ(game.seconds(), 0);
  ASSERT_TRUE(game.knowledge(go_on));
  EXPECT_GT(game.seconds(), 0);
  EXPECT_LT(game.seconds(), 60);
}

TEST(ChosenGame, ThatIsNamedIsSolvedByServers) {
  for (const GameEntry& entry : all_games()) {
    const std::string id(entry.facts->id);
    EXPECT_EQ(chosen(id).objection_to_serving(), "");
    for (const Variant& variant : entry.facts->variants) {
      const auto game = ChosenGame::from({.id = id, .variant = std::string(variant.name), .settings = {}, .table = {}});
      EXPECT_EQ(game->objection_to_serving(), "") << variant.name;
    }
  }
}

TEST(ChosenGame, ThatTakesASecondOrTooMuchRoomIsNotSolvedByServers) {
  const auto is_served = [](std::string id, std::vector<std::string> settings) {
    const std::string objection = chosen(std::move(id), std::move(settings)).objection_to_serving();
    EXPECT_TRUE(objection.empty() || objection.ends_with("; choose smaller rules, or random as the program"));
    return objection.empty();
  };
  EXPECT_TRUE(is_served("energy-capture", {"units=32", "extra=5"}));
  EXPECT_FALSE(is_served("energy-capture", {"units=47", "extra=47"}));
  EXPECT_FALSE(is_served("energy-capture", {"units=5", "extra=40"}));
  EXPECT_FALSE(is_served("energy-capture", {"units=33", "nodes=7", "extra=33"}));
  // Each of two kinds of phases takes less than a second, but not both.
  EXPECT_TRUE(is_served("energy-capture", {"units=32", "extra=1"}));
  EXPECT_TRUE(is_served("energy-capture", {"units=1", "extra=31"}));
  EXPECT_FALSE(is_served("energy-capture", {"units=32", "extra=31"}));
  EXPECT_TRUE(is_served("energy-capture", {"units=32", "extra=32"})) << "which are the same";
  EXPECT_TRUE(is_served("color-bridge", {"length=15"}));
  EXPECT_FALSE(is_served("color-bridge", {"length=16"}));
  EXPECT_TRUE(is_served("color-clash", {"disks=3", "positions=18"}));
  EXPECT_FALSE(is_served("color-clash", {"disks=3", "positions=19"}));
}

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
  EXPECT_EQ(chosen("energy-capture").table_bytes(), 0);
  EXPECT_GT(chosen("color-bridge").table_bytes(), 0);
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

// A table that only says who wins stays in its file.
class WinnersFile : public testing::Test {
 protected:
  WinnersFile() { EXPECT_EQ(why_not({"length=9"}), ""); }
  ~WinnersFile() override { std::remove(file_.c_str()); }

  std::string why_not(std::vector<std::string> settings, Distances distances = Distances::no) {
    ChosenGame game = with_wishes({.distances = distances}, "color-bridge", std::move(settings), file_);
    const auto knowledge = game.knowledge(go_on);
    if (!knowledge) return knowledge.error().why.why;
    EXPECT_THAT(open_in(*knowledge)->manner(), StartsWith("who wins, without distances, "));
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

TEST_F(WinnersFile, SaysThatItIsAFile) {
  ChosenGame game = with_wishes({.distances = Distances::no}, "color-bridge", {"length=9"}, file_);
  EXPECT_EQ(open_in(game.knowledge(go_on).value())->manner(), "who wins, without distances, from a file");
}

TEST_F(WinnersFile, BeginsAsItAlwaysHas) {
  std::string page(4096, '\0');
  std::ifstream(file_).read(page.data(), static_cast<std::streamsize>(page.size()));
  EXPECT_EQ(page.back(), '\n');
  page.resize(page.find_last_not_of(" \n") + 1);
  EXPECT_EQ(page, "duello winners 1\ncolor-bridge length=9 run=3 reach=2\n616 1\n8871911049041010350");
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
  ASSERT_EQ(::truncate(file_.c_str(), 60), 0);
  EXPECT_THAT(why_not({"length=9"}), HasSubstr("is damaged"));
}

TEST_F(WinnersFile, IsRefusedIfAnythingFollowsIt) {
  struct stat status{};
  ASSERT_EQ(::stat(file_.c_str(), &status), 0);
  change(status.st_size, '\0');
  EXPECT_THAT(why_not({"length=9"}), HasSubstr("is damaged"));
}

TEST_F(WinnersFile, IsRefusedIfABitOfItsFirstLinesIsWrong) {
  std::string lines(200, '\0');
  std::ifstream(file_).read(lines.data(), 200);
  lines.resize(lines.find_last_not_of(' ') + 1);
  for (std::size_t bit = 0; bit < lines.size() * 8; ++bit) {
    const auto at = static_cast<long>(bit / 8);
    change(at, static_cast<char>(lines[bit / 8] ^ 1 << bit % 8));
    EXPECT_NE(why_not({"length=9"}), "") << bit;
    change(at, lines[bit / 8]);
  }
  EXPECT_EQ(why_not({"length=9"}), "");
}

TEST_F(WinnersFile, CanBeAskedWhileAnotherThreadBringsItIntoMemory) {
  ChosenGame game = with_wishes({.distances = Distances::no}, "color-bridge", {"length=9"}, file_);
  const Knowledge knowledge = game.knowledge(go_on).value();
  const AnyView start = game.game().view(game.game().start(Seat::one), Seat::one);
  std::atomic<bool> is_home = false;
  std::jthread surveying([&] {
    EXPECT_GT(open_in(knowledge)->survey(go_on).value().positions, 0U);
    is_home = true;
  });
  do EXPECT_EQ(open_in(knowledge)->value(start).plies(), 3);
  while (!is_home);
}

// As somebody may do who copies another file over it.
TEST_F(WinnersFile, ThatIsCutShortWhileItIsUsedEndsTheWork) {
  ChosenGame game = with_wishes({.distances = Distances::no}, "color-bridge", {"length=9"}, file_);
  const Knowledge knowledge = game.knowledge(go_on).value();
  const AnyView start = game.game().view(game.game().start(Seat::one), Seat::one);
  EXPECT_TRUE(open_in(knowledge)->value(start).is_win());
  ASSERT_EQ(::truncate(file_.c_str(), 0), 0);
  EXPECT_THROW(open_in(knowledge)->value(start), DamagedTable);
  EXPECT_THROW(open_in(knowledge)->survey(go_on), DamagedTable);
}

// Every position follows from the next, and all of them from a new round that nobody wins.
TEST(WinnersOracle, IsNotSoundIfItLeansOnNewRounds) {
  OneWorker worker;
  int leaning = 0;
  for (const ColorBridge::Rules rules :
       {ColorBridge::Rules{.length = 5, .run = 4, .reach = 1}, ColorBridge::Rules{.length = 6, .run = 5, .reach = 2},
        ColorBridge::Rules{.length = 7, .run = 3, .reach = 1}}) {
    const ColorBridge game(rules);
    for (const auto round : {Words::Round::lost, Words::Round::won, Words::Round::neither}) {
      WinnerTable<ColorBridge> table(game);
      ASSERT_TRUE(table.take_room() && table.fill(round, worker, go_on));
      const std::string bytes(reinterpret_cast<const char*>(table.contents().data()), table.contents().size());
      const std::string file = cat(testing::TempDir(), "duello-leaning-", ::getpid(), ".table");
      const RawTable raw(TableKind::winners, {table.shelves().size(), static_cast<std::uint64_t>(round)}, bytes);
      ASSERT_TRUE(save_table(file, "game", raw));
      const auto loaded =
          load_table(file, "game", [&](const TableInStorage& stored) { return stored_winners(game, stored); });
      std::remove(file.c_str());
      EXPECT_EQ(loaded.has_value(), round == Words::Round::neither) << rules.length << ' ' << int(round);
      const Winner start = table.winner(game.start(Seat::one));
      leaning += static_cast<int>(round == Words::Round::won ? start.is_mover() : start.is_other());
    }
  }
  EXPECT_GT(leaning, 0);
}

TEST(ChosenGame, IsSolvedAsItIsWished) {
  const auto manner = [](SolvingWishes wishes) {
    ChosenGame game = with_wishes(wishes);
    return open_in(game.knowledge(go_on).value())->manner();
  };
  const std::string processor = by_processor(make_workers()->size());
  EXPECT_THAT(processor, MatchesRegex("by the processor with [0-9]+ threads?"));
  EXPECT_EQ(manner({.distances = Distances::yes}), "who wins and how fast, " + processor);
  EXPECT_EQ(manner({.distances = Distances::if_they_fit}), "who wins and how fast, " + processor);
  EXPECT_EQ(manner({.on = SolvedOn::any, .distances = Distances::if_they_fit}), "who wins and how fast, " + processor);
  EXPECT_EQ(manner({.distances = Distances::no}), "who wins, without distances, " + processor);
}

// Why it is not on a card is nobody's concern where it need not be on one.
TEST(ChosenGame, ThatFitsNeitherACardNorTheMemoryIsRefusedAsByTheProcessor) {
  const auto knowledge = with_wishes({.on = SolvedOn::any}, "color-bridge", {"length=31"}).knowledge(go_on);
  ASSERT_FALSE(knowledge);
  EXPECT_FALSE(knowledge.error().stopped);
  EXPECT_THAT(knowledge.error().why.why, HasSubstr(" are free; the largest that fits is length="));
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
