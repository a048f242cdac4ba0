// The file of a game that is being played: whole after every move, and left alone when it cannot be written.
#include "store/record_file.hpp"
#include "match/replay.hpp"

#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>

#include "store/folders.hpp"
#include "store/game_store.hpp"
#include "tests/match/testing.hpp"

namespace duello {
namespace {

class Folder : public testing::Test {
 protected:
  Folder() {
    std::string name = testing::TempDir() + "duelloXXXXXX";
    path_ = ::mkdtemp(name.data());
  }
  ~Folder() override { std::filesystem::remove_all(path_); }

  std::string in(std::string_view name) const { return cat(path_, '/', name); }
  static unsigned mode(const std::string& file) {
    struct stat status{};
    EXPECT_EQ(::stat(file.c_str(), &status), 0);
    return status.st_mode & 0777;
  }
  std::size_t files() const {
    return static_cast<std::size_t>(
        std::distance(std::filesystem::directory_iterator(path_), std::filesystem::directory_iterator()));
  }

  std::string path_;
};

Record record_now(const Referee& referee) {
  Record record = record_of(referee.game(), referee.conditions());
  bring_up_to_date(record, referee);
  return record;
}

using RecordFileTest = Folder;

TEST_F(RecordFileTest, IsAWholeRecordAfterEveryMoveAndTakeBack) {
  const auto game = game_called("color-bridge");
  Referee referee(*game, {});
  auto file = RecordFile::create(in("a"), Readers::anybody, Durability::process);
  ASSERT_TRUE(file) << file.error().why;
  for (const char* const move : {"5", "6", "7", "undo", "8", "1", "2"}) {
    if (std::string_view(move) == "undo")
      ASSERT_TRUE(referee.take_back(referee.mover(), kTwoPeople));
    else
      play(referee, move);
    ASSERT_TRUE(file->put(record_now(referee)));
    EXPECT_EQ(*contents_of(file->path(), kMostRecordBytes), record_text(record_now(referee)));
  }
  referee.resign(Seat::one);
  ASSERT_TRUE(file->put(record_now(referee)));
  EXPECT_EQ(*contents_of(file->path(), kMostRecordBytes), record_text(record_now(referee)));
  EXPECT_EQ(files(), 1U);
}

TEST_F(RecordFileTest, ASecretGameIsItsOwnersUntilItIsOver) {
  const auto game = game_called("energy-capture");
  Referee referee(*game, {});
  auto file = RecordFile::create(in("a"), Readers::owner, Durability::process);
  ASSERT_TRUE(file);
  play(referee, "1:5");
  ASSERT_TRUE(file->put(record_now(referee)));
  EXPECT_EQ(mode(file->path()), 0600U);
  play(referee, "2:3 pass");
  ASSERT_TRUE(file->put(record_now(referee)));
  EXPECT_EQ(mode(file->path()), 0600U);
  play(referee, "3:1 pass");
  ASSERT_TRUE(referee.result());
  ASSERT_TRUE(file->put(record_now(referee)));
  EXPECT_EQ(mode(file->path()) & 0044U, 0044U & ~static_cast<unsigned>(::umask(::umask(022))));
}

TEST_F(RecordFileTest, GamesComeOneBehindTheOther) {
  const auto game = game_called("color-bridge");
  const std::string path = in("games");
  std::string expected;
  for (int i = 0; i < 3; ++i) {
    Referee referee(*game, {});
    auto file = RecordFile::open(path, Readers::anybody, Durability::process);
    ASSERT_TRUE(file) << file.error().why;
    for (int k = 0; k < 2; ++k) {
      Referee next(*game, {});
      play(next, "5-6 7");
      ASSERT_TRUE(file->put(record_now(next)));
      play(next, "4");
      ASSERT_TRUE(file->put(record_now(next)));
      file->begin_next();
      expected += cat(expected.empty() ? "" : "\n", record_text(record_now(next)));
      EXPECT_EQ(*contents_of(path, kMostRecordBytes), expected);
    }
  }
  ::chmod(path.c_str(), 0640);
  auto file = RecordFile::open(path, Readers::anybody, Durability::process);
  Referee last(*game, {});
  play(last, "1");
  ASSERT_TRUE(file->put(record_now(last)));
  EXPECT_EQ(mode(path), 0640U);
}

TEST_F(RecordFileTest, AGameIsTakenUpWhereItWasLeft) {
  const auto game = game_called("color-bridge");
  const std::string path = in("games.duello");
  Referee done(*game, {});
  play(done, "5-6 7 4");
  Referee referee(*game, {});
  {
    auto file = RecordFile::create(in("games"), Readers::anybody, Durability::process);
    ASSERT_TRUE(file->put(record_now(done)));
    file->begin_next();
    play(referee, "5 9");
    ASSERT_TRUE(file->put(record_now(referee)));
  }
  auto file = RecordFile::reopen(path, Readers::anybody, Durability::process);
  ASSERT_TRUE(file) << file.error().why;
  EXPECT_FALSE(RecordFile::reopen(path, Readers::anybody, Durability::process)) << "one at a time";
  play(referee, "6");
  ASSERT_TRUE(file->put(record_now(referee)));
  EXPECT_EQ(*contents_of(path, kMostRecordBytes), cat(record_text(record_now(done)), '\n', record_text(record_now(referee))));
  EXPECT_FALSE(RecordFile::reopen(path, Readers::anybody, Durability::process)) << "even in a new file";
}

TEST_F(RecordFileTest, NothingIsLeftOfAGameThatWasNeverBegun) {
  {
    ASSERT_TRUE(RecordFile::create(in("a"), Readers::anybody, Durability::process));
  }
  EXPECT_EQ(files(), 0U);
}

TEST_F(RecordFileTest, NamesAreTakenOnce) {
  const auto one = RecordFile::create(in("a"), Readers::anybody, Durability::process);
  const auto two = RecordFile::create(in("a"), Readers::anybody, Durability::process);
  ASSERT_TRUE(one && two);
  EXPECT_NE(one->path(), two->path());
}

TEST_F(RecordFileTest, WhatIsNoRecordIsNotWrittenTo) {
  std::ofstream(in("letter")) << "Dear Ann,\n";
  const auto file = RecordFile::open(in("letter"), Readers::anybody, Durability::process);
  ASSERT_FALSE(file);
  EXPECT_THAT(file.error().why, testing::HasSubstr("holds something other than records"));
  EXPECT_EQ(*contents_of(in("letter"), kMostRecordBytes), "Dear Ann,\n");
  EXPECT_FALSE(RecordFile::open("/dev/null", Readers::anybody, Durability::process));
  EXPECT_FALSE(RecordFile::open(in("no/such/folder"), Readers::anybody, Durability::process));
}

// While this lives, no file can grow beyond so many bytes, as on a full disk.
class FullDisk {
 public:
  explicit FullDisk(std::size_t bytes) {
    std::signal(SIGXFSZ, SIG_IGN);
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit less{bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &less);
  }
  ~FullDisk() { ::setrlimit(RLIMIT_FSIZE, &before_); }

 private:
  rlimit before_{};
};

TEST_F(RecordFileTest, AFullDiskLeavesWhatWasThereAndLaterMovesCatchUp) {
  const auto game = game_called("energy-capture");
  Referee referee(*game, {});
  auto file = RecordFile::create(in("a"), Readers::owner, Durability::process);
  play(referee, "1:2");
  ASSERT_TRUE(file->put(record_now(referee)));
  const std::string before = *contents_of(file->path(), kMostRecordBytes);
  play(referee, "2:2");
  {
    const FullDisk full(before.size() + 5);
    const auto put = file->put(record_now(referee));
    ASSERT_FALSE(put);
    EXPECT_THAT(put.error().why, testing::HasSubstr("cannot be written"));
    EXPECT_EQ(*contents_of(file->path(), kMostRecordBytes), before);
  }
  referee.resign(Seat::one);
  {
    const FullDisk full(10);
    ASSERT_FALSE(file->put(record_now(referee)));
    EXPECT_EQ(*contents_of(file->path(), kMostRecordBytes), before);
    EXPECT_EQ(files(), 1U);
  }
  ASSERT_TRUE(file->put(record_now(referee)));
  EXPECT_EQ(*contents_of(file->path(), kMostRecordBytes), record_text(record_now(referee)));
}

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

}  // namespace
}  // namespace duello
