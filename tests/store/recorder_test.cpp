// A game is written to its file as it is played, and goes on even if it cannot be written.
#include "store/recorder.hpp"

#include <gmock/gmock.h>

#include "tests/store/testing.hpp"

namespace duello {
namespace {

class RecorderTest : public Folder {
 protected:
  // A game of color-bridge after these moves.
  Duel after(std::string_view moves) const {
    Referee referee(*game_, {});
    play(referee, moves);
    return {std::move(referee), {}};
  }
  // Plays a move, of which the recorder hears.
  void hear(Recorder& recorder, Duel& duel, std::string_view text) const {
    const Referee& referee = duel.referee();
    const auto move = referee.game().read(referee.view(referee.mover()), text);
    ASSERT_TRUE(move);
    recorder.heard(duel, duel.submit(referee.mover(), *move).value());
  }

  std::unique_ptr<const AnyGame> game_ = game_called("color-bridge");
  std::vector<std::string> warnings_;
  Recorder::Warn warn_ = [this](const Complaint& complaint) { warnings_.push_back(complaint.why); };
};

TEST_F(RecorderTest, EveryMoveIsInTheFileAndTheHeadStays) {
  auto file = RecordFile::create(in("a"), Readers::anybody, Durability::process);
  ASSERT_TRUE(file);
  Record head;
  head.game = "color-bridge";
  head.date = "2026.11.01";
  Recorder recorder(*file, head, warn_);
  Duel duel = after("");
  recorder.started(duel);
  EXPECT_EQ(whole_file(file->path()), "") << "a game without a move";
  for (const std::string_view move : {"5-6", "7", "4"}) {
    hear(recorder, duel, move);
    Record expected = head;
    bring_up_to_date(expected, duel.referee());
    EXPECT_EQ(whole_file(file->path()), record_text(expected));
    EXPECT_EQ(record_text(recorder.record()), record_text(expected));
  }
  EXPECT_TRUE(duel.referee().result());
  EXPECT_TRUE(warnings_.empty());
}

TEST_F(RecorderTest, AResumedGameIsWrittenAtOnce) {
  auto file = RecordFile::create(in("a"), Readers::anybody, Durability::process);
  ASSERT_TRUE(file);
  const Duel duel = after("5-6");
  Recorder recorder(*file, record_of(*game_, {}), warn_);
  recorder.started(duel);
  EXPECT_EQ(whole_file(file->path()), record_text(record_now(duel.referee())));
}

TEST_F(RecorderTest, WarnsOnceAndTriesAgainWithEveryMove) {
  auto file = RecordFile::create(in("a"), Readers::anybody, Durability::process);
  ASSERT_TRUE(file);
  Recorder recorder(*file, record_of(*game_, {}), warn_);
  Duel duel = after("");
  {
    const FullDisk full(10);
    hear(recorder, duel, "5-6");
    hear(recorder, duel, "7");
  }
  EXPECT_THAT(warnings_, testing::ElementsAre(testing::HasSubstr("cannot be written")));
  EXPECT_EQ(whole_file(file->path()), "");
  hear(recorder, duel, "1");
  EXPECT_EQ(whole_file(file->path()), record_text(record_now(duel.referee())));
  EXPECT_EQ(warnings_.size(), 1U);
}

}  // namespace
}  // namespace duello
