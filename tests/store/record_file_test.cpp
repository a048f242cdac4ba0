// The file of a game that is being played: whole after every move, and left alone when it cannot be written.
#include "store/record_file.hpp"

#include <gmock/gmock.h>
#include "match/meeting.hpp"
#include "match/series.hpp"
#include "store/game_store.hpp"
#include "tests/store/testing.hpp"

namespace {

// The files that were synced, and whether syncing works.
std::vector<std::string> g_synced;  // NOLINT: the function below has no other place for it
bool g_disk_works = true;           // NOLINT: likewise

}  // namespace

// Stands before the system's own.
extern "C" int fdatasync(int file) {
  g_synced.push_back(std::filesystem::read_symlink(duello::cat("/proc/self/fd/", file)));
  errno = EIO;
  return g_disk_works ? 0 : -1;
}

namespace duello {
namespace {

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
    EXPECT_EQ(whole_file(file->path()), record_text(record_now(referee)));
  }
  referee.resign(Seat::one);
  ASSERT_TRUE(file->put(record_now(referee)));
  EXPECT_EQ(whole_file(file->path()), record_text(record_now(referee)));
  EXPECT_EQ(files(), 1U);
}

TEST_F(RecordFileTest, AMoveIsAddedToTheFileThatIsThere) {
  for (const Durability durability : {Durability::process, Durability::machine}) {
    const auto game = game_called("color-bridge");
    Referee referee(*game, {});
    auto file = RecordFile::create(in("a"), Readers::anybody, durability);
    play(referee, "5-6");
    ASSERT_TRUE(file->put(record_now(referee)));
    const auto number = status(file->path()).st_ino;
    for (const char* const move : {"7", "1", "4"}) {
      play(referee, move);
      ASSERT_TRUE(file->put(record_now(referee)));
      EXPECT_EQ(whole_file(file->path()), record_text(record_now(referee)));
      EXPECT_EQ(status(file->path()).st_ino, number) << move;
    }
  }
}

TEST_F(RecordFileTest, AMoveIsSyncedIfItMustSurviveAPowerCut) {
  const auto game = game_called("color-bridge");
  for (const Durability durability : {Durability::process, Durability::machine}) {
    Referee referee(*game, {});
    auto file = RecordFile::create(in("a"), Readers::anybody, durability);
    play(referee, "5-6");
    ASSERT_TRUE(file->put(record_now(referee)));
    const std::string before = whole_file(file->path());
    g_synced.clear();
    play(referee, "7");
    if (durability == Durability::machine) {
      g_disk_works = false;
      EXPECT_FALSE(file->put(record_now(referee)));
      g_disk_works = true;
      EXPECT_EQ(whole_file(file->path()), before);
      EXPECT_EQ(g_synced.size(), 1U);
    }
    ASSERT_TRUE(file->put(record_now(referee)));
    EXPECT_EQ(whole_file(file->path()), record_text(record_now(referee)));
    if (durability == Durability::machine)
      EXPECT_EQ(g_synced, std::vector(2, fs::canonical(file->path()).string()));
    else
      EXPECT_TRUE(g_synced.empty());
  }
}

TEST_F(RecordFileTest, ManyGamesStayWhenMovesOfTheLastAreTakenBack) {
  const auto game = game_called("color-bridge");
  Referee done(*game, {});
  play(done, "5-6 7 4");
  std::string before;
  while (before.size() < 300'000) before += record_text(record_now(done)) + "\n";
  Referee referee(*game, {});
  play(referee, "5 6 7 8 1");
  std::ofstream(in("a")) << before << record_text(record_now(referee));
  auto file = RecordFile::reopen(in("a"), Readers::anybody, Durability::process);
  ASSERT_TRUE(file) << file.error().why;
  for (int i = 0; i < 4; ++i) ASSERT_TRUE(referee.take_back(other(referee.mover()), kTwoPeople));
  ASSERT_TRUE(file->put(record_now(referee)));
  EXPECT_TRUE(whole_file(in("a")) == before + record_text(record_now(referee)));
}

TEST_F(RecordFileTest, AFileThatOthersHaveCutShortIsNotTakenForWhole) {
  const auto game = game_called("color-bridge");
  Referee done(*game, {});
  play(done, "5-6 7 4");
  Referee referee(*game, {});
  play(referee, "5 6");
  std::ofstream(in("a")) << record_text(record_now(done)) << "\n" << record_text(record_now(referee));
  auto file = RecordFile::reopen(in("a"), Readers::anybody, Durability::process);
  ASSERT_TRUE(file) << file.error().why;
  fs::resize_file(in("a"), 10);
  ASSERT_TRUE(referee.take_back(other(referee.mover()), kTwoPeople));
  EXPECT_FALSE(file->put(record_now(referee)));
  EXPECT_EQ(fs::file_size(in("a")), 10U);
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
  EXPECT_EQ(mode(file->path()), usual_mode());
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
      EXPECT_EQ(whole_file(path), expected);
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
  EXPECT_EQ(whole_file(path), cat(record_text(record_now(done)), '\n', record_text(record_now(referee))));
  EXPECT_FALSE(RecordFile::reopen(path, Readers::anybody, Durability::process)) << "even in a new file";
}

TEST_F(RecordFileTest, OnlyRecordsAreTakenUp) {
  const auto complaint = [&](const std::string& path) {
    const auto file = RecordFile::reopen(path, Readers::anybody, Durability::process);
    return file ? "" : file.error().why;
  };
  EXPECT_THAT(complaint(in("a")), testing::HasSubstr("cannot be written"));
  EXPECT_FALSE(fs::exists(in("a")));
  const auto game = game_called("color-bridge");
  Referee referee(*game, {});
  play(referee, "5-6 7");
  const std::string contents = record_text(record_now(referee)) + "\nmy notes\n";
  std::ofstream(in("a")) << contents;
  EXPECT_THAT(complaint(in("a")), testing::StartsWith(cat('\'', in("a"), "': Line ")));
  EXPECT_EQ(whole_file(in("a")), contents);
}

TEST_F(RecordFileTest, TwoProgramsDoNotPlayTheSameGame) {
  const auto game = game_called("color-bridge");
  Referee referee(*game, {});
  play(referee, "5-6 7");
  auto file = RecordFile::open(in("a"), Readers::anybody, Durability::process);
  ASSERT_TRUE(file);
  const auto refused = [&] {
    const std::string why = cat("Another program is just playing the game in '", in("a"), '\'');
    for (const auto& opening : {&RecordFile::open, &RecordFile::reopen}) {
      const auto second = opening(in("a"), Readers::anybody, Durability::process);
      ASSERT_FALSE(second);
      EXPECT_EQ(second.error().why, why);
    }
  };
  refused();
  ASSERT_TRUE(file->put(record_now(referee)));
  refused();
  EXPECT_EQ(whole_file(in("a")), record_text(record_now(referee)));
}

TEST_F(RecordFileTest, TheFirstGameStandsAtTheBeginningOfTheFile) {
  const auto game = game_called("color-bridge");
  Referee referee(*game, {});
  play(referee, "5-6 7");
  std::ofstream(in("empty")) << "";
  for (const char* const name : {"empty", "new"}) {
    auto file = RecordFile::open(in(name), Readers::anybody, Durability::process);
    ASSERT_TRUE(file) << file.error().why;
    file->begin_next();
    ASSERT_TRUE(file->put(record_now(referee)));
    EXPECT_EQ(whole_file(in(name)), record_text(record_now(referee)));
  }
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
  const auto three = RecordFile::create(in("a"), Readers::anybody, Durability::process);
  ASSERT_TRUE(one && two && three);
  EXPECT_EQ(one->path(), in("a.duello"));
  EXPECT_EQ(two->path(), in("a-2.duello"));
  EXPECT_EQ(three->path(), in("a-3.duello"));
  EXPECT_FALSE(is_inherited(one->path()));
  const auto nowhere = RecordFile::create(in("nowhere/a"), Readers::anybody, Durability::process);
  ASSERT_FALSE(nowhere);
  EXPECT_EQ(nowhere.error().why, cat('\'', in("nowhere/a.duello"), "' cannot be written: No such file or directory"));
}

TEST_F(RecordFileTest, WhatIsNoRecordIsNotWrittenTo) {
  std::ofstream(in("letter")) << "Dear Ann,\n";
  const auto file = RecordFile::open(in("letter"), Readers::anybody, Durability::process);
  ASSERT_FALSE(file);
  EXPECT_THAT(file.error().why, testing::HasSubstr("holds something other than records"));
  EXPECT_EQ(whole_file(in("letter")), "Dear Ann,\n");
  EXPECT_FALSE(RecordFile::open("/dev/null", Readers::anybody, Durability::process));
  EXPECT_FALSE(RecordFile::open(in("no/such/folder"), Readers::anybody, Durability::process));
}

TEST_F(RecordFileTest, AFullDiskLeavesWhatWasThereAndLaterMovesCatchUp) {
  const auto game = game_called("energy-capture");
  Referee referee(*game, {});
  auto file = RecordFile::create(in("a"), Readers::owner, Durability::process);
  play(referee, "1:2");
  ASSERT_TRUE(file->put(record_now(referee)));
  const std::string before = whole_file(file->path());
  play(referee, "2:2");
  {
    const FullDisk full(before.size() + 5);
    const auto put = file->put(record_now(referee));
    ASSERT_FALSE(put);
    EXPECT_THAT(put.error().why, testing::HasSubstr("cannot be written"));
    EXPECT_EQ(whole_file(file->path()), before);
  }
  referee.resign(Seat::one);
  {
    const FullDisk full(10);
    ASSERT_FALSE(file->put(record_now(referee)));
    EXPECT_EQ(whole_file(file->path()), before);
    EXPECT_EQ(files(), 1U);
  }
  ASSERT_TRUE(file->put(record_now(referee)));
  EXPECT_EQ(whole_file(file->path()), record_text(record_now(referee)));
}

TEST_F(RecordFileTest, WhatAFullDiskKeptFromASeriesIsPutDownLater) {
  const auto game = game_called("color-bridge");
  const auto put = [&](RecordFile& file, std::string_view moves, std::string_view place) {
    Referee referee(*game, {});
    play(referee, moves);
    Record record = record_now(referee);
    record.set("Series", place);
    return file.put(record).has_value();
  };
  auto file = RecordFile::create(in("a"), Readers::anybody, Durability::process);
  ASSERT_TRUE(put(*file, "5-6", "1 of 3"));
  {
    const FullDisk full(10);
    EXPECT_FALSE(put(*file, "5-6 7 4", "1 of 3"));
    file->begin_next();
    EXPECT_FALSE(put(*file, "1", "2 of 3"));
    // What is there can be gone on with.
    const auto records = load_records(file->path());
    ASSERT_TRUE(records && records->size() == 1);
    EXPECT_TRUE(can_be_resumed(*records));
  }
  ASSERT_TRUE(put(*file, "1 2", "2 of 3"));
  const auto records = load_records(file->path());
  ASSERT_TRUE(records) << records.error().why;
  ASSERT_EQ(records->size(), 2U);
  EXPECT_EQ((*records)[0].result(), "1-0");
  EXPECT_EQ((*records)[1].moves.size(), 2U);
  EXPECT_TRUE(Series::told_by(*records));
  ASSERT_TRUE(put(*file, "1 2 3", "2 of 3"));
  EXPECT_EQ(load_records(file->path())->back().moves.size(), 3U);
}

TEST_F(RecordFileTest, ASecretGameThatOthersCouldReadIsClosedToThemWhenItGoesOn) {
  const auto game = game_called("energy-capture");
  Referee referee(*game, {});
  play(referee, "1:5");
  std::ofstream(in("a")) << record_text(record_now(referee));
  ::chmod(in("a").c_str(), 0644);
  auto file = RecordFile::reopen(in("a"), Readers::owner, Durability::process);
  ASSERT_TRUE(file->let_read(Readers::owner));
  EXPECT_EQ(mode(in("a")), 0600U);
  play(referee, "2:3");
  ASSERT_TRUE(file->put(record_now(referee)));
  EXPECT_EQ(mode(in("a")), 0600U);
  play(referee, "pass 3:1 pass");
  ASSERT_TRUE(referee.result());
  ASSERT_TRUE(file->put(record_now(referee)));
  EXPECT_EQ(mode(in("a")), 0644U);
}

TEST_F(RecordFileTest, ASecretGameThatGoesOnCanBeReadByOthersWhenItIsOver) {
  const auto game = game_called("energy-capture");
  Referee referee(*game, {});
  play(referee, "1:5");
  std::ofstream(in("a")) << record_text(record_now(referee));
  ::chmod(in("a").c_str(), 0600);
  auto file = RecordFile::reopen(in("a"), Readers::owner, Durability::process);
  ASSERT_TRUE(file->let_read(Readers::owner));
  play(referee, "2:3");
  ASSERT_TRUE(file->put(record_now(referee)));
  EXPECT_EQ(mode(in("a")), 0600U);
  play(referee, "pass 3:1 pass");
  ASSERT_TRUE(file->put(record_now(referee)));
  EXPECT_EQ(mode(in("a")), usual_mode());
}

TEST_F(RecordFileTest, AFileThatAnybodyMayReadStaysOpenToThem) {
  const auto game = game_called("energy-capture");
  Referee referee(*game, {});
  play(referee, "1:5");
  std::ofstream(in("a")) << record_text(record_now(referee));
  for (const unsigned open : {0600U, 0644U}) {
    ::chmod(in("a").c_str(), open);
    auto file = RecordFile::reopen(in("a"), Readers::anybody, Durability::process);
    ASSERT_TRUE(file->let_read(Readers::anybody));
    EXPECT_EQ(mode(in("a")), open);
  }
}

TEST(ShownName, IsTheWholeNameOrStandardInput) {
  EXPECT_EQ(shown_name("-"), "Standard input");
  EXPECT_EQ(shown_name("a"), "a");
  EXPECT_EQ(shown_name(std::string(5000, 'a')), std::string(5000, 'a'));
}

TEST_F(RecordFileTest, AComplaintNamesTheFileThatIsNoRecord) {
  EXPECT_THAT(load_records(in("a")).error().why, testing::HasSubstr(in("a")));
  std::ofstream(in("a")) << "Dear Ann,\n";
  EXPECT_THAT(load_records(in("a")).error().why, testing::StartsWith(in("a") + ": Line 1, column 1: "));
}

}  // namespace
}  // namespace duello
