// The user's games: listed, found by name, and what is known of them follows the folder.
#include "store/game_store.hpp"

#include <gmock/gmock.h>
#include "store/folders.hpp"
#include "tests/store/testing.hpp"

namespace duello {
namespace {

using GameStoreTest = Folder;

TEST_F(GameStoreTest, OnesOwnFilesAreThoseThatReallyLieThere) {
  ::setenv("XDG_STATE_HOME", in("state").c_str(), 1);
  fs::create_directories(in("state/duello/games"));
  fs::create_directory_symlink("state", in("way"));
  for (const char* const file : {"state/duello/games/a", "foreign"}) std::ofstream(in(file)) << "";
  fs::create_symlink(in("foreign"), in("state/duello/games/link"));
  EXPECT_TRUE(is_among_own(in("state/duello/games/a")));
  EXPECT_TRUE(is_among_own(in("way/duello/../duello/games/a")));
  EXPECT_FALSE(is_among_own(in("state/duello/../../foreign")));
  EXPECT_FALSE(is_among_own(in("state/duello/games/link")));
  EXPECT_FALSE(is_among_own(in("state/duello/../../nowhere")));
  ::unsetenv("XDG_STATE_HOME");
}

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
      EXPECT_EQ(head.players[Seat::two], "level:2");
      EXPECT_EQ(head.name(Seat::one), "Ann");
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
  const auto game = game_called("color-bridge");
  std::string text;
  for (const std::string_view moves : {"5-6 7 4", "6 1", "5-6"}) {
    Referee referee(*game, {});
    play(referee, moves);
    text += record_text(record_now(referee)) + "\n";
  }
  std::ofstream(in("games/a.duello")) << text;
  const auto games = store->games({});
  ASSERT_TRUE(games) << games.error().why;
  std::string told;
  for (const KeptGame& each : *games) told += cat(each.name, ' ', each.number, each.is_open ? " open, " : ", ");
  EXPECT_EQ(told, "a#3 3 open, a#2 2, a#1 1, ");
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
