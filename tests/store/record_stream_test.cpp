// The records of a long file, one at a time.
#include "store/record_stream.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>

#include "tests/store/testing.hpp"

namespace duello {
namespace {

class RecordStreamTest : public Folder {
 protected:
  static std::string one() {
    const auto game = game_called("color-bridge");
    Referee referee(*game, {});
    play(referee, "5-6 7 4");
    return record_text(record_now(referee)) + "\n";
  }
  Descriptor file_with(std::string_view contents) const {
    std::ofstream(in("a")) << contents;
    return open_regular(in("a"), O_RDONLY).value();
  }
};

TEST_F(RecordStreamTest, KnowsWhereItIsAndWhatIsLeft) {
  const std::string record = one();
  const Descriptor file = file_with(record + record + "notes\n");
  RecordStream stream(file);
  EXPECT_EQ(stream.offset(), 0U);
  for (const std::size_t place : {record.size(), 2 * record.size()}) {
    const auto next = stream.next();
    ASSERT_TRUE(next && *next);
    EXPECT_EQ((*next)->moves.size(), 3U);
    // Blank lines belong to what follows.
    EXPECT_GE(stream.offset(), place - 1);
    EXPECT_LE(stream.offset(), place);
  }
  const auto last = stream.next();
  ASSERT_TRUE(last);
  EXPECT_FALSE(*last);
  ASSERT_TRUE(stream.rest());
  EXPECT_TRUE(stream.rest()->ends_with("notes\n"));
  EXPECT_EQ(stream.offset() + stream.rest()->size(), 2 * record.size() + 6);
}

TEST_F(RecordStreamTest, WhatCannotBeReadIsAComplaint) {
  const Descriptor folder(::open(in("").c_str(), O_RDONLY | O_CLOEXEC));
  ASSERT_TRUE(folder.is_open());
  RecordStream stream(folder);
  const auto next = stream.next();
  ASSERT_TRUE(next);
  ASSERT_FALSE(*next);
  EXPECT_THAT(next->error().why, testing::HasSubstr("Is a directory"));
  EXPECT_FALSE(stream.rest());
}

TEST_F(RecordStreamTest, OfAnEmptyFileThereIsNone) {
  const Descriptor file = file_with("");
  RecordStream stream(file);
  EXPECT_FALSE(stream.next());
  EXPECT_EQ(stream.offset(), 0U);
  EXPECT_EQ(stream.rest(), "");
}

// Wherever a file is cut into pieces: after the result of a game there may be more of the same word.
TEST_F(RecordStreamTest, ARecordEndsWhereItsLastWordDoes) {
  constexpr std::size_t kPiece = 1 << 20;
  std::string record = one();
  while (record.ends_with('\n')) record.pop_back();
  const std::size_t moves = record.find("\n\n") + 2;
  record.insert(moves, cat('{', std::string(kPiece - record.size() - 3, 'x'), "}\n"));
  ASSERT_EQ(record.size(), kPiece);
  for (const std::string_view more : {"", "\n", "0\n"}) {
    const std::string contents = cat(record, more);
    const Descriptor file = file_with(contents);
    RecordStream stream(file);
    const auto next = stream.next();
    ASSERT_TRUE(next);
    EXPECT_EQ(next->has_value(), more != "0\n") << more;
    EXPECT_EQ(next->has_value(), read_records(contents).has_value()) << more;
  }
}

// What has not been read yet can still be cut off.
TEST_F(RecordStreamTest, ALongFileIsNotReadAtOnce) {
  const std::string record = one();
  const std::size_t half = (2 << 20) / record.size() + 1;
  std::string contents;
  for (std::size_t i = 0; i < 2 * half; ++i) contents += record;
  const Descriptor file = file_with(contents);
  RecordStream stream(file);
  ASSERT_TRUE(stream.next());
  fs::resize_file(in("a"), half * record.size());
  std::size_t records = 1;
  while (const auto next = stream.next()) {
    ASSERT_TRUE(*next) << next->error().why;
    ++records;
  }
  EXPECT_EQ(records, half);
}

}  // namespace
}  // namespace duello
