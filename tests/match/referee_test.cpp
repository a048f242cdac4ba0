#include "match/referee.hpp"

#include <gmock/gmock.h>

#include <tuple>

#include "tests/match/testing.hpp"

namespace duello {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

TEST(Referee, NamesTheWinnerAndTheReasonForTheRecord) {
  const auto game = game_called("color-bridge");
  Referee referee(*game, {});
  play(referee, "5-6 7 4");
  ASSERT_TRUE(referee.result());
  EXPECT_EQ(referee.result()->winner, Seat::one);
  EXPECT_EQ(referee.result()->how, Result::How::played);
  EXPECT_EQ(referee.result()->reason, "three in a row at 4 5 6");
}

TEST(Referee, RefusesAnIllegalMoveAndChangesNothing) {
  const auto game = game_called("color-bridge");
  Referee referee(*game, {});
  play(referee, "5-6");
  const std::string before = everything_shown(referee);
  const AnyMove taken = referee.last_move();
  EXPECT_FALSE(referee.play(taken));
  EXPECT_EQ(everything_shown(referee), before);
  EXPECT_EQ(line_of_moves(referee), "5-6");
}

TEST(Referee, LetsTheChosenSeatMoveFirst) {
  const auto game = game_called("capture-the-flag");
  EXPECT_EQ(Referee(*game, {.first = Seat::two}).mover(), Seat::two);
}

TEST(Referee, GivesAResignedGameToTheOther) {
  const auto game = game_called("color-clash");
  Referee referee(*game, {});
  referee.resign(Seat::one);
  EXPECT_EQ(referee.result()->winner, Seat::two);
  EXPECT_EQ(referee.result()->reason, "resignation");
  EXPECT_EQ(referee.closing(plain_pen(*game)), "Red resigns.\nBlue wins!\n");
}

TEST(Referee, TakesBackOneMoveBetweenTwoPeople) {
  const auto game = game_called("color-bridge");
  Referee referee(*game, {});
  play(referee, "5-6");
  const std::string before = everything_shown(referee);
  play(referee, "7");
  EXPECT_EQ(referee.take_back(Seat::one, kTwoPeople), 1);
  EXPECT_EQ(everything_shown(referee), before);
}

TEST(Referee, TakesBackToThePersonsOwnTurnAgainstAProgram) {
  const auto game = game_called("color-bridge");
  Referee referee(*game, {});
  const std::string before = everything_shown(referee);
  play(referee, "5-6 7");
  EXPECT_EQ(referee.take_back(Seat::one, {{true, false}}), 2);
  EXPECT_EQ(everything_shown(referee), before);
}

TEST(Referee, TakesBackAChangeOfSeatsWithTheFirstMoveIfWhoeverChangedThemDoesNotChooseAgain) {
  const auto game = game_called("color-bridge");
  for (const Seat first : kSeats) {
    Referee referee(*game, {.first = first, .swap = true});
    const std::string before = everything_shown(referee);
    play(referee, "5-6");
    referee.swap();
    PerSeat<bool> is_person;
    is_person[other(first)] = true;  // whoever moved first sits there now
    EXPECT_EQ(referee.take_back(other(first), is_person), 2);
    EXPECT_FALSE(referee.swapped());
    EXPECT_EQ(everything_shown(referee), before);
  }
}

TEST(Referee, TakesBackAChangeOfSeatsAloneIfWhoeverChangedThemChoosesAgain) {
  const auto game = game_called("color-bridge");
  for (const PerSeat<bool> is_person : {kTwoPeople, PerSeat<bool>{{true, false}}}) {
    Referee referee(*game, {.swap = true});
    play(referee, "5-6");
    referee.swap();
    EXPECT_EQ(referee.take_back(Seat::one, is_person), 1);
    EXPECT_TRUE(referee.may_swap());
    EXPECT_EQ(line_of_moves(referee), "5-6");
  }
}

TEST(Referee, TakesBackAChangeOfSeatsAndTheAnswerOfAProgram) {
  const auto game = game_called("color-bridge");
  Referee referee(*game, {.swap = true});
  play(referee, "5-6");
  referee.swap();
  play(referee, "9");
  EXPECT_EQ(referee.take_back(Seat::one, {{true, false}}), 2);
  EXPECT_TRUE(referee.may_swap());
}

TEST(Referee, HasNothingToTakeBackBeforeThePersonsFirstMove) {
  const auto game = game_called("color-bridge");
  Referee referee(*game, {.first = Seat::two});
  EXPECT_FALSE(referee.take_back(Seat::two, kTwoPeople));
  play(referee, "5-6");
  EXPECT_FALSE(referee.take_back(Seat::one, {{true, false}}));
  EXPECT_EQ(line_of_moves(referee), "5-6");
}

TEST(Referee, TakesBackAWipedTrackAndItsRound) {
  const auto game = game_called("color-bridge", {"length=2", "run=2"});
  Referee referee(*game, {.round_limit = 2});
  play(referee, "1");
  const std::string before = everything_shown(referee);
  play(referee, "2");  // the track is full and wiped: one undecided round
  ASSERT_TRUE(referee.take_back(Seat::one, kTwoPeople));
  EXPECT_EQ(everything_shown(referee), before);
  play(referee, "2 1");
  EXPECT_FALSE(referee.result()) << "the round taken back must not count";
  play(referee, "2");
  EXPECT_TRUE(referee.result());
}

TEST(Referee, TossesACoinAfterTheAgreedNumberOfUndecidedRounds) {
  const auto game = game_called("color-bridge", {"length=2", "run=2"});
  Referee referee(*game, {.round_limit = 3});
  play(referee, "1 2 1 2 1");
  EXPECT_FALSE(referee.result());
  play(referee, "2");
  ASSERT_TRUE(referee.result());
  EXPECT_EQ(referee.result()->how, Result::How::coin);
  EXPECT_EQ(referee.result()->reason, "coin toss after 3 undecided rounds");
  EXPECT_THAT(referee.closing(plain_pen(*game)),
              StartsWith("No winner after 3 undecided rounds, so a coin is tossed.\n"));
}

// Who wins the toss that a game under this seed comes to.
Seat tossed(const AnyGame& game, std::uint64_t seed) {
  Referee referee(game, {.round_limit = 1, .seed = seed});
  play(referee, "1 2");
  return referee.result()->winner;
}

// Records with a toss can only be replayed if it ends as it did when they were written.
TEST(Referee, TossesTheSameCoinForTheSameSeedAndBothSidesOfIt) {
  const auto game = game_called("color-bridge", {"length=2", "run=2"});
  std::string winners;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    EXPECT_EQ(tossed(*game, seed), tossed(*game, seed));
    winners += cat(number(tossed(*game, seed)));
  }
  EXPECT_EQ(winners, "12111121121121221112");
}

TEST(Referee, TossesAFairCoin) {
  const auto game = game_called("color-bridge", {"length=2", "run=2"});
  constexpr int kTosses = 1000;
  int won_by_one = 0;
  for (std::uint64_t seed = 0; seed < kTosses; ++seed)
    if (tossed(*game, seed) == Seat::one) ++won_by_one;
  EXPECT_GT(won_by_one, kTosses * 45 / 100);
  EXPECT_LT(won_by_one, kTosses * 55 / 100);
}

TEST(Referee, NeverTossesACoinWithoutALimit) {
  const auto game = game_called("color-bridge", {"length=2", "run=2"});
  Referee referee(*game, {.round_limit = 0});
  for (int round = 0; round < 100; ++round) play(referee, "1 2");
  EXPECT_FALSE(referee.result());
}

TEST(Referee, CountsAnUndecidedRevealAsARound) {
  const auto game = game_called("energy-capture");
  Referee referee(*game, {.round_limit = 2});
  play(referee, "pass pass");
  EXPECT_FALSE(referee.result());
  play(referee, "pass pass");
  EXPECT_EQ(referee.result()->how, Result::How::coin);
}

TEST(Referee, AcceptsTheTossOfACoinThatIsKnownElsewhere) {
  const auto game = game_called("color-bridge", {"length=2", "run=2"});
  for (const Seat winner : kSeats) {
    Referee referee(*game, {.round_limit = 1});
    play(referee, "1 2");
    ASSERT_TRUE(referee.accept({winner, Result::How::coin, ""}));
    EXPECT_EQ(referee.result()->winner, winner);
    EXPECT_EQ(referee.result()->reason, "coin toss after 1 undecided round");
    EXPECT_FALSE(referee.accept({winner, Result::How::played, ""}));
    EXPECT_FALSE(referee.accept({winner, Result::How::resigned, ""}));
  }
}

TEST(Referee, AcceptsNoResultThatTheMovesBelie) {
  const auto game = game_called("color-bridge");
  Referee referee(*game, {});
  EXPECT_FALSE(referee.accept({Seat::one, Result::How::played, ""}));
  EXPECT_FALSE(referee.accept({Seat::one, Result::How::coin, ""}));
  EXPECT_FALSE(referee.result());
  play(referee, "5-6 1 4");
  EXPECT_FALSE(referee.accept({Seat::two, Result::How::played, ""}));
  EXPECT_TRUE(referee.accept({Seat::one, Result::How::played, ""}));
}

TEST(Referee, AcceptsThatAPlayerGaveUp) {
  const auto game = game_called("color-bridge");
  for (const auto& [how, reason, known] : {std::tuple(Result::How::resigned, "", "resignation"),
                                           {Result::How::time, "", "time"},
                                           {Result::How::forfeited, "forfeit: it crashed", "forfeit: it crashed"},
                                           {Result::How::forfeited, "x", "forfeit: x"}}) {
    Referee referee(*game, {});
    ASSERT_TRUE(referee.accept({Seat::two, how, reason}));
    EXPECT_EQ(*referee.result(), (Result{Seat::two, how, known}));
  }
}

TEST(Referee, PutsRevealedMovesInThePlaceOfOthers) {
  const auto game = game_called("energy-capture");
  Referee referee(*game, {});
  play(referee, "1:5 2:3 pass");
  const std::vector<std::string> revealed{"1:5", "3:3", "pass"};
  ASSERT_TRUE(referee.reveal(revealed));
  EXPECT_EQ(line_of_moves(referee), "1:5 3:3 pass");
  EXPECT_FALSE(referee.reveal(std::vector<std::string>{"4:99"}));
  EXPECT_FALSE(Referee(*game, {}).reveal(revealed));
}

TEST(Referee, TakesBackOnlyOnesOwnHiddenMoves) {
  const auto game = game_called("energy-capture");
  Referee referee(*game, {});
  play(referee, "1:5 2:3");
  const auto refused = referee.take_back(Seat::one, kTwoPeople);
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().why, HasSubstr("other player has moved"));
  EXPECT_EQ(line_of_moves(referee), "1:5 2:3");
}

TEST(Referee, TakesBackHiddenMovesMadeAfterTheOtherHasPassed) {
  const auto game = game_called("energy-capture");
  Referee referee(*game, {});
  play(referee, "pass 2:3");
  const std::string before = everything_shown(referee);
  play(referee, "3:4");
  EXPECT_EQ(referee.take_back(Seat::two, kTwoPeople), 1);
  EXPECT_EQ(everything_shown(referee), before);
  EXPECT_EQ(referee.take_back(Seat::two, kTwoPeople), 1);
  EXPECT_FALSE(referee.take_back(Seat::two, kTwoPeople)) << "the pass before it is the other player's";
}

TEST(Referee, NeverTakesBackPastAReveal) {
  const auto game = game_called("energy-capture");
  Referee referee(*game, {});
  play(referee, "pass pass");
  for (const Seat seat : kSeats) {
    const auto refused = referee.take_back(seat, kTwoPeople);
    ASSERT_FALSE(refused);
    EXPECT_THAT(refused.error().why, HasSubstr("revealed"));
  }
}

}  // namespace
}  // namespace duello
