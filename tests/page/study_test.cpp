// What a page can learn: every answer is the document that the program prints, with what a page needs besides.
#include <gmock/gmock.h>

#include "tests/page/asking.hpp"

namespace duello {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr std::string_view kRecord =
    "[Game \"color-bridge\"]\n[Rules \"length=11 run=3 reach=2\"]\n[Player1 \"human\"]\n[Player2 \"random\"]\n"
    "[First \"1\"]\n[Result \"0-1\"]\n[Reason \"three in a row at 1 2 3\"]\n\n1. 5 2-3 2. 6 1 0-1\n";

class StudyTest : public Asking {
 protected:
  std::string recorded(std::string_view verb, std::string_view more = "") {
    return cat(R"({"ask":")", verb, R"(","record":)", quoted(kRecord), more, '}');
  }
};

TEST_F(StudyTest, TellsTheGamesWithTheirRanges) {
  const JsonValue games = told(R"({"ask":"games"})");
  ASSERT_EQ(games.values.size(), 5U);
  for (const JsonValue& game : games.values) {
    EXPECT_EQ(in(game, "seats").values.size(), 2U);
    for (const JsonValue& rule : in(game, "rules").values)
      EXPECT_TRUE(rule.find("words") != nullptr || (rule.find("least") != nullptr && rule.find("most") != nullptr));
    for (const JsonValue& variant : in(game, "variants").values) EXPECT_FALSE(said(variant, "why").empty());
  }
}

TEST_F(StudyTest, TellsAGameUnderItsRules) {
  const JsonValue book = told(R"({"ask":"game","game":"color-clash"})");
  EXPECT_EQ(said(book, "variant"), "");
  EXPECT_EQ(said(book, "title"), "Color Clash");
  EXPECT_FALSE(in(book, "example").values.empty());
  EXPECT_FALSE(said(in(book, "book"), "goal").empty());
  const JsonValue wide = told(R"({"ask":"game","game":"color-clash","rules":{"positions":13}})");
  EXPECT_EQ(said(wide, "variant"), "wide");
  EXPECT_EQ(said(wide, "title"), "Color Clash (wide: positions=13)");
}

TEST_F(StudyTest, EveryExampleIsAPosition) {
  for (const JsonValue& game : told(R"({"ask":"games"})").values) {
    const std::string id = said(game, "id");
    const JsonValue one = told(cat(R"({"ask":"game","game":")", id, "\"}"));
    std::string moves;
    for (const JsonValue& move : in(one, "example").values) {
      moves += cat(moves.empty() ? "" : ",", quoted(move.text));
      const JsonValue there = told(cat(R"({"ask":"position","game":")", id, R"(","moves":[)", moves, "]}"));
      EXPECT_TRUE(there.find("last") != nullptr || said(game, "hidden") == "true");
      EXPECT_NE(there.find("told"), nullptr);
    }
  }
}

TEST_F(StudyTest, APositionIsFoundByMovesOrInARecord) {
  const std::string moves = answer(R"({"ask":"position","game":"color-bridge","moves":["5","2-3"]})");
  const JsonValue json = *read_json(moves);
  EXPECT_EQ(said(json, "to_move"), "1");
  EXPECT_EQ(said(json, "legal"), "choose one, or adjacent ones, of the free positions 1, 4 and 6-11");
  EXPECT_EQ(in(json, "last").values.size(), 2U);
  const JsonValue there = told(recorded("position", R"(,"plies":2)"));
  EXPECT_EQ(said(there, "legal"), said(json, "legal"));
  const JsonValue end = told(recorded("position"));
  EXPECT_EQ(said(end, "over"), "true");
  EXPECT_THAT(said(end, "closing"), HasSubstr("wins by forming a sequence"));
}

TEST_F(StudyTest, BesideABoardPositionsAreToldNotDrawn) {
  const JsonValue moved = told(R"({"ask":"position","game":"color-clash","moves":["R4-9"]})");
  EXPECT_THAT(said(moved, "told"), HasSubstr("R4 moved to position 9"));
  EXPECT_THAT(said(moved, "told"), Not(HasSubstr("[R1]")));
  const JsonValue end = told(R"({"ask":"position","game":"capture-the-flag","moves":["3","3","2","2"]})");
  EXPECT_EQ(said(end, "over"), "true");
  EXPECT_THAT(said(end, "closing"), Not(HasSubstr("P1>")));
}

TEST_F(StudyTest, AMarkedPhaseSaysWhereItBegan) {
  const JsonValue review =
      told(R"({"ask":"review","record":"[Game \"energy-capture\"]\n[Rules \"units=15 nodes=5 extra=5\"]\n)"
           R"([First \"2\"]\n[Result \"1-0\"]\n\n)"
           R"(1. 1:2,2:7,3:2,5:4 1:9,2:3,3:3 2. pass pass 3. 4:2 4:1 4. 4:1 4:4 5. 4:1 pass 6. pass 1-0\n"})");
  const auto& marked = in(review, "marked").values;
  ASSERT_EQ(marked.size(), 2U);
  EXPECT_EQ(said(marked[0], "begin"), "1");
  EXPECT_EQ(said(marked[1], "begin"), "4");
}

TEST_F(StudyTest, AChangeOfSeatsIsAMove) {
  const JsonValue swapped = told(R"({"ask":"position","game":"color-bridge","moves":["5","swap","6"]})");
  EXPECT_EQ(in(swapped, "moves").values.size(), 3U);
  EXPECT_EQ(in(swapped, "names").values.at(0).text, "Player 2 (Red)");
}

TEST_F(StudyTest, RefusesWhatIsNoPosition) {
  const auto position = [&](std::string_view more) { return refusal(cat(R"({"ask":"position",)", more, '}')); };
  EXPECT_EQ(position(R"("game":"color-bridge","moves":["5","5"])"),
            "Move 2 ('5') is not legal: Position 5 is already Red.");
  EXPECT_EQ(position(R"("game":"color-bridge","moves":"5")"), "The question position: moves must be a list of texts.");
  EXPECT_THAT(position(R"("record":"[Game \"color-bridge\"]\n\n1. 5 5 *")"), HasSubstr("Line 3, column"));
  EXPECT_THAT(position(cat(R"("number":2,"record":)", quoted(kRecord))), HasSubstr("from 1 to 1"));
  EXPECT_EQ(position(cat(R"("game":"color-bridge","record":)", quoted(kRecord))),
            "Either a record or a game and moves are due.");
  EXPECT_EQ(position(cat(R"("rules":{},"record":)", quoted(kRecord))), "Either a record or a game and moves are due.");
  EXPECT_EQ(position(R"("game":"color-bridge","number":1)"),
            "A number tells which game of a record is meant, and there is none.");
}

TEST_F(StudyTest, AnalyzesWithTheLineOfPerfectPlay) {
  const JsonValue json = told(R"({"ask":"analyze","game":"color-bridge"})");
  EXPECT_EQ(said(json, "value"), "win");
  EXPECT_EQ(said(json, "plies"), "3");
  EXPECT_EQ(in(json, "legal").values.size(), 21U);
  EXPECT_EQ(in(json, "line").values.size(), 3U);
  EXPECT_EQ(told(recorded("analyze")).find("value"), nullptr);
}

TEST_F(StudyTest, WeighsAnAllocationAgainstTheEquilibrium) {
  const auto expected = [&](std::string_view moves, std::string_view amounts) {
    return said(
        told(cat(R"({"ask":"analyze","game":"energy-capture","moves":[)", moves, R"(],"amounts":[)", amounts, "]}")),
        "expected");
  };
  // All on one node can win no more than that one.
  EXPECT_EQ(expected("", R"({"cell":1,"amount":15})").substr(0, 2), "-1");
  // Piece by piece it is worth what it is worth at once.
  EXPECT_EQ(expected("", R"({"cell":1,"amount":6},{"cell":2,"amount":5},{"cell":3,"amount":4})"),
            expected(R"("1:6","1:1")", R"({"cell":2,"amount":5},{"cell":3,"amount":4})"));
  EXPECT_EQ(refusal(R"({"ask":"analyze","game":"color-bridge","amounts":[]})"), "There are no amounts to choose here.");
}

TEST_F(StudyTest, ComposesAMoveOfAmounts) {
  const auto compose = [](std::string_view game, std::string_view amounts) {
    return cat(R"({"ask":"compose","game":")", game, R"(","moves":[],"amounts":)", amounts, '}');
  };
  const JsonValue move = told(compose("energy-capture", R"([{"cell":3,"amount":2},{"cell":1,"amount":5}])"));
  EXPECT_EQ(said(move, "move"), "1:5,3:2");
  EXPECT_NE(refusal(compose("energy-capture", R"([{"cell":1,"amount":16}])")), "");
  EXPECT_NE(refusal(compose("color-bridge", R"([{"cell":1,"amount":1}])")), "");
  EXPECT_EQ(refusal(R"({"ask":"compose","game":"energy-capture","moves":[]})"), "To compose a move takes amounts.");
}

TEST_F(StudyTest, HintsInThreeStepsWithTheMove) {
  const JsonValue hint = told(R"({"ask":"hint","game":"capture-the-flag"})");
  EXPECT_EQ(said(hint, "nudge"), "You can force a win, with one move alone");
  EXPECT_EQ(said(hint, "move"), "Try 2");
  EXPECT_EQ(said(hint, "notation"), "2");
  EXPECT_EQ(refusal(recorded("hint")), "The game is over.");
}

TEST_F(StudyTest, ReviewsWithAChartAndWhatCouldHaveBeenDone) {
  const JsonValue review = told(recorded("review"));
  EXPECT_EQ(in(review, "chart").values.size(), 4U);
  ASSERT_EQ(in(review, "marked").values.size(), 1U);
  EXPECT_EQ(said(in(review, "marked").values[0], "explained"), "6 loses in 2; 6-7 wins in 1");
  EXPECT_EQ(in(in(review, "marked").values[0], "options").values.size(), 13U);
  EXPECT_THAT(said(told(recorded("annotated")), "record"), HasSubstr("{? 6 loses in 2; 6-7 wins in 1}"));
}

TEST_F(StudyTest, ListsRecordsWithTheirTexts) {
  const std::string two = cat(kRecord, "\n[Game \"color-clash\"]\n[Player1 \"human\"]\n[Player2 \"engine:x\"]\n\n*\n");
  const JsonValue list = told(cat(R"({"ask":"records","text":)", quoted(two), '}'));
  ASSERT_EQ(list.values.size(), 2U);
  EXPECT_EQ(said(list.values[0], "text"), kRecord);
  EXPECT_EQ(said(list.values[0], "resumable"), "false");
  EXPECT_EQ(said(list.values[0], "moves"), "4");
  EXPECT_EQ(said(list.values[1], "resumable"), "false");
  EXPECT_EQ(refusal(R"({"ask":"records","text":""})").empty(), false);
}

TEST_F(StudyTest, DrawsPuzzlesByDateOrSeed) {
  const JsonValue daily = told(R"({"ask":"puzzle","date":"2026.11.16"})");
  EXPECT_EQ(said(daily, "seed"), "20261116");
  EXPECT_EQ(said(daily, "date"), "2026.11.16");
  EXPECT_EQ(said(in(daily, "view"), "to_move"), said(daily, "to_move"));
  EXPECT_EQ(said(told(R"({"ask":"puzzle","game":"color-clash","seed":"7","variant":"wide"})"), "solution"), "B2-13");
  EXPECT_EQ(refusal(R"({"ask":"puzzle"})"), "A puzzle needs either a seed or a date.");
  EXPECT_EQ(refusal(R"({"ask":"puzzle","seed":"1","date":"2026.11.16"})"), "A puzzle needs either a seed or a date.");
  EXPECT_EQ(refusal(R"({"ask":"puzzle","seed":"1","rules":{}})"), "Name the game whose rules are to change.");
  EXPECT_THAT(refusal(R"({"ask":"puzzle","seed":"1","game":"energy-capture"})"), HasSubstr("has no puzzles"));
}

TEST_F(StudyTest, SolvesAndFindsOut) {
  EXPECT_EQ(said(told(R"({"ask":"solve","game":"color-capture","swap":true})"), "winner"), "2");
  EXPECT_EQ(in(told(R"({"ask":"solve","game":"energy-capture"})"), "equilibrium").values.size(), 6U);
  EXPECT_THAT(refusal(R"({"ask":"solve","game":"energy-capture","swap":true})"), HasSubstr("hidden"));
  EXPECT_EQ(said(told(R"({"ask":"findings","game":"color-clash","games":100,"seed":"1"})"), "winner"), "1");
}

TEST_F(StudyTest, SaysBeforehandWhatDoesNotFit) {
  EXPECT_EQ(said(told(R"({"ask":"fits","game":"color-bridge"})"), "fits"), "true");
  const JsonValue large = told(R"({"ask":"fits","game":"color-bridge","rules":{"length":31}})");
  EXPECT_EQ(said(large, "fits"), "false");
  EXPECT_THAT(said(large, "why"), HasSubstr("the largest that fits is length="));
  EXPECT_THAT(said(told(R"({"ask":"fits","game":"energy-capture","rules":"units=60 nodes=9"})"), "why"),
              HasSubstr("at most 4000 can be solved"));
  const JsonValue slow = told(R"({"ask":"fits","game":"energy-capture","rules":"units=47 nodes=5 extra=47"})");
  EXPECT_EQ(said(slow, "fits"), "true");
  EXPECT_EQ(said(slow, "online"),
            "Energy Capture (units=47 extra=47) is too large for a server to solve; choose smaller rules, or random as "
            "the program.");
  EXPECT_EQ(said(told(R"({"ask":"fits","game":"energy-capture"})"), "online"), "");
}

TEST_F(StudyTest, ALongSolveIsWatchedAndCanBeStopped) {
  int looks = 0;
  Desk desk([&](std::uint64_t, std::uint64_t) { return ++looks < 3; });
  EXPECT_THAT(desk.answer(R"({"ask":"solve","game":"color-bridge","rules":{"length":13}})"), HasSubstr("stopped"));
  EXPECT_EQ(looks, 3);
}

TEST_F(StudyTest, RefusesWhatIsNoQuestion) {
  EXPECT_THAT(refusal(""), HasSubstr("a value is due"));
  EXPECT_EQ(refusal("[]"), "A question is a JSON object with the text ask.");
  EXPECT_EQ(refusal(R"({"ask":5})"), "A question is a JSON object with the text ask.");
  EXPECT_THAT(refusal(R"({"ask":"nothing"})"), HasSubstr("There is no question 'nothing'; there are games, players"));
  EXPECT_EQ(refusal(R"({"ask":"seed","x":1})"), "The question seed has no key 'x'; it has none.");
  EXPECT_THAT(refusal(R"({"ask":"look","x":1})"), HasSubstr("its keys are seat"));
  EXPECT_THAT(refusal(cat(R"({"ask":")", std::string(std::size_t{10} << 20, 'x'), "\"}")), HasSubstr("more than"));
  EXPECT_THAT(refusal(std::string(100'000, '[')), HasSubstr("nested too deeply"));
}

}  // namespace
}  // namespace duello
