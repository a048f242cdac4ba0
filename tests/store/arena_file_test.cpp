// An arena's file: left alone unless it can be gone on with, and made of whole games whatever happens.
#include "store/arena_file.hpp"

#include <gmock/gmock.h>
#include "tests/store/testing.hpp"

namespace duello {
namespace {

using ArenaFileTest = Folder;

Record arena_record(int number) {
  const auto game = game_called("color-bridge");
  Referee referee(*game, {});
  play(referee, "5-6 7 4");
  Record record = record_now(referee);
  record.set("Round", cat(number));
  return record;
}

std::expected<std::unique_ptr<ArenaFile>, Complaint> resumed(const std::string& path) {
  auto file = ArenaFile::reopen(path);
  if (!file) return file;
  if (const auto checked = (*file)->check(); !checked) return std::unexpected(checked.error());
  return file;
}

TEST_F(ArenaFileTest, AFileThatCannotBeResumedStaysAsItIs) {
  const std::string one = record_text(arena_record(1));
  const std::vector<std::string> files{"",
                                       "Dear diary,\n[Game \"of chess\"]\n",
                                       "[Game \"color",
                                       one.substr(0, one.size() / 2),
                                       one + "\nmy notes\n",
                                       one + "\n" + one.substr(0, one.size() / 2) + "\n" + one,
                                       std::string(20 << 20, 'x')};
  for (const std::string& contents : files) {
    std::ofstream(in("a")) << contents;
    EXPECT_FALSE(resumed(in("a"))) << contents.substr(0, 500);
    EXPECT_TRUE(whole_file(in("a")) == contents);
  }
  EXPECT_FALSE(resumed(in("b")));
  EXPECT_FALSE(fs::exists(in("b")));
}

TEST_F(ArenaFileTest, ATornRecordIsToldAndCutOnlyWhenTheFileIsMended) {
  const std::string one = record_text(arena_record(1));
  for (std::size_t cut = 1; cut < one.size() - 4; ++cut) {
    const std::string contents = one + "\n" + one.substr(0, cut);
    std::ofstream(in("a")) << contents;
    const auto file = resumed(in("a"));
    ASSERT_TRUE(file) << file.error().why;
    EXPECT_EQ((*file)->torn(), one.substr(0, cut));
    EXPECT_EQ(whole_file(in("a")), contents);
    ASSERT_TRUE((*file)->mend());
    EXPECT_EQ(whole_file(in("a")), one + "\n");
    ASSERT_TRUE((*file)->add(arena_record(2)));
    EXPECT_EQ(load_records(in("a"))->size(), 2U);
  }
}

TEST_F(ArenaFileTest, ANewFileIsMendedToNothingAndHoldsGames) {
  const auto file = ArenaFile::create(in("new"));
  ASSERT_TRUE(file) << file.error().why;
  ASSERT_TRUE((*file)->mend());
  EXPECT_EQ(whole_file(in("new")), "");
  ASSERT_TRUE((*file)->add(arena_record(1)));
  ASSERT_TRUE((*file)->add(arena_record(2)));
  EXPECT_EQ(whole_file(in("new")), cat(record_text(arena_record(1)), '\n', record_text(arena_record(2)), '\n'));
}

TEST_F(ArenaFileTest, GamesAreReadOneByOneHoweverManyThereAre) {
  constexpr int kGames = 12'000;  // several pieces of the file
  std::string contents;
  for (int i = 1; i <= kGames; ++i) contents += record_text(arena_record(i)) + "\n";
  std::ofstream(in("a")) << contents;
  const auto file = resumed(in("a"));
  ASSERT_TRUE(file) << file.error().why;
  int next = 0;
  const auto all = (*file)->each([&](const Record& record) -> std::expected<void, Complaint> {
    if (record.tag("Round") != cat(++next)) return complaint("Out of order");
    return {};
  });
  EXPECT_TRUE(all) << all.error().why;
  EXPECT_EQ(next, kGames);
  ASSERT_TRUE((*file)->mend());
  EXPECT_TRUE(whole_file(in("a")) == contents);
  // A mistake is named by its line in the file.
  std::ofstream(in("b")) << contents << "[Game \"x\"]\n\n?\n\n" << contents;
  EXPECT_THAT(resumed(in("b")).error().why, testing::HasSubstr(cat("Line ", std::ranges::count(contents, '\n') + 5,
                                                                   ", column 1: the game has no result")));
}

TEST_F(ArenaFileTest, AFullDiskLeavesWholeGames) {
  const auto file = ArenaFile::create(in("a"));
  ASSERT_TRUE(file);
  ASSERT_TRUE((*file)->add(arena_record(1)));
  const std::string before = whole_file(in("a"));
  {
    const FullDisk full(before.size() + 20);
    EXPECT_FALSE((*file)->add(arena_record(2)));
    EXPECT_FALSE((*file)->add(arena_record(3)));
  }
  EXPECT_EQ((*file)->trouble(), "File too large");
  EXPECT_EQ(whole_file(in("a")), before);
  // There is room again, but a game is missing.
  EXPECT_FALSE((*file)->add(arena_record(4)));
  EXPECT_EQ(whole_file(in("a")), before);
}

TEST_F(ArenaFileTest, IsMadeOnlyWhereNothingIs) {
  std::ofstream(in("letter")) << "Dear Ann,\n";
  EXPECT_EQ(ArenaFile::create(in("letter")).error().why,
            cat('\'', in("letter"), "' is not empty; an arena goes on in it with --resume"));
  EXPECT_EQ(whole_file(in("letter")), "Dear Ann,\n");
  ASSERT_EQ(::mkfifo(in("pipe").c_str(), 0600), 0);
  EXPECT_EQ(ArenaFile::create(in("pipe")).error().why, cat('\'', in("pipe"), "' is not a regular file"));
  EXPECT_FALSE(ArenaFile::create("/dev/full"));
}

TEST_F(ArenaFileTest, OnlyOneArenaUsesIt) {
  std::ofstream(in("a")) << record_text(arena_record(1));
  const auto file = ArenaFile::reopen(in("a"));
  ASSERT_TRUE(file);
  const auto second = ArenaFile::reopen(in("a"));
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().why, cat("Another program is just using '", in("a"), '\''));
  EXPECT_EQ((*file)->path(), in("a"));
}

TEST_F(ArenaFileTest, GamesAreSetOffByABlankLineHoweverTheFileEnds) {
  const std::string one = record_text(arena_record(1));
  const std::string cut = one.substr(0, one.size() - 1);
  for (const std::string& contents : {cut, one, one + "\n"}) {
    std::ofstream(in("a")) << contents;
    const auto file = resumed(in("a"));
    ASSERT_TRUE(file) << file.error().why;
    EXPECT_EQ((*file)->torn(), "");
    ASSERT_TRUE((*file)->mend());
    EXPECT_EQ(whole_file(in("a")), one + "\n");
    ASSERT_TRUE((*file)->add(arena_record(2)));
    EXPECT_EQ(whole_file(in("a")), cat(one, '\n', record_text(arena_record(2)), '\n'));
  }
}

TEST_F(ArenaFileTest, GamesAreReadUntilOneIsNotAcceptedAndWithoutWhatIsTorn) {
  const std::string three =
      cat(record_text(arena_record(1)), '\n', record_text(arena_record(2)), '\n', record_text(arena_record(3)), '\n');
  std::ofstream(in("a")) << three << "[Game \"color";
  const auto file = resumed(in("a"));
  ASSERT_TRUE(file) << file.error().why;
  EXPECT_EQ((*file)->first().tag("Round"), "1");
  EXPECT_EQ((*file)->torn(), "[Game \"color");
  for (const std::string_view last : {"2", "3", "4"}) {
    std::string rounds;
    const auto all = (*file)->each([&](const Record& record) -> std::expected<void, Complaint> {
      rounds += record.tag("Round");
      if (record.tag("Round") == last) return complaint("Not this one");
      return {};
    });
    EXPECT_EQ(rounds, last == "2" ? "12" : "123");
    EXPECT_EQ(all.has_value(), last == "4");
    if (!all) {
      EXPECT_EQ(all.error().why, "Not this one");
    }
  }
}

TEST_F(ArenaFileTest, AFileWithoutGamesIsNotResumed) {
  std::ofstream(in("a")) << "";
  EXPECT_EQ(resumed(in("a")).error().why, cat('\'', in("a"), "': It holds no game, so there is nothing to go on with"));
}

}  // namespace
}  // namespace duello
