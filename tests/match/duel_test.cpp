#include "match/duel.hpp"

#include <gmock/gmock.h>

#include "tests/match/testing.hpp"

namespace duello {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr Terms kFarApart{.consent = Consent::asked};
constexpr Terms kAgainstAProgram{.sitters = {{Sitter::person, Sitter::program}}, .consent = Consent::asked};
constexpr TimeControl kMinute{.kind = TimeControl::Kind::game, .time = seconds(60), .increment = seconds(1)};
constexpr std::optional<Seat> kEverybody;

Moment after(milliseconds time) { return Moment(time); }

// A duel that understands words, and says in words what has happened.
class SpokenDuel {
 public:
  SpokenDuel(std::string_view id, const Conditions& conditions, const Terms& terms,
             const std::vector<std::string>& settings = {})
      : game_(game_called(id, settings)), duel_(Referee(*game_, conditions), terms) {}

  const Duel& duel() const { return duel_; }
  const Referee& referee() const { return duel_.referee(); }
  AnyMove move(std::string_view text) const {
    const auto move = game_->read(referee().view(referee().mover()), text);
    if (!move) throw std::invalid_argument(move.error().why);
    return *move;
  }
  // The news for everybody, or the complaint.
  std::string submit(Seat seat, const Request& request, Moment now = {}) {
    const auto events = duel_.submit(seat, request, now);
    if (!events) return events.error().why;
    std::vector<std::string> told;
    for (const Event& event : *events) told.push_back(words(duel_.told(event, kEverybody)));
    return joined(told, ", ");
  }
  // Moves of whoever is to move.
  std::string play(std::string_view moves, Moment now = {}) {
    std::string last;
    for (const std::string& text : words_of(moves)) last = submit(referee().mover(), move(text), now);
    return last;
  }
  std::vector<std::string> since(std::uint32_t number, std::optional<Seat> audience) const {
    std::vector<std::string> told;
    for (const News& news : duel_.since(number, audience)) told.push_back(words(news));
    return told;
  }
  std::span<const Event> pass_time(Moment now) { return duel_.pass_time(now); }

 private:
  static std::string word(const event::Started& started) { return cat("started ", number(started.first)); }
  static std::string word(const news::Moved& moved) { return cat(number(moved.seat), '=', moved.move.value_or("?")); }
  static std::string word(const event::Swapped& swapped) { return cat("swapped ", number(swapped.by)); }
  static std::string word(const news::Revealed& revealed) {
    std::vector<std::string> moves;
    for (const news::Moved& moved : revealed.moves) moves.push_back(word(moved));
    return cat("revealed ", joined(moves, " "));
  }
  static std::string word(const event::NewRound&) { return "round"; }
  static std::string word(const event::Offered& offered) { return cat("offered ", number(offered.by)); }
  static std::string word(const event::Declined& declined) { return cat("declined ", number(declined.by)); }
  static std::string word(const event::TookBack& back) { return cat("back ", number(back.by), ' ', back.moves); }
  static std::string word(const news::Ended& ended) {
    return cat("ended ", number(ended.result.winner), ' ', ended.result.reason);
  }
  static std::string words(const News& news) {
    return cat(news.number, ' ', std::visit([](const auto& what) { return word(what); }, news.what));
  }

  std::unique_ptr<const AnyGame> game_;
  Duel duel_;
};

TEST(Duel, OfAGameThatIsTakenUpTellsWhatHasHappened) {
  const auto game = game_called("energy-capture", {"units=3", "nodes=3", "extra=3"});
  const auto told = [&](std::string_view moves, int round_limit = 5) {
    Referee referee(*game, {.round_limit = round_limit});
    play(referee, moves);
    const Duel duel(std::move(referee), {});
    std::string text;
    for (const Event& event : duel.events()) {
      text += event.is<event::Moved>()      ? 'm'
              : event.is<event::Revealed>() ? 'r'
              : event.is<event::NewRound>() ? 'n'
                                            : '.';
      if (event.is<event::Ended>()) text.back() = 'e';
    }
    return text;
  };
  const std::string even = "1:1,2:1,3:1 1:1,2:1,3:1 pass pass";
  EXPECT_EQ(told("1:1,2:1,3:1"), ".m");
  EXPECT_EQ(told(even), ".mmmmrn");
  EXPECT_EQ(told(cat(even, " ", even)), ".mmmmrnmmmmrn");
  EXPECT_EQ(told(cat(even, " 1:2,2:1 3:3 pass pass")), ".mmmmrnmmmmre");
  EXPECT_EQ(told(cat(even, " ", even), 2), ".mmmmrnmmmmre") << "a coin ends it";
}

TEST(Duel, NumbersWhatHappens) {
  SpokenDuel spoken("color-bridge", {}, {});
  EXPECT_EQ(spoken.play("5-6"), "2 1=5-6");
  EXPECT_EQ(spoken.play("7"), "3 2=7");
  EXPECT_EQ(spoken.play("4"), "4 1=4, 5 ended 1 three in a row at 4 5 6");
  EXPECT_THAT(spoken.since(0, kEverybody),
              ElementsAre("1 started 1", "2 1=5-6", "3 2=7", "4 1=4", "5 ended 1 three in a row at 4 5 6"));
}

TEST(Duel, TellsWhatIsMissingAndNoMore) {
  SpokenDuel spoken("color-bridge", {}, {});
  spoken.play("5-6 7");
  EXPECT_THAT(spoken.since(2, Seat::one), ElementsAre("3 2=7"));
  EXPECT_THAT(spoken.since(3, Seat::one), ElementsAre());
  EXPECT_THAT(spoken.since(99, Seat::one), ElementsAre());
}

TEST(Duel, KnowsWhetherAMoveWasChosenForAnotherPosition) {
  SpokenDuel spoken("color-bridge", {}, kFarApart);
  EXPECT_FALSE(spoken.duel().has_moved_on_since(1));
  spoken.play("5-6");
  EXPECT_TRUE(spoken.duel().has_moved_on_since(1));
  spoken.submit(Seat::one, Undo{});
  EXPECT_FALSE(spoken.duel().has_moved_on_since(2)) << "an offer changes nothing yet";
  spoken.submit(Seat::two, Agree{});
  EXPECT_TRUE(spoken.duel().has_moved_on_since(2));
  EXPECT_FALSE(spoken.duel().has_moved_on_since(4));
  EXPECT_FALSE(spoken.duel().has_moved_on_since(99));
}

TEST(Duel, RefusesWhatIsNotOnesTurnToDo) {
  SpokenDuel spoken("color-bridge", {.swap = true}, {});
  EXPECT_EQ(spoken.submit(Seat::two, spoken.move("5-6")), "It is the other player's turn");
  spoken.play("5-6");
  EXPECT_EQ(spoken.submit(Seat::one, spoken.move("7")), "It is the other player's turn");
  EXPECT_EQ(spoken.submit(Seat::one, Swap{}), "It is the other player's turn");
  EXPECT_EQ(spoken.duel().events().size(), 2U);
}

TEST(Duel, RefusesEverythingOnceTheGameIsOver) {
  SpokenDuel spoken("color-bridge", {}, kFarApart);
  const AnyMove move = spoken.move("5-6");
  spoken.play("5-6 7 4");
  for (const Request& request : std::vector<Request>{move, Undo{}, Agree{}, Decline{}, Swap{}, Resign{}, Forfeit{"x"}})
    for (const Seat seat : kSeats) EXPECT_EQ(spoken.submit(seat, request), "The game is over");
  EXPECT_EQ(spoken.duel().events().size(), 5U);
}

TEST(Duel, LetsEitherPlayerResignAtAnyTime) {
  SpokenDuel spoken("color-bridge", {}, {});
  EXPECT_EQ(spoken.submit(Seat::two, Resign{}), "2 ended 1 resignation");
}

TEST(Duel, LetsAPersonChooseAgainButNotAProgram) {
  SpokenDuel spoken("color-bridge", {}, kAgainstAProgram);
  const AnyMove taken = spoken.move("5-6");
  spoken.play("5-6 7");
  EXPECT_EQ(spoken.submit(Seat::one, taken), "That move is not legal");
  spoken.play("9");
  EXPECT_EQ(spoken.submit(Seat::two, taken), "5 ended 1 forfeit: it played 5-6, which is not legal");
}

TEST(Duel, TakesBackAtOnceWhereNobodyIsAsked) {
  SpokenDuel terminal("color-bridge", {}, {});
  terminal.play("5-6 7");
  EXPECT_EQ(terminal.submit(Seat::one, Undo{}), "4 back 1 1");
  EXPECT_EQ(terminal.referee().mover(), Seat::two);
  SpokenDuel program("color-bridge", {}, kAgainstAProgram);
  program.play("5-6 7");
  EXPECT_EQ(program.submit(Seat::one, Undo{}), "4 back 1 2");
  EXPECT_EQ(program.submit(Seat::two, Undo{}), "Only people can take back a move");
}

TEST(Duel, TakesBackBetweenPeopleIfTheOtherAgrees) {
  SpokenDuel spoken("color-bridge", {}, kFarApart);
  EXPECT_EQ(spoken.submit(Seat::one, Undo{}), "There is no move to take back");
  spoken.play("5-6");
  EXPECT_EQ(spoken.submit(Seat::two, Undo{}), "You have made no move to take back");
  EXPECT_EQ(spoken.submit(Seat::one, Undo{}), "3 offered 1");
  EXPECT_EQ(line_of_moves(spoken.referee()), "5-6") << "nobody has agreed yet";
  EXPECT_EQ(spoken.duel().offer(), Seat::one);
  EXPECT_EQ(spoken.submit(Seat::one, Agree{}), "There is no offer that you could agree to");
  EXPECT_EQ(spoken.submit(Seat::two, Agree{}), "4 back 1 1");
  EXPECT_EQ(spoken.referee().mover(), Seat::one);
  EXPECT_FALSE(spoken.duel().offer());
}

TEST(Duel, GivesTheTurnBackToWhoeverOffered) {
  SpokenDuel spoken("color-bridge", {}, kFarApart);
  spoken.play("5-6 7");
  spoken.submit(Seat::one, Undo{});
  EXPECT_EQ(spoken.submit(Seat::two, Agree{}), "5 back 1 2") << "the other's answer goes back with it";
  EXPECT_EQ(spoken.referee().mover(), Seat::one);
}

TEST(Duel, GoesOnAsItWasWhereAnOfferIsDeclined) {
  SpokenDuel spoken("color-bridge", {}, kFarApart);
  spoken.play("5-6");
  spoken.submit(Seat::one, Undo{});
  EXPECT_EQ(spoken.submit(Seat::one, Decline{}), "There is no offer that you could decline");
  EXPECT_EQ(spoken.submit(Seat::two, Decline{}), "4 declined 2");
  EXPECT_EQ(spoken.submit(Seat::two, Agree{}), "There is no offer that you could agree to");
  EXPECT_EQ(line_of_moves(spoken.referee()), "5-6");
  EXPECT_THAT(spoken.submit(Seat::one, Undo{}), HasSubstr("declined that"));
  spoken.play("7");
  EXPECT_EQ(spoken.submit(Seat::one, Undo{}), "6 offered 1") << "after another move";
}

TEST(Duel, HasOneOfferAtATimeUntilTheNextMove) {
  SpokenDuel spoken("color-bridge", {}, kFarApart);
  spoken.play("5-6 7");
  spoken.submit(Seat::two, Undo{});
  EXPECT_THAT(spoken.submit(Seat::two, Undo{}), HasSubstr("offered that already"));
  EXPECT_THAT(spoken.submit(Seat::one, Undo{}), HasSubstr("agree to it or decline it first"));
  spoken.play("9");
  EXPECT_EQ(spoken.submit(Seat::one, Agree{}), "There is no offer that you could agree to");
}

TEST(Duel, NeverTakesBackPastAReveal) {
  for (const Consent consent : {Consent::at_once, Consent::asked}) {
    SpokenDuel spoken("energy-capture", {}, {.consent = consent});
    spoken.play("1:5 1:5 pass pass");
    for (const Seat seat : kSeats) EXPECT_EQ(spoken.submit(seat, Undo{}), "What is revealed cannot be taken back");
  }
}

TEST(Duel, AsksForASecretMoveOnlyIfTheOtherIsToMove) {
  SpokenDuel spoken("energy-capture", {}, kFarApart);
  spoken.play("1:5");
  EXPECT_EQ(spoken.submit(Seat::one, Undo{}), "3 offered 1");
  EXPECT_EQ(spoken.submit(Seat::two, Agree{}), "4 back 1 1");
  spoken.play("pass 2:2 3:3");
  EXPECT_EQ(spoken.submit(Seat::two, Undo{}), "8 back 2 1") << "whoever has passed waits in any case";
  EXPECT_THAT(spoken.submit(Seat::one, Undo{}), HasSubstr("moved since"));
}

TEST(Duel, TellsASecretMoveToItsMakerAlone) {
  SpokenDuel spoken("energy-capture", {}, {});
  spoken.play("1:5 2:3 pass");
  EXPECT_THAT(spoken.since(1, Seat::one), ElementsAre("2 1=1:5", "3 2=?", "4 1=pass"));
  EXPECT_THAT(spoken.since(1, Seat::two), ElementsAre("2 1=?", "3 2=2:3", "4 1=pass"));
  EXPECT_THAT(spoken.since(1, kEverybody), ElementsAre("2 1=?", "3 2=?", "4 1=pass"));
}

TEST(Duel, RevealsAPhaseAndTellsWhatWasSecretThenAsItWasTold) {
  SpokenDuel spoken("energy-capture", {}, {});
  spoken.play("1:5 2:3 pass");
  EXPECT_EQ(spoken.play("pass"), "5 2=pass, 6 revealed 1=1:5 2=2:3 1=pass 2=pass, 7 round");
  spoken.play("3:1");
  EXPECT_EQ(spoken.submit(Seat::two, Resign{}), "9 revealed 1=3:1, 10 ended 1 resignation");
  EXPECT_THAT(spoken.since(1, Seat::two),
              ElementsAre("2 1=?", "3 2=2:3", "4 1=pass", "5 2=pass", "6 revealed 1=1:5 2=2:3 1=pass 2=pass", "7 round",
                          "8 1=?", "9 revealed 1=3:1", "10 ended 1 resignation"));
}

TEST(Duel, NeverTellsASecretMoveThatWasTakenBack) {
  SpokenDuel spoken("energy-capture", {}, {});
  spoken.play("pass 2:3");
  spoken.submit(Seat::two, Undo{});
  spoken.play("4:1 pass");
  for (const std::string& news : spoken.since(0, Seat::one)) EXPECT_THAT(news, Not(HasSubstr("2:3")));
}

TEST(Duel, ChangesNoSeatsWhereMovesAreSecret) {
  SpokenDuel spoken("energy-capture", {.swap = true}, {});
  spoken.play("1:5");
  EXPECT_EQ(spoken.submit(Seat::two, Swap{}), "Seats cannot be changed now");
}

TEST(Duel, TellsOfAChangeOfSeatsAndTakesItBack) {
  SpokenDuel spoken("color-bridge", {.swap = true}, {});
  spoken.play("5-6");
  EXPECT_EQ(spoken.submit(Seat::two, Swap{}), "3 swapped 2");
  EXPECT_EQ(spoken.submit(Seat::two, Undo{}), "4 back 2 1");
  EXPECT_FALSE(spoken.referee().swapped());
}

TEST(Duel, TakesBackTheFirstMoveAgainstAProgramThatChangesSeats) {
  SpokenDuel spoken("color-bridge", {.swap = true}, kAgainstAProgram);
  spoken.play("5-6");
  spoken.submit(Seat::two, Swap{});
  EXPECT_EQ(spoken.submit(Seat::two, Undo{}), "4 back 2 2");
  EXPECT_EQ(spoken.referee().mover(), Seat::one);
  EXPECT_TRUE(spoken.duel().is_person(Seat::one));
  EXPECT_EQ(spoken.submit(Seat::one, Undo{}), "There is no move to take back");
}

TEST(Duel, GivesTheTurnBackToWhoeverOfferedBehindAChangeOfSeats) {
  SpokenDuel began("color-bridge", {.swap = true}, kFarApart);
  began.play("5-6");
  began.submit(Seat::two, Swap{});
  SpokenDuel changed("color-bridge", {.swap = true}, kFarApart);
  changed.play("5-6");
  changed.submit(Seat::two, Swap{});
  began.submit(Seat::two, Undo{});
  EXPECT_EQ(began.submit(Seat::one, Agree{}), "5 back 2 2");
  EXPECT_EQ(began.referee().mover(), Seat::one) << "where whoever began sits again";
  changed.submit(Seat::one, Undo{});
  EXPECT_EQ(changed.submit(Seat::two, Agree{}), "5 back 1 1");
  EXPECT_EQ(changed.referee().mover(), Seat::two) << "where whoever changed seats sits again";
}

TEST(Duel, EndsWithACoinAsTheRefereeTossesIt) {
  SpokenDuel spoken("color-bridge", {.round_limit = 2, .seed = 1}, {}, {"length=2", "run=2"});
  EXPECT_EQ(spoken.play("1 2"), "3 2=2, 4 round");
  EXPECT_THAT(spoken.play("1 2"), HasSubstr("coin toss after 2 undecided rounds"));
}

TEST(Duel, TakesUpAGameWhereItWasLeft) {
  const auto game = game_called("energy-capture");
  Referee referee(*game, {});
  play(referee, "1:5 1:5 pass pass 3:2");
  const Duel duel(referee, {});
  SpokenDuel spoken("energy-capture", {}, {});
  spoken.play("1:5 1:5 pass pass 3:2");
  for (const auto audience : {kEverybody, std::optional(Seat::one), std::optional(Seat::two)})
    EXPECT_EQ(duel.since(0, audience), spoken.duel().since(0, audience));
}

TEST(Duel, TakesUpAGameWhoseSeatsWereChanged) {
  for (const Seat first : kSeats) {
    SpokenDuel spoken("color-bridge", {.first = first, .swap = true}, {});
    spoken.play("5-6");
    spoken.submit(other(first), Swap{});
    EXPECT_EQ(Duel(spoken.referee(), {}).since(0, kEverybody), spoken.duel().since(0, kEverybody));
    spoken.play("9");
    EXPECT_EQ(Duel(spoken.referee(), {}).since(0, kEverybody), spoken.duel().since(0, kEverybody));
  }
}

TEST(Duel, EndsExactlyWhenTheTimeIsOver) {
  SpokenDuel spoken("color-bridge", {}, {.time = kMinute, .begin = after(seconds(0))});
  spoken.play("5-6", after(seconds(30)));
  EXPECT_EQ(spoken.duel().clock()->flag_at(), after(seconds(90)));
  EXPECT_TRUE(spoken.pass_time(after(milliseconds(89'999))).empty());
  EXPECT_EQ(spoken.pass_time(after(milliseconds(90'000))).size(), 1U);
  EXPECT_EQ(spoken.since(2, kEverybody), std::vector<std::string>{"3 ended 1 time"});
  EXPECT_EQ(spoken.referee().result()->how, Result::How::time);
  EXPECT_TRUE(spoken.pass_time(after(seconds(99))).empty()) << "only once";
  EXPECT_EQ(spoken.referee().closing(plain_pen(spoken.referee().game())),
            "Player 2 (Blue) has run out of time.\nPlayer 1 (Red) wins!\n");
}

TEST(Duel, AnswersAMoveThatComesTooLateWithTheEnd) {
  SpokenDuel spoken("color-bridge", {}, {.time = kMinute});
  EXPECT_EQ(spoken.play("5-6", after(milliseconds(59'999))), "2 1=5-6");
  EXPECT_EQ(spoken.duel().clock()->left(Seat::one, {}), milliseconds(1'001)) << "with the increment";
  EXPECT_EQ(spoken.play("7", after(milliseconds(119'999))), "3 ended 1 time");
  EXPECT_EQ(line_of_moves(spoken.referee()), "5-6");
}

TEST(Duel, RevealsWhatIsSecretWhenTheTimeIsOver) {
  SpokenDuel spoken("energy-capture", {}, {.time = kMinute});
  spoken.play("1:5", after(seconds(1)));
  spoken.pass_time(after(seconds(61)));
  EXPECT_THAT(spoken.since(2, Seat::two), ElementsAre("3 revealed 1=1:5", "4 ended 1 time"));
}

TEST(Duel, EndsWhereSomebodyTakesBackAndMovesAgainForever) {
  constexpr TimeControl kMinuteAMove{.kind = TimeControl::Kind::move, .time = seconds(60)};
  SpokenDuel spoken("energy-capture", {}, {.time = kMinuteAMove});
  spoken.play("pass", after(seconds(0)));
  spoken.play("1:1", after(seconds(0)));
  EXPECT_EQ(spoken.submit(Seat::two, Undo{}, after(seconds(25))), "4 back 2 1");
  EXPECT_EQ(spoken.play("1:1", after(seconds(50))), "5 2=?");
  EXPECT_EQ(spoken.submit(Seat::two, Undo{}, after(seconds(55))), "6 back 2 1");
  EXPECT_EQ(spoken.play("1:1", after(seconds(60))), "7 revealed 1=pass, 8 ended 1 time");
}

TEST(Duel, ChargesAndCreditsTheRightPlayerWhenSeatsAreChangedAndChangedBack) {
  SpokenDuel spoken("color-bridge", {.swap = true}, {.consent = Consent::at_once, .time = kMinute});
  const auto left = [&](Seat seat) { return spoken.duel().clock()->left(seat, after(seconds(0))); };
  spoken.play("5-6", after(seconds(10)));                // 51 s left
  spoken.submit(Seat::two, Swap{}, after(seconds(30)));  // 41 s left, and now in seat one
  EXPECT_EQ(left(Seat::one), seconds(41));
  EXPECT_EQ(left(Seat::two), seconds(51));
  EXPECT_EQ(spoken.duel().clock()->runs(), Seat::two);
  spoken.submit(Seat::two, Undo{}, after(seconds(35)));  // 5 s later, spent by whoever began
  EXPECT_EQ(left(Seat::one), seconds(46));
  EXPECT_EQ(left(Seat::two), seconds(41));
  spoken.play("7", after(seconds(36)));
  EXPECT_EQ(left(Seat::two), seconds(40)) << "the increment was for the same turn";
}

TEST(Duel, CreditsNobodyTwiceWhereTheFirstMoveComesBackWithTheChangeOfSeats) {
  SpokenDuel spoken("color-bridge", {.swap = true}, {.consent = Consent::asked, .time = kMinute});
  const auto left = [&](Seat seat) { return spoken.duel().clock()->left(seat, after(seconds(0))); };
  spoken.play("5-6", after(seconds(10)));                // 51 s left
  spoken.submit(Seat::two, Swap{}, after(seconds(30)));  // 41 s left
  spoken.submit(Seat::two, Undo{}, after(seconds(35)));
  spoken.submit(Seat::one, Agree{}, after(seconds(36)));  // 6 s were spent by whoever began
  EXPECT_EQ(spoken.duel().clock()->runs(), Seat::one);
  EXPECT_EQ(left(Seat::one), seconds(45));
  EXPECT_EQ(left(Seat::two), seconds(41));
  spoken.play("5-6", after(seconds(37)));
  EXPECT_EQ(left(Seat::one), seconds(44)) << "the increment was for the same turn";
  spoken.submit(Seat::two, Swap{}, after(seconds(38)));
  EXPECT_EQ(left(Seat::one), seconds(40)) << "and so was this";
  spoken.play("9", after(seconds(39)));
  EXPECT_EQ(left(Seat::two), seconds(44)) << "the next move has its own";
}

TEST(Duel, IsAValue) {
  SpokenDuel spoken("color-bridge", {}, {});
  spoken.play("5-6 7");
  Duel copy = spoken.duel();
  ASSERT_TRUE(copy.submit(Seat::one, Resign{}));
  EXPECT_FALSE(spoken.referee().result());
  EXPECT_EQ(spoken.duel().events().size(), 3U);
  copy = spoken.duel();
  EXPECT_FALSE(copy.referee().result());
}

}  // namespace
}  // namespace duello
