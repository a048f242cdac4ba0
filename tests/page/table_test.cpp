// The table of a page: games are played, taken back, resigned, resumed and recorded as in the terminal.
#include <gmock/gmock.h>

#include "match/record.hpp"
#include "tests/page/asking.hpp"

namespace duello {
namespace {

using testing::HasSubstr;
using testing::Not;

class TableTest : public Asking {
 protected:
  JsonValue open(std::string_view more) { return told(cat(R"({"ask":"open",)", more, '}')); }
};

TEST_F(TableTest, TellsWhatThereIsToBeSeenWhenAGameIsOpened) {
  const JsonValue state = open(R"("game":"color-bridge","first":2,"names":["Ann","Bob"],"date":"2026.11.16")");
  EXPECT_EQ(said(in(state, "events").values.at(0), "event"), "started");
  EXPECT_EQ(said(in(state, "view"), "to_move"), "2");
  EXPECT_EQ(in(state, "names").values.at(0).text, "Ann (Red)");
  EXPECT_EQ(in(state, "players").values.at(1).text, "human");
  EXPECT_EQ(in(state, "view").find("may_swap"), nullptr);
  EXPECT_EQ(said(state, "undo"), "There is no move to take back");
  EXPECT_EQ(state.find("result"), nullptr);
  EXPECT_THAT(said(state, "record"), HasSubstr("[Name1 \"Ann\"]"));
  EXPECT_THAT(said(state, "record"), HasSubstr("[Date \"2026.11.16\"]"));
}

TEST_F(TableTest, TakesMovesAsTheyAreTypedOrRequested) {
  open(R"("game":"color-bridge","first":1)");
  const JsonValue one = told(R"({"ask":"submit","line":" 5 6 "})");
  ASSERT_EQ(in(one, "events").values.size(), 1U);
  EXPECT_EQ(said(in(one, "events").values[0], "move"), "5-6");
  EXPECT_THAT(said(one, "told"), HasSubstr("Updated Track: _ _ _ _ R R"));
  EXPECT_EQ(one.find("opening"), nullptr);
  const JsonValue two = told(R"({"ask":"submit","request":{"move":"7"}})");
  EXPECT_EQ(said(in(two, "view"), "to_move"), "1");
}

TEST_F(TableTest, TellsWhatTheLastMoveDid) {
  EXPECT_EQ(in(open(R"("game":"color-bridge","first":1)"), "view").find("last"), nullptr);
  const JsonValue state = typed("5 6");
  const JsonValue& last = in(in(state, "view"), "last");
  ASSERT_EQ(last.values.size(), 2U);
  EXPECT_EQ(said(last.values[1], "cell"), "6");
}

TEST_F(TableTest, TellsWhatWasPlacedWhenItIsRevealedAndNotBefore) {
  open(R"("game":"energy-capture","first":1)");
  for (const std::string_view line : {"1:5,2:4,3:6", "1:3,3:4,4:4,5:4", "pass"}) {
    const JsonValue state = typed(line);
    EXPECT_THAT(answer(R"({"ask":"state"})"), Not(HasSubstr("revealed")));
    EXPECT_EQ(in(state, "view").find("last") == nullptr, line != "pass");
  }
  const JsonValue state = typed("pass");
  const JsonValue& revealed = in(state, "events").values.at(1);
  ASSERT_EQ(said(revealed, "event"), "revealed");
  ASSERT_EQ(in(revealed, "moves").values.size(), 4U);
  const JsonValue& theirs = in(revealed, "moves").values[1];
  EXPECT_EQ(said(theirs, "seat"), "2");
  ASSERT_EQ(in(theirs, "steps").values.size(), 4U);
  EXPECT_EQ(said(in(theirs, "steps").values[1], "cell"), "3");
  EXPECT_EQ(said(in(theirs, "steps").values[1], "amount"), "4");
}

TEST_F(TableTest, RefusesWithTheTerminalsSentence) {
  open(R"("game":"color-bridge","first":1)");
  EXPECT_EQ(said(typed("12"), "error"),
            "There is no position 12; choose one, or adjacent ones, of the free positions 1-11.");
  EXPECT_EQ(said(typed("undo"), "error"), "There is no move to take back.");
  EXPECT_EQ(said(typed("swap"), "error"),
            "Seats can be changed only with the pie rule, and only in answer to the first move.");
  EXPECT_EQ(said(typed(std::string(5000, '1')), "error").substr(0, 22), "That line is too long;");
  EXPECT_EQ(refusal(R"({"ask":"submit","seat":2,"line":"5"})"), "It is the other player's turn.");
  EXPECT_EQ(refusal(R"({"ask":"submit","seat":2,"request":{"move":"5"}})"), "It is the other player's turn.");
  EXPECT_EQ(refusal(R"({"ask":"submit"})"), "A line or a request is to be submitted.");
  EXPECT_EQ(refusal(R"({"ask":"think"})"), "It is a person's turn.");
  EXPECT_EQ(refusal(R"({"ask":"next"})"), "The game is not over.");
}

TEST_F(TableTest, WhatIsRefusedChangesNothing) {
  open(R"("game":"color-bridge","first":1)");
  const std::string before = answer(R"({"ask":"state"})");
  typed("nonsense");
  refusal(R"({"ask":"submit","request":{"amounts":[]}})");
  refusal(R"({"ask":"open","game":"no such game"})");
  refusal(R"({"ask":"resume","record":"no record"})");
  EXPECT_EQ(answer(R"({"ask":"state"})"), before);
}

TEST_F(TableTest, UndoGoesBackToThePersonsTurn) {
  open(R"("game":"color-bridge","first":1,"players":["human","random"],"seed":"3")");
  typed("5");
  EXPECT_EQ(said(in(told(R"({"ask":"think"})"), "view"), "to_move"), "1");
  const JsonValue back = typed("undo");
  EXPECT_EQ(said(in(back, "events").values.at(0), "event"), "took_back");
  EXPECT_THAT(said(back, "told"), HasSubstr("Took back 2 moves."));
  EXPECT_EQ(said(back, "undo"), "There is no move to take back");
}

TEST_F(TableTest, APersonMayResignOrUndoInTheProgramsTurn) {
  open(R"("game":"color-bridge","first":1,"players":["human","random"],"seed":"3")");
  typed("5");
  EXPECT_EQ(refusal(R"({"ask":"submit","line":"resign"})"), "A program plays there, and moves by itself.");
  EXPECT_EQ(said(in(told(R"({"ask":"submit","seat":1,"line":"undo"})"), "view"), "to_move"), "1");
  typed("5");
  const JsonValue end = told(R"({"ask":"submit","seat":1,"line":"resign"})");
  EXPECT_EQ(said(in(end, "result"), "winner"), "2");
  EXPECT_EQ(said(in(end, "result"), "how"), "resigned");
  EXPECT_THAT(said(in(end, "result"), "closing"), HasSubstr("resigns."));
  EXPECT_THAT(said(end, "record"), HasSubstr("[Seed \"3\"]"));
  EXPECT_EQ(refusal(R"({"ask":"submit","line":"6"})"), "The game is over.");
  EXPECT_EQ(refusal(R"({"ask":"think"})"), "The game is over.");
}

TEST_F(TableTest, TheSecondPlayerMayChangeSeatsWithThePieRule) {
  open(R"("game":"color-bridge","first":1,"swap":true)");
  const JsonValue first = typed("5");
  EXPECT_EQ(said(in(first, "view"), "may_swap"), "true");
  const JsonValue swapped = typed("swap");
  EXPECT_EQ(said(in(swapped, "events").values.at(0), "event"), "swapped");
  EXPECT_EQ(in(swapped, "names").values.at(0).text, "Player 2 (Red)");
  EXPECT_THAT(said(swapped, "record"), HasSubstr("1. 5 swap *"));
}

TEST_F(TableTest, ProgramsPlayAWholeGameWhoeverTheyAre) {
  for (const JsonValue& game : told(R"({"ask":"games"})").values) {
    JsonValue state = open(cat(R"("game":")", said(game, "id"), R"(","players":["level:3","perfect"],"seed":"9")"));
    for (int i = 0; i < 200 && state.find("result") == nullptr; ++i) state = told(R"({"ask":"think"})");
    EXPECT_NE(state.find("result"), nullptr) << said(game, "id");
    EXPECT_EQ(read_records(said(state, "record"))->size(), 1U);
  }
}

TEST_F(TableTest, ASeriesGoesFromGameToGame) {
  JsonValue state = open(R"("game":"color-bridge","players":["random","random"],"best_of":3,"seed":"5")");
  EXPECT_EQ(said(in(state, "series"), "heading"), "Game 1 of at most 3\n");
  int games = 1;
  for (int i = 0; i < 200 && said(in(state, "series"), "over") == "false"; ++i) {
    const bool is_over = state.find("result") != nullptr;
    games += is_over ? 1 : 0;
    state = told(is_over ? R"({"ask":"next"})" : R"({"ask":"think"})");
  }
  EXPECT_EQ(said(in(state, "series"), "over"), "true");
  EXPECT_EQ(said(in(state, "series"), "played"), cat(games));
  EXPECT_THAT(said(in(state, "series"), "score"), HasSubstr("wins the series!"));
  EXPECT_EQ(read_records(said(state, "record"))->size(), static_cast<std::size_t>(games));
  EXPECT_EQ(refusal(R"({"ask":"next"})"), "The series is over.");
}

TEST_F(TableTest, IsTakenUpAgainFromItsRecord) {
  open(R"("game":"color-bridge","first":1,"players":["human","level:2"],"names":["Ann",""],"seed":"77","best_of":3)");
  typed("5");
  told(R"({"ask":"think"})");
  const std::string before = answer(R"({"ask":"state"})");
  const std::string record = said(ask(R"({"ask":"state"})"), "record");
  open(R"("game":"color-clash")");
  const JsonValue again = told(cat(R"({"ask":"resume","record":)", quoted(record), '}'));
  EXPECT_EQ(said(again, "record"), record);
  EXPECT_EQ(answer(R"({"ask":"state"})"), before);
}

TEST_F(TableTest, AnEndedSeriesAndForeignEnginesAreNotResumed) {
  open(R"("game":"color-bridge","first":1)");
  const std::string over = said(typed("resign"), "record");
  EXPECT_EQ(refusal(cat(R"({"ask":"resume","record":)", quoted(over), '}')), "The game is over.");
  const std::string engine = "[Game \"color-bridge\"]\n[Player1 \"engine:rm -rf\"]\n[Player2 \"human\"]\n\n1. 5 *\n";
  EXPECT_EQ(refusal(cat(R"({"ask":"resume","record":)", quoted(engine), '}')), "No engine can play here.");
}

TEST_F(TableTest, ARecordThatIsNoSeriesIsNotTakenUp) {
  const auto resumed = [&](std::string_view text) {
    return refusal(cat(R"({"ask":"resume","record":)", quoted(text), '}'));
  };
  const auto game = [](std::string_view id, std::string_view rules, std::string_view tags, std::string_view moves) {
    return cat("[Game \"", id, "\"]\n[Rules \"", rules, "\"]\n[Player1 \"human\"]\n[Player2 \"human\"]\n", tags, "\n\n",
               moves, "\n\n");
  };
  constexpr std::string_view kBridge = "length=11 run=3 reach=2";
  constexpr std::string_view kFlag = "flag=5 stride=3";
  constexpr std::string_view kClash = "positions=9 disks=4";
  EXPECT_THAT(
      resumed(game("color-bridge", kBridge, "[First \"1\"]\n[Series \"1 of 3\"]\n[Result \"1-0\"]", "1. 99 zzz 1-0")),
      HasSubstr("move 1 ('99')"));
  EXPECT_THAT(resumed(game("color-bridge", kBridge, "[First \"1\"]\n[Series \"1 of 3\"]\n[Result \"1-0\"]",
                           "1. 5-6 1 2. 7 1-0") +
                      game("capture-the-flag", kFlag, "[First \"1\"]\n[Series \"2 of 3\"]\n[Result \"*\"]", "1. 2 *")),
              HasSubstr("same game"));
  EXPECT_NE(resumed(game("color-clash", kClash,
                         "[First \"1\"]\n[Series \"1 of 3\"]\n[Start \"random\"]\n[Result \"*\"]", "*")),
            "");
  EXPECT_THAT(
      resumed(game("color-bridge", kBridge, "[First \"1\"]\n[Series \"1 of 2147483647\"]\n[Result \"*\"]", "*")),
      HasSubstr("at most"));
}

TEST_F(TableTest, NamesOfARecordAreCut) {
  const std::string text =
      cat("[Game \"color-bridge\"]\n[Rules \"length=11 run=3 reach=2\"]\n[Player1 \"human\"]\n",
          "[Player2 \"human\"]\n[First \"1\"]\n[Result \"*\"]\n[Name1 \"", std::string(1000, 'A'), "\"]\n\n*\n");
  const JsonValue state = told(cat(R"({"ask":"resume","record":)", quoted(text), '}'));
  EXPECT_LT(in(state, "names").values.at(0).text.size(), 60U);
}

TEST_F(TableTest, RefusesAgreementsThatCannotBe) {
  const auto opened = [&](std::string_view more) {
    return refusal(cat(R"({"ask":"open","game":"color-bridge",)", more, '}'));
  };
  EXPECT_THAT(opened(R"("players":["human","nobody"])"), HasSubstr("There is no player 'nobody'"));
  EXPECT_EQ(opened(R"("players":["human","engine:x"])"), "No engine can play here.");
  EXPECT_THAT(opened(R"("players":["human"])"), HasSubstr("must be a list of two texts"));
  EXPECT_EQ(opened(R"("names":["Ann","Ann"])"), "The two players need different names.");
  EXPECT_THAT(opened(R"("names":["\u202e",""])"), HasSubstr("The first name must be"));
  EXPECT_THAT(opened(R"("first":3)"), HasSubstr("first must be 1 or 2"));
  EXPECT_THAT(opened(R"("best_of":0)"), HasSubstr("from 1 to 1000000"));
  EXPECT_THAT(opened(R"("rounds":-1)"), HasSubstr("from 0 to 1000000"));
  EXPECT_THAT(opened(R"("seed":5)"), HasSubstr("seed must be a text"));
  EXPECT_THAT(opened(R"("date":"2026.02.30")"), HasSubstr("a date as in"));
  EXPECT_THAT(opened(R"("rules":{"length":99})"), HasSubstr("must be 1 to 31"));
  EXPECT_EQ(refusal(R"({"ask":"open","game":"color-clash","first":2})"), "Red always starts Color Clash.");
  EXPECT_THAT(refusal(R"({"ask":"open","game":"energy-capture","swap":true})"), HasSubstr("whose moves are hidden"));
}

TEST_F(TableTest, NothingIsAskedOfATableWithoutAGame) {
  for (const std::string_view verb : {"submit", "think", "next", "look", "state"})
    EXPECT_EQ(refusal(cat(R"({"ask":")", verb, "\"}")), "No game has been opened.");
}

}  // namespace
}  // namespace duello
