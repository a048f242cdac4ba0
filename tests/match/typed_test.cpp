// What somebody types where a move is asked for.
#include "match/typed.hpp"

#include <gmock/gmock.h>

#include "match/conduct.hpp"
#include "tests/match/testing.hpp"

namespace duello {
namespace {

using testing::EndsWith;

TEST(Typed, IsComparedInSmallLettersWithOneBlankBetweenWords) {
  EXPECT_EQ(word_in("  New \t GAME "), "new game");
  EXPECT_EQ(word_in("Undo"), "undo");
  EXPECT_EQ(word_in(" "), "");
}

TEST(Typed, IsAMoveOrAComplaintThatEndsWithWhatWouldBeOne) {
  const auto game = game_called("color-bridge");
  const Referee referee(*game, {});
  const AnyView view = referee.view(Seat::one);
  const auto move = move_in(*game, view, view, "5-6");
  ASSERT_TRUE(move);
  EXPECT_EQ(game->write(*move), "5-6");
  EXPECT_EQ(move_in(*game, view, view, "frob").error().why,
            cat(game->read(view, "frob").error().why, "; ", game->hint(view)));
}

// A line of blanks around a move is a move, if it is not too long.
TEST(Typed, IsNotReadIfItIsTooLong) {
  const auto game = game_called("color-bridge");
  const Referee referee(*game, {});
  const AnyView view = referee.view(Seat::one);
  const std::string longest = cat(std::string(kLongestTypedLine - 1, ' '), "7");
  EXPECT_TRUE(move_in(*game, view, view, longest));
  EXPECT_EQ(move_in(*game, view, view, longest + ' ').error().why, cat("That line is too long; ", game->hint(view)));
}

TEST(Typed, HintsAtNothingThatTheScreenMayNotShow) {
  const auto game = game_called("energy-capture");
  Referee referee(*game, {});
  play(referee, "1:5");
  play(referee, "2:3");
  const AnyView own = referee.view(Seat::one);
  const AnyView table = referee.view(std::nullopt);
  ASSERT_NE(game->hint(own), game->hint(table));
  EXPECT_THAT(move_in(*game, own, table, "frob").error().why, EndsWith(game->hint(table)));
}

class AnswerTyped : public testing::Test {
 protected:
  // The answer to the second move of a game with or without the pie rule.
  static std::optional<std::expected<Request, Complaint>> answer(std::string_view word, bool swap,
                                                                 const std::string& no_undo = {}) {
    const auto game = game_called("color-bridge");
    Referee referee(*game, {.swap = swap});
    play(referee, "5-6");
    const Duel duel(std::move(referee), {});
    const TurnOfDuel told(duel);
    Turn turn = *told;
    turn.no_undo = no_undo;
    return request_in(turn, word);
  }
};

TEST_F(AnswerTyped, IsUndoResignOrSwap) {
  EXPECT_TRUE(std::holds_alternative<Undo>(**answer("undo", false)));
  EXPECT_TRUE(std::holds_alternative<Resign>(**answer("resign", false)));
  EXPECT_TRUE(std::holds_alternative<Swap>(**answer("swap", true)));
}

TEST_F(AnswerTyped, IsNothingForAnyOtherWord) {
  for (const std::string_view word : {"7", "swaps", "quit", ""}) {
    EXPECT_FALSE(answer(word, true)) << word;
    EXPECT_FALSE(answer(word, false)) << word;
  }
}

TEST_F(AnswerTyped, IsRefusedWhereItIsNotAllowed) {
  EXPECT_EQ(answer("undo", false, "There is no way back")->error().why, "There is no way back");
  EXPECT_TRUE(answer("resign", false, "There is no way back")->has_value());
  EXPECT_EQ(answer("swap", false)->error().why,
            "Seats can be changed only with the pie rule, and only in answer to the first move");
}

}  // namespace
}  // namespace duello
