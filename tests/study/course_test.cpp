// How a game goes if both play perfectly.
#include "study/course.hpp"

#include <gmock/gmock.h>

#include "solve/damaged_table.hpp"
#include "tests/match/testing.hpp"
#include "tests/players/testing.hpp"
#include "tests/study/testing.hpp"

namespace duello {
namespace {

// All moves of a line, one after the other; a change of seats is none.
std::unique_ptr<Referee> after(const AnyGame& game, const std::vector<std::string>& line, Swapping swapping) {
  auto referee = std::make_unique<Referee>(game, Conditions{.round_limit = 0, .swap = swapping == Swapping::yes});
  for (const std::string& move : line) {
    if (move == "swap") {
      EXPECT_TRUE(referee->may_swap());
      referee->swap();
    } else {
      play(*referee, move);
    }
  }
  return referee;
}

TEST(Course, GoesToTheEndAsFastAsTheValueSays) {
  for (const std::string_view id : {"color-capture", "color-bridge", "capture-the-flag", "color-clash"})
    for (const Swapping swapping : {Swapping::no, Swapping::yes}) {
      SCOPED_TRACE(cat(id, swapping == Swapping::yes ? " with a change of seats" : ""));
      KnownGame known(id);
      const Course course = course_of(known.game(), known.oracle(), swapping);
      EXPECT_EQ(course.positions, known.oracle().positions());
      EXPECT_EQ(course.first_moves, known.game().count(known.game().view(known.game().start(Seat::one), Seat::one)));
      EXPECT_LE(course.winning_first_moves, course.first_moves);
      EXPECT_EQ(course.winning_first_moves > 0, course.value.is_win());
      EXPECT_EQ(course.winner(), course.value.is_win() ? 1 : 2);
      EXPECT_EQ(course.line.size(), static_cast<std::size_t>(course.value.plies()));
      const auto referee = after(known.game(), course.line, swapping);
      ASSERT_TRUE(referee->result());
      EXPECT_EQ(referee->began(referee->result()->winner), course.value.is_win() ? Seat::one : Seat::two);
    }
}

TEST(Course, OfAnEndlessGameShowsHowItBegins) {
  KnownGame known("color-bridge", {"length=5", "run=5"});
  const Course course = course_of(known.game(), known.oracle(), Swapping::no);
  ASSERT_TRUE(course.value.is_neither());
  EXPECT_EQ(course.winner(), 0);
  EXPECT_EQ(course.line.size(), 12U);
  EXPECT_EQ(line_from(known.game(), known.oracle(), known.game().start(Seat::one)), course.line);
  EXPECT_EQ(line_from(known.game(), known.oracle(), known.game().start(Seat::one), 3).size(), 3U);
}

TEST(Course, FromAPositionGoesToTheEnd) {
  KnownGame known("color-bridge");
  const AnyPosition start = known.game().start(Seat::one);
  const auto line = line_from(known.game(), known.oracle(), start);
  EXPECT_EQ(line.size(), static_cast<std::size_t>(known.value_at_start().plies()));
  const auto referee = after(known.game(), line, Swapping::no);
  ASSERT_TRUE(referee->result());
  AnyPosition end = start;
  for (const AnyMove& move : referee->moves()) end = known.game().after(end, move);
  EXPECT_THAT(line_from(known.game(), known.oracle(), end), testing::IsEmpty());
}

TEST(Course, OfAGameWithoutDistancesShowsHowItBegins) {
  KnownGame known("capture-the-flag", {"flag=40"});
  const WithoutDistances oracle(known.oracle());
  const Course course = course_of(known.game(), oracle, Swapping::no);
  ASSERT_FALSE(course.value.is_neither());
  EXPECT_EQ(course.line.size(), 12U);
  EXPECT_EQ(line_from(known.game(), oracle, known.game().start(Seat::one)), course.line);
}

// Says of every move that it wins at once.
class WrongOracle final : public Oracle {
 public:
  explicit WrongOracle(const AnyGame& game) : game_(game) {}
  Value value(const AnyView& /*view*/) const override { return Value::win(1); }
  std::vector<Judgement> moves(const AnyView& view) const override {
    std::vector<Judgement> judged;
    for (const AnyMove& move : game_.listed(view)) judged.push_back({move, Value::win(1), 0});
    return judged;
  }
  std::uint64_t positions() const override { return 0; }

 private:
  const AnyGame& game_;
};

TEST(Course, RefusesATableThatIsWrongAboutTheEnd) {
  const auto game = game_called("color-bridge");
  EXPECT_THROW(course_of(*game, WrongOracle(*game), Swapping::no), DamagedTable);
}

}  // namespace
}  // namespace duello
