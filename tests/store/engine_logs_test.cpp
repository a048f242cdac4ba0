// Dialogues with engines: each in a file that nobody else writes, and there line by line.
#include "store/engine_logs.hpp"

#include <gmock/gmock.h>

#include "tests/store/testing.hpp"

namespace duello {
namespace {

using testing::MatchesRegex;

using EngineLogsTest = Folder;

TEST_F(EngineLogsTest, EachHasAFileWithTheNextNumberThatIsFree) {
  const auto logs = EngineLogs::in(in("logs"));
  ASSERT_TRUE(logs) << logs.error().why;
  fs::create_directory(in("logs/b-1.log"));
  const auto first = (*logs)->open("a", "one");
  const auto second = (*logs)->open("a", "two");
  const auto third = (*logs)->open("b", "three");
  ASSERT_TRUE(first && second && third);
  for (const char* const file : {"logs/a-1.log", "logs/a-2.log", "logs/b-2.log"})
    EXPECT_EQ(mode(in(file)), usual_mode()) << file;
  EXPECT_FALSE(is_inherited(in("logs/a-1.log")));
}

TEST_F(EngineLogsTest, EveryLineIsThereAtOnceWithItsTimeAndWhoSaidIt) {
  const auto logs = EngineLogs::in(in("logs"));
  const auto log = (*logs)->open("a", "engine\twith a tab");
  ASSERT_TRUE(log);
  (*log)('>', "go movetime 100");
  EXPECT_THAT(
      whole_file(in("logs/a-1.log")),
      MatchesRegex("# [0-9]{4}\\.[0-9]{2}\\.[0-9]{2} engine[^\t]*with a tab\n[0-9]\\.[0-9]{6} > go movetime 100\n"));
  (*log)('<', "bestmove 4");
  EXPECT_TRUE(whole_file(in("logs/a-1.log")).ends_with(" < bestmove 4\n"));
  EXPECT_FALSE((*logs)->is_incomplete());
}

TEST_F(EngineLogsTest, WhatCannotBeWrittenIsToldAndWhatIsThereStays) {
  const auto logs = EngineLogs::in(in("logs"));
  const auto log = (*logs)->open("a", "engine");
  ASSERT_TRUE(log);
  (*log)('>', "go");
  {
    const FullDisk full(whole_file(in("logs/a-1.log")).size());
    (*log)('<', "bestmove 4");
  }
  EXPECT_TRUE((*logs)->is_incomplete());
  EXPECT_TRUE(whole_file(in("logs/a-1.log")).starts_with("# "));
}

TEST_F(EngineLogsTest, AFolderThatCannotBeHadIsAComplaint) {
  std::ofstream(in("file")) << "";
  EXPECT_FALSE(EngineLogs::in(in("file/logs")));
  const auto logs = EngineLogs::in(in("logs"));
  fs::remove_all(in("logs"));
  const auto log = (*logs)->open("a", "engine");
  ASSERT_FALSE(log);
  EXPECT_THAT(log.error().why, testing::HasSubstr("cannot be written"));
}

}  // namespace
}  // namespace duello
