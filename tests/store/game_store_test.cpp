// The user's games: listed, found by name, thrown away, and what is known of them follows the folder.
#include "store/game_store.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <thread>

#include "match/series.hpp"
#include "tests/store/testing.hpp"

namespace duello {
namespace {

using GameStoreTest = Folder;

void keep(GameStore& store, std::string_view name, std::string_view id, const std::array<std::string, 2>& players,
          std::string_view moves, std::string_view date) {
  const auto game = game_called(id);
  Referee referee(*game, {});
  play(referee, moves);
  Record record = record_now(referee);
  record.players = {{players[0], players[1]}};
  record.date = date;
  auto file = RecordFile::create(cat(store.folder(), '/', name), Readers::anybody, Durability::process);
  ASSERT_TRUE(file->put(record));
}

// A file of games of color-bridge, one for each line of moves; with `best_of`, those of one series.
std::string records_text(const std::vector<std::string_view>& games, int best_of = 0) {
  const auto game = game_called("color-bridge");
  std::string text;
  for (std::size_t i = 0; i < games.size(); ++i) {
    Referee referee(*game, {});
    play(referee, games[i]);
    Record record = record_now(referee);
    if (best_of != 0) record.set(kSeriesTag, cat(i + 1, " of ", best_of));
    text += cat(i == 0 ? "" : "\n", record_text(record));
  }
  return text;
}

std::vector<std::string> names(GameStore& store, const HistoryFilter& filter) {
  const auto games = store.games(filter);
  EXPECT_TRUE(games) << (games ? "" : games.error().why);
  std::vector<std::string> names;
  if (games)
    for (const KeptGame& game : *games) names.push_back(game.name);
  return names;
}

TEST_F(GameStoreTest, ListsTheNewestFirstAndFilters) {
  auto store = GameStore::in(in("games"));
  ASSERT_TRUE(store);
  keep(*store, "a", "color-bridge", {"human", "perfect"}, "5-6 7 4", "2026.11.01");
  keep(*store, "b", "color-bridge", {"human", "random"}, "5-6 7", "2026.11.02");
  keep(*store, "c", "capture-the-flag", {"human", "Level:2"}, "1", "2026.11.03");
  using testing::ElementsAre;
  EXPECT_THAT(names(*store, {}), ElementsAre("c", "b", "a"));
  EXPECT_THAT(names(*store, {.game = "color-bridge"}), ElementsAre("b", "a"));
  EXPECT_THAT(names(*store, {.player = "LEVEL"}), ElementsAre("c"));
  EXPECT_THAT(names(*store, {.result = "1-0"}), ElementsAre("a"));
  EXPECT_THAT(names(*store, {.since = "2026.11.02"}), ElementsAre("c", "b"));
  EXPECT_THAT(names(*store, {.until = "2026.11.02"}), ElementsAre("b", "a"));
  EXPECT_THAT(names(*store, {.open_only = true}), ElementsAre("c", "b"));
  EXPECT_THAT(names(*store, {.most = 1}), ElementsAre("c"));
  EXPECT_THAT(names(*store, {.most = 2}), ElementsAre("c", "b"));
}

TEST_F(GameStoreTest, TheIndexKnowsWhatStandsAtTheHeadOfARecord) {
  auto store = GameStore::in(in("games"));
  for (const Seat first : kSeats) {
    const auto game = game_called("color-bridge", {"length=9"});
    Referee referee(*game, {.first = first});
    play(referee, "5-6 7 4");
    Record record = record_now(referee);
    record.players = {{"human", "level:2"}};
    record.set(kNameTags[0], "Ann");
    if (first == Seat::two) record.set(kNameTags[1], "Bob");
    record.set(kSeriesTag, "1 of 1");
    record.date = first == Seat::one ? "2026.11.01" : "2026.11.02";
    auto file = RecordFile::create(in("games/a"), Readers::anybody, Durability::process);
    ASSERT_TRUE(file->put(record));
  }
  for (int again = 0; again < 2; ++again) {  // once from the files, and once from the index
    const auto games = store->games({});
    ASSERT_TRUE(games) << games.error().why;
    ASSERT_EQ(games->size(), 2U);
    for (const Seat first : kSeats) {
      const Record& head = (*games)[first == Seat::one ? 1 : 0].head;
      EXPECT_EQ(head.first, first);
      EXPECT_EQ(head.winner, first);
      EXPECT_EQ(head.game, "color-bridge");
      EXPECT_EQ(head.rules, "length=9 run=3 reach=2");
      EXPECT_EQ(head.date, first == Seat::one ? "2026.11.01" : "2026.11.02");
      EXPECT_EQ(head.players[Seat::one], "human");
      EXPECT_EQ(head.players[Seat::two], "level:2");
      EXPECT_EQ(head.name(Seat::one), "Ann");
      EXPECT_EQ(head.name(Seat::two), first == Seat::one ? "" : "Bob");
      EXPECT_EQ(head.tag(kSeriesTag), "1 of 1");
      EXPECT_EQ(head.reason, "three in a row at 4 5 6");
    }
    for (const KeptGame& each : *games) {
      EXPECT_FALSE(each.is_open);
      EXPECT_EQ(each.number, 1);
      EXPECT_EQ(each.moves, 3);
    }
    EXPECT_EQ(games->back().name, "a");
    EXPECT_EQ(games->back().path, in("games/a.duello"));
    store = GameStore::in(in("games"));
  }
}

TEST_F(GameStoreTest, OfSeveralGamesInAFileOnlyTheLastMayBeOpen) {
  auto store = GameStore::in(in("games"));
  std::ofstream(in("games/a.duello")) << records_text({"5-6 7 4", "6 1", "5-6"});
  const auto games = store->games({});
  ASSERT_TRUE(games) << games.error().why;
  std::string told;
  for (const KeptGame& each : *games) told += cat(each.name, ' ', each.number, each.is_open ? " open, " : ", ");
  EXPECT_EQ(told, "a#3 3 open, a#2 2, a#1 1, ");
}

TEST_F(GameStoreTest, OnlyFilesWithRecordsAreListed) {
  auto store = GameStore::in(in("games"));
  keep(*store, "a", "color-bridge", {"human", "perfect"}, "5-6 7", "2026.11.01");
  std::ofstream(in("games/never-begun.duello")) << "";
  std::ofstream(in("games/notes.txt")) << "Dear diary,\n";
  std::ofstream(in("games/duello")) << "";
  fs::create_directory(in("games/folder.duello"));
  fs::create_symlink("nowhere", in("games/link.duello"));
  EXPECT_THAT(names(*store, {}), testing::ElementsAre("a"));
  EXPECT_THAT(store->troubles(), testing::IsEmpty());
}

TEST_F(GameStoreTest, TheIndexFollowsTheFolder) {
  auto store = GameStore::in(in("games"));
  keep(*store, "a", "color-bridge", {"human", "perfect"}, "5-6 7", "2026.11.01");
  EXPECT_EQ(names(*store, {}).size(), 1U);
  keep(*store, "b", "color-bridge", {"human", "random"}, "5-6 7 4", "2026.11.02");
  EXPECT_EQ(names(*store, {}).size(), 2U);
  std::filesystem::remove(in("games/a.duello"));
  EXPECT_THAT(names(*store, {}), testing::ElementsAre("b"));
  std::ofstream(in("games/c.duello")) << "rubbish";
  EXPECT_THAT(names(*store, {}), testing::ElementsAre("b"));
  ASSERT_EQ(store->troubles().size(), 1U);
  EXPECT_THAT(store->troubles()[0], testing::HasSubstr("c.duello: Line 1, column 1: "));
  std::filesystem::remove(in("games/c.duello"));
  EXPECT_THAT(names(*store, {}), testing::ElementsAre("b"));
  EXPECT_TRUE(store->troubles().empty());
}

// Changes a part of a file, and keeps its size and time.
void change_unnoticed(const std::string& file, std::string_view before, std::string_view after) {
  std::string contents = whole_file(file);
  const auto time = fs::last_write_time(file);
  ASSERT_EQ(before.size(), after.size());
  contents.replace(contents.find(before), before.size(), after);
  std::ofstream(file) << contents;
  fs::last_write_time(file, time);
}

TEST_F(GameStoreTest, AFileWithTheSameSizeAndTimeIsReadAgainOnlyByARebuild) {
  auto store = GameStore::in(in("games"));
  keep(*store, "a", "color-bridge", {"human", "perfect"}, "5-6 7", "2026.11.01");
  EXPECT_EQ(names(*store, {.player = "perfect"}).size(), 1U);
  change_unnoticed(in("games/a.duello"), "perfect", "level:5");
  EXPECT_EQ(names(*store, {.player = "perfect"}).size(), 1U);
  ASSERT_TRUE(store->rebuild());
  EXPECT_EQ(names(*store, {.player = "perfect"}).size(), 0U);
  EXPECT_EQ(names(*store, {.player = "level:5"}).size(), 1U);
}

TEST_F(GameStoreTest, AFileThatHasChangedIsReadAgain) {
  auto store = GameStore::in(in("games"));
  keep(*store, "a", "color-bridge", {"human", "perfect"}, "5-6 7", "2026.11.01");
  EXPECT_EQ(names(*store, {.player = "perfect"}).size(), 1U);
  // Of the same length a little later, and of another length at the same time.
  const auto time = fs::last_write_time(in("games/a.duello"));
  change_unnoticed(in("games/a.duello"), "perfect", "level:5");
  fs::last_write_time(in("games/a.duello"), time + std::chrono::microseconds(1));
  EXPECT_EQ(names(*store, {.player = "level:5"}).size(), 1U);
  const auto later = fs::last_write_time(in("games/a.duello"));
  std::ofstream(in("games/a.duello"), std::ios::app) << "\n" << records_text({"5-6 7 4"});
  fs::last_write_time(in("games/a.duello"), later);
  EXPECT_THAT(names(*store, {}), testing::UnorderedElementsAre("a#2", "a#1"));
}

TEST_F(GameStoreTest, AnIndexOfAnotherVersionIsMadeAnew) {
  constexpr std::streamoff kVersionAt = 63;  // the last byte of the number that SQLite keeps for the program
  auto store = GameStore::in(in("games"));
  keep(*store, "a", "color-bridge", {"human", "perfect"}, "5-6 7", "2026.11.01");
  EXPECT_EQ(names(*store, {.player = "perfect"}).size(), 1U);
  change_unnoticed(in("games/a.duello"), "perfect", "level:5");
  {
    std::fstream index(in("games/index.sqlite"), std::ios::in | std::ios::out | std::ios::binary);
    index.seekp(kVersionAt);
    index.put(99);
  }
  EXPECT_EQ(names(*store, {.player = "level:5"}).size(), 1U);
  EXPECT_NE(whole_file(in("games/index.sqlite")).find("level:5"), std::string::npos);
}

TEST_F(GameStoreTest, AnIndexThatCannotBeWrittenStaysAsItIsAndTheGamesAreListed) {
  auto store = GameStore::in(in("games"));
  keep(*store, "a", "color-bridge", {"human", "perfect"}, "5-6 7", "2026.11.01");
  EXPECT_EQ(names(*store, {}).size(), 1U);
  const std::string before = whole_file(in("games/index.sqlite"));
  keep(*store, "b", "color-bridge", {"human", "perfect"}, "5-6 7", "2026.11.02");
  {
    const FullDisk full(100);
    EXPECT_THAT(names(*store, {}), testing::ElementsAre("b", "a"));
  }
  EXPECT_TRUE(whole_file(in("games/index.sqlite")) == before);
}

TEST_F(GameStoreTest, GamesAreListedWhereThereCanBeNoIndex) {
  for (const char* const name : {"index.sqlite", "index.lock"}) {
    auto store = GameStore::in(in(name));
    fs::create_directory(cat(store->folder(), '/', name));
    keep(*store, "a", "color-bridge", {"human", "perfect"}, "5-6 7", "2026.11.01");
    EXPECT_THAT(names(*store, {}), testing::ElementsAre("a")) << name;
  }
}

TEST_F(GameStoreTest, OnlyTheUserCanLockTheIndexAndOtherProgramsWaitForIt) {
  auto store = GameStore::in(in("games"));
  EXPECT_EQ(names(*store, {}).size(), 0U);
  EXPECT_EQ(mode(in("games/index.lock")), 0600U);
  keep(*store, "a", "color-bridge", {"human", "perfect"}, "5-6 7", "2026.11.01");
  auto held = open_regular(in("games/index.lock"), O_RDWR);
  ASSERT_TRUE(held && lock(*held, Patience::none));
  std::jthread other([&] { EXPECT_EQ(names(*store, {}).size(), 1U); });
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  held->close();
  other.join();
  EXPECT_NE(whole_file(in("games/index.sqlite")).find("perfect"), std::string::npos);
}

TEST_F(GameStoreTest, ADamagedIndexIsMadeAnew) {
  auto store = GameStore::in(in("games"));
  keep(*store, "a", "color-bridge", {"human", "perfect"}, "5-6 7", "2026.11.01");
  EXPECT_EQ(names(*store, {}).size(), 1U);
  // All of it, and a part in the middle that is found out only when it is read.
  const std::string good = whole_file(in("games/index.sqlite"));
  for (std::size_t page = 4096; page < good.size(); page += 4096) {
    std::string bad = good;
    bad.replace(page, 4096, std::string(4096, 'x'));
    std::ofstream(in("games/index.sqlite")) << bad;
    keep(*store, cat("b", page), "color-bridge", {"human", "perfect"}, "5-6 7", "2026.11.01");
    EXPECT_GT(names(*store, {}).size(), 1U);
    EXPECT_NE(whole_file(in("games/index.sqlite")).find(cat("b", page)), std::string::npos) << page;
    fs::remove(in(cat("games/b", page, ".duello")));
  }
  EXPECT_EQ(names(*store, {}).size(), 1U);
  std::ofstream(in("games/index.sqlite")) << std::string(10000, 'x');
  auto again = GameStore::in(in("games"));
  EXPECT_EQ(names(*again, {}).size(), 1U);
  ASSERT_TRUE(again->rebuild());
  EXPECT_EQ(names(*again, {}).size(), 1U);
}

TEST_F(GameStoreTest, AGameIsFoundByFileByNameAsTheLastAndByNumber) {
  auto store = GameStore::in(in("games"));
  EXPECT_FALSE(store->records("last"));
  keep(*store, "a", "color-bridge", {"human", "perfect"}, "5-6 7", "2026.11.01");
  keep(*store, "b", "capture-the-flag", {"human", "perfect"}, "1", "2026.11.02");
  EXPECT_EQ(store->records("a")->front().game, "color-bridge");
  EXPECT_EQ(store->records("last")->front().game, "capture-the-flag");
  EXPECT_EQ(store->records(in("games/a.duello"))->front().game, "color-bridge");
  EXPECT_EQ(store->records("a#1")->size(), 1U);
  EXPECT_FALSE(store->records("a#2"));
  EXPECT_FALSE(store->records("a#x"));
  EXPECT_FALSE(store->records("nowhere"));
  EXPECT_FALSE(store->records("../games/a"));
}

TEST_F(GameStoreTest, ANumberNamesOneOfTheGamesOfAFile) {
  auto store = GameStore::in(in("games"));
  std::ofstream(in("games/a.duello")) << records_text({"5-6 7 4", "6 1"});
  EXPECT_EQ(store->records("a")->size(), 2U);
  for (const std::string& file : {std::string("a"), in("games/a.duello")}) {
    for (const int number : {1, 2}) {
      const auto records = store->records(cat(file, '#', number));
      ASSERT_TRUE(records && records->size() == 1);
      EXPECT_EQ(records->front().moves.size(), number == 1 ? 3U : 2U);
    }
    const auto third = store->records(file + "#3");
    ASSERT_FALSE(third);
    EXPECT_EQ(third.error().why, cat("There is no game '3' in '", in("games/a.duello"), "'; it has 2 games"));
    EXPECT_FALSE(store->records(file + "#0"));
  }
  // A # may belong to the name of a file.
  fs::rename(in("games/a.duello"), in("a#1"));
  EXPECT_EQ(store->records(in("a#1"))->size(), 2U);
  EXPECT_EQ(store->records(in("a#1#1"))->size(), 1U);
}

TEST_F(GameStoreTest, FindsTheFileThatIsMeant) {
  auto store = GameStore::in(in("games"));
  EXPECT_EQ(store->path_of("last").error().why, "No game has been kept yet; duello play plays one");
  keep(*store, "a", "color-bridge", {"human", "perfect"}, "5-6 7", "2026.11.01");
  EXPECT_EQ(store->path_of("a"), in("games/a.duello"));
  EXPECT_EQ(store->path_of("a#1"), in("games/a.duello"));
  EXPECT_EQ(store->path_of("last"), in("games/a.duello"));
  EXPECT_EQ(store->path_of("last#1"), in("games/a.duello"));
  EXPECT_EQ(store->path_of("-"), "-");
  EXPECT_EQ(store->path_of("b").error().why,
            "There is no file 'b', and no game of that name; duello history lists the games");
}

TEST_F(GameStoreTest, TheUsersGamesAreInTheStateFolder) {
  {
    const Variable state("XDG_STATE_HOME", in("state"));
    const auto store = GameStore::of_user();
    ASSERT_TRUE(store) << store.error().why;
    EXPECT_EQ(store->folder(), in("state/duello/games"));
    EXPECT_TRUE(fs::is_directory(in("state/duello/games")));
    EXPECT_THAT(store->new_stem(), testing::MatchesRegex(in("state/duello/games/[0-9]{8}-[0-9]{6}")));
  }
  const Variable state("XDG_STATE_HOME", std::nullopt);
  const Variable home("HOME", std::nullopt);
  EXPECT_EQ(GameStore::of_user().error().why, "Neither XDG_STATE_HOME nor HOME names a folder");
  std::ofstream(in("file")) << "";
  EXPECT_THAT(GameStore::in(in("file/games")).error().why, testing::HasSubstr("cannot be made"));
}

// The games of a file, as a list shows them.
std::vector<KeptGame> games_of(GameStore& store) {
  auto games = store.games({});
  EXPECT_TRUE(games) << games.error().why;
  return *std::move(games);
}

TEST_F(GameStoreTest, AnUnfinishedGameIsThrownAwayWithItsFile) {
  auto store = GameStore::in(in("games"));
  std::ofstream(in("games/a.duello")) << records_text({"5-6 7"});
  ASSERT_TRUE(GameStore::discard(games_of(*store).front()));
  EXPECT_FALSE(fs::exists(in("games/a.duello")));
  EXPECT_TRUE(games_of(*store).empty());
}

// The finished games of a series stay, whether or not the next game has begun, and the series cannot be resumed.
TEST_F(GameStoreTest, FinishedGamesStayWhenTheirSeriesIsThrownAway) {
  for (const std::vector<std::string_view>& games : {std::vector<std::string_view>{"5-6 7 4", "5-6 7 4", "6 1"},
                                                     std::vector<std::string_view>{"5-6 7 4", "5-6 7 4"}}) {
    auto store = GameStore::in(in("games"));
    std::ofstream(in("games/a.duello")) << records_text(games, 5);
    ::chmod(in("games/a.duello").c_str(), 0641);
    const auto time = fs::last_write_time(in("games/a.duello")) - std::chrono::hours(1);
    fs::last_write_time(in("games/a.duello"), time);
    ASSERT_TRUE(games_of(*store).front().is_open);
    const auto discarded = GameStore::discard(games_of(*store).front());
    ASSERT_TRUE(discarded) << discarded.error().why;

    auto expected = *read_records(records_text({"5-6 7 4", "5-6 7 4"}, 5));
    expected.back().set(kAbandonedTag, "yes");
    EXPECT_EQ(whole_file(in("games/a.duello")), cat(record_text(expected[0]), '\n', record_text(expected[1])));
    EXPECT_EQ(mode(in("games/a.duello")), 0641U);
    EXPECT_EQ(fs::last_write_time(in("games/a.duello")), time);
    ASSERT_EQ(games_of(*store).size(), 2U);
    EXPECT_FALSE(games_of(*store).front().is_open);
  }
}

TEST_F(GameStoreTest, WhatCannotBeThrownAwayStaysAsItIs) {
  auto store = GameStore::in(in("games"));
  const auto refused = [&](std::string_view why) {
    const auto game = games_of(*store).front();
    const std::string before = whole_file(game.path);
    const auto discarded = GameStore::discard(game);
    ASSERT_FALSE(discarded) << why;
    EXPECT_THAT(discarded.error().why, testing::HasSubstr(why));
    EXPECT_EQ(whole_file(game.path), before);
    fs::remove(game.path);
  };
  std::ofstream(in("games/a.duello")) << records_text({"5-6 7 4"});
  refused("is over");
  std::ofstream(in("foreign")) << records_text({"5-6 7"});
  fs::create_symlink(in("foreign"), in("games/a.duello"));
  refused("is only a link to a file elsewhere");
  EXPECT_EQ(whole_file(in("foreign")), records_text({"5-6 7"}));
  std::ofstream(in("games/a.duello")) << records_text({"5-6 7"});
  {
    const auto held = RecordFile::reopen(in("games/a.duello"), Readers::anybody, Durability::process);
    refused("Another program is just playing");
  }
  std::ofstream(in("games/a.duello")) << records_text({"5-6 7 4", "6 1"}, 3);
  const FullDisk full(whole_file(in("games/a.duello")).size() / 2);
  refused("cannot be written");
}

TEST_F(GameStoreTest, TheLastGameIsTheOnePlayedLastWhateverTheClockSaid) {
  auto store = GameStore::in(in("games"));
  keep(*store, "20261116-020000", "color-bridge", {"human", "perfect"}, "5-6 7", "2026.11.16");
  keep(*store, "20261115-140000", "capture-the-flag", {"human", "perfect"}, "1", "2026.11.15");
  const auto now = fs::file_time_type::clock::now();
  fs::last_write_time(in("games/20261116-020000.duello"), now - std::chrono::minutes(5));
  fs::last_write_time(in("games/20261115-140000.duello"), now);
  EXPECT_EQ(store->records("last")->front().game, "capture-the-flag");
  fs::last_write_time(in("games/20261115-140000.duello"), now - std::chrono::minutes(9));
  EXPECT_EQ(store->records("last")->front().game, "color-bridge");
}

TEST_F(GameStoreTest, AHugeFileIsToldOfAndNotRead) {
  auto store = GameStore::in(in("games"));
  keep(*store, "a", "color-bridge", {"human", "perfect"}, "5-6 7", "2026.11.01");
  std::ofstream(in("games/huge.duello")) << "x";
  fs::resize_file(in("games/huge.duello"), 40ULL << 30);
  EXPECT_EQ(names(*store, {}), std::vector<std::string>{"a"});
  ASSERT_EQ(store->troubles().size(), 1U);
  EXPECT_EQ(store->troubles()[0], cat('\'', in("games/huge.duello"), "' is too large: at most 256 MiB can be read"));
}

}  // namespace
}  // namespace duello
