// Files are opened only if they are files, and replaced so that nothing is lost or left over.
#include "system/files.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <fstream>

namespace {

// What was told to the disk, as the names stood at that time.
std::vector<std::string> g_synced;  // NOLINT: the function below has no other place for it

}  // namespace

// Stands before the system's own.
extern "C" int fsync(int file) {
  g_synced.push_back(std::filesystem::read_symlink(duello::cat("/proc/self/fd/", file)));
  return 0;
}

namespace duello {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kPlenty = 1 << 20;

class Files : public testing::Test {
 protected:
  Files() {
    std::string name = testing::TempDir() + "duelloXXXXXX";
    path_ = ::mkdtemp(name.data());
  }
  ~Files() override { fs::remove_all(path_); }

  std::string in(std::string_view name) const { return cat(path_, '/', name); }
  std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(path_)) names.push_back(entry.path().filename());
    return names;
  }
  static unsigned mode(const std::string& file) {
    struct stat status{};
    EXPECT_EQ(::stat(file.c_str(), &status), 0);
    return status.st_mode & 0777;
  }
  static std::string read(const std::string& file) { return contents_of(file, kPlenty).value(); }

  std::string path_;
};

TEST_F(Files, AreReadFromAnyPlaceAsAWholeOrNotAtAll) {
  std::ofstream(in("a")) << "0123456789";
  const Descriptor file = open_regular(in("a"), O_RDONLY).value();
  std::string room(4, '\0');
  EXPECT_TRUE(read_at(file, room, 0));
  EXPECT_EQ(room, "0123");
  EXPECT_TRUE(read_at(file, room, 6));
  EXPECT_EQ(room, "6789");
  EXPECT_FALSE(read_at(file, room, 7));
  EXPECT_TRUE(read_at(file, {}, 99));
}

TEST_F(Files, AReplacedFileIsOnTheDiskAndThenItsNameIs) {
  g_synced.clear();
  ASSERT_TRUE(replace_file(in("a"), {}, "old"));
  ASSERT_EQ(g_synced.size(), 2U);
  EXPECT_THAT(g_synced[0], testing::MatchesRegex(".*/\\.duello-[0-9a-f]+\\.part"));
  EXPECT_EQ(g_synced[1], fs::canonical(path_));
  g_synced.clear();
  ASSERT_TRUE(replace_file(in("a"), {.durability = Durability::process}, "new"));
  EXPECT_TRUE(g_synced.empty());
  EXPECT_EQ(read(in("a")), "new");
}

TEST_F(Files, AFailedReplacementLeavesTheOldFileAndNothingElse) {
  ASSERT_TRUE(replace_file(in("a"), {}, "old"));
  const auto made = replace_file(in("a"), {}, [](const Descriptor& out) {
    write_all(out, "half");
    errno = ENOSPC;
    return false;
  });
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().why, cat('\'', in("a"), "' cannot be written: No space left on device"));
  EXPECT_EQ(read(in("a")), "old");
  EXPECT_THAT(names(), testing::ElementsAre("a"));
}

TEST_F(Files, AReplacedFileHasTheModeThatIsWished) {
  const unsigned mask = ::umask(::umask(0));
  ::umask(mask);
  ASSERT_TRUE(replace_file(in("a"), {.mode = 0666}, ""));
  EXPECT_EQ(mode(in("a")), 0666U & ~mask);
  ASSERT_TRUE(replace_file(in("a"), {.mode = 0600}, ""));
  EXPECT_EQ(mode(in("a")), 0600U);
  ASSERT_TRUE(replace_file(in("a"), {.exactly = 0666}, ""));
  EXPECT_EQ(mode(in("a")), 0666U);
}

TEST_F(Files, ALinkStaysOneAndTheFileBehindItIsReplaced) {
  fs::create_directory(in("real"));
  fs::create_symlink("real/file", in("link"));
  for (const char* const contents : {"first", "second"}) {
    ASSERT_TRUE(replace_file(in("link"), {}, contents));
    EXPECT_TRUE(fs::is_symlink(in("link")));
    EXPECT_EQ(read(in("real/file")), contents);
  }
}

TEST_F(Files, WhatIsNoFileIsNeitherOpenedNorReplaced) {
  ASSERT_EQ(::mkfifo(in("pipe").c_str(), 0600), 0);
  for (const std::string& path : {in("pipe"), std::string("/dev/full"), std::string("/dev/null"), path_}) {
    for (const int flags : {O_RDONLY, O_RDWR, O_WRONLY, O_RDWR | O_CREAT}) EXPECT_FALSE(open_regular(path, flags));
    EXPECT_FALSE(replace_file(path, {}, "contents"));
    EXPECT_FALSE(fs::is_regular_file(path));
  }
  EXPECT_EQ(open_regular(in("pipe"), O_RDWR).error().why, cat('\'', in("pipe"), "' is not a regular file"));
  EXPECT_EQ(open_regular(in("pipe"), O_WRONLY).error().why, cat('\'', in("pipe"), "' is not a regular file"));
}

TEST_F(Files, LeftOversOfAKillGoAwayButNotWhatIsInUse) {
  const std::string old = ".duello-0123456789abcdef01234567.part";
  const std::string held = ".duello-1123456789abcdef01234567.part";
  const std::string young = ".duello-2123456789abcdef01234567.part";
  const std::string foreign = "letter.part";
  for (const std::string& name : {old, held, young, foreign}) {
    std::ofstream(in(name)) << "x";
    if (name != young) fs::last_write_time(in(name), fs::file_time_type::clock::now() - std::chrono::hours(1));
  }
  const auto user = open_regular(in(held), O_RDWR);
  ASSERT_TRUE(lock(*user, Patience::none));
  ASSERT_TRUE(replace_file(in("a"), {}, ""));
  EXPECT_THAT(names(), testing::UnorderedElementsAre("a", held, young, foreign));
}

TEST_F(Files, AFileBeingWrittenIsLocked) {
  const auto made = replace_file(in("a"), {}, [&](const Descriptor&) {
    for (const std::string& name : names()) {
      const auto same = open_regular(in(name), O_RDWR);
      EXPECT_FALSE(lock(*same, Patience::none));
    }
    return true;
  });
  ASSERT_TRUE(made);
  EXPECT_FALSE(lock(*open_regular(in("a"), O_RDWR), Patience::none)) << "and when it stands in its place";
}

TEST_F(Files, MoreThanIsWantedIsNotRead) {
  ASSERT_TRUE(replace_file(in("a"), {}, std::string(1 << 20, 'x')));
  EXPECT_TRUE(contents_of(in("a"), 1 << 20));
  ASSERT_TRUE(replace_file(in("a"), {}, std::string((1 << 20) + 1, 'x')));
  EXPECT_EQ(contents_of(in("a"), 1 << 20).error().why, cat('\'', in("a"), "' is too large: at most 1 MiB can be read"));
  EXPECT_FALSE(contents_of("/dev/zero", 1 << 20)) << "without an end";
}

TEST_F(Files, PathsInComplaintsAreNeverCut) {
  const std::string path = in(std::string(200, 'x') + "/file");
  EXPECT_EQ(open_regular(path, O_RDONLY).error().why, cat('\'', path, "' cannot be read: No such file or directory"));
}

TEST_F(Files, ARealPathGoesThroughLinksAndDots) {
  fs::create_directory(in("folder"));
  std::ofstream(in("file")) << "something";
  fs::create_symlink("../file", in("folder/link"));
  const std::string real = fs::canonical(in("file"));
  EXPECT_EQ(real_path(in("folder/../file")), real);
  EXPECT_EQ(real_path(in("folder/link")), real);
  EXPECT_EQ(real_path(in("nowhere")), std::nullopt);
}

}  // namespace
}  // namespace duello
