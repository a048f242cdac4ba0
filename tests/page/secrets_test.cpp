// What a seat has placed in secret stands in no answer but those that are for that seat alone.
#include <gmock/gmock.h>

#include "tests/page/asking.hpp"

namespace duello {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr std::string_view kOpen =
    R"({"ask":"open","game":"energy-capture","first":1,"seed":"11","names":["Ann","Bob"]})";

class Secrets : public Asking {
 protected:
  // The answers to everybody once seat one has placed that.
  std::vector<std::string> answers_after(std::string_view placed) {
    std::vector<std::string> answers;
    told(kOpen);
    answers.push_back(answer(cat(R"({"ask":"submit","line":")", placed, "\"}")));
    answers.push_back(answer(R"({"ask":"state"})"));
    answers.push_back(answer(R"({"ask":"look","seat":2})"));
    answers.push_back(answer(R"({"ask":"submit","line":"99:1"})"));
    answers.push_back(answer(R"({"ask":"think"})"));
    return answers;
  }
  std::string record() { return said(ask(R"({"ask":"state"})"), "record"); }
};

// The record is veiled, and differs as a veil does; everything else is the same to the last letter.
std::string without_record(const std::string& answer) {
  const std::size_t at = answer.find(R"("record":)");
  return at == std::string::npos ? answer : answer.substr(0, at);
}

TEST_F(Secrets, NoAnswerDependsOnWhatTheOtherHasPlaced) {
  const auto one = answers_after("1:7,2:8");
  const auto two = answers_after("3:1,4:13,5:1");
  ASSERT_EQ(one.size(), two.size());
  for (std::size_t i = 0; i < one.size(); ++i) EXPECT_EQ(without_record(one[i]), without_record(two[i]));
  for (const std::string& each : two) EXPECT_THAT(each, Not(HasSubstr("4:13")));
}

TEST_F(Secrets, NorWhetherAnythingIsLeft) {
  const auto answers_to = [&](std::string_view placed) {
    auto answers = answers_after(placed);
    typed("1:1");
    answers.push_back(answer(R"({"ask":"think"})"));
    answers.push_back(answer(R"({"ask":"state"})"));
    return answers;
  };
  const auto all = answers_to("1:15");
  const auto some = answers_to("1:1");
  for (std::size_t i = 0; i < all.size(); ++i) EXPECT_EQ(without_record(all[i]), without_record(some[i]));
}

TEST_F(Secrets, NorTheLengthOfTheRecord) {
  const auto length_after = [&](std::string_view rules, std::string_view placed) {
    told(cat(R"({"ask":"open","game":"energy-capture","first":1,"seed":"11","rules":{)", rules, "}}"));
    typed(placed);
    return record().size();
  };
  EXPECT_EQ(length_after(R"("nodes":7,"units":20)", "1:20"),
            length_after(R"("nodes":7,"units":20)", "1:3,2:3,3:3,4:3,5:3,6:3,7:2"));
  EXPECT_EQ(
      length_after(R"("nodes":15,"units":60)", "1:1"),
      length_after(R"("nodes":15,"units":60)", "1:4,2:4,3:4,4:4,5:4,6:4,7:4,8:4,9:4,10:4,11:4,12:4,13:4,14:4,15:4"));
}

TEST_F(Secrets, AComplaintAboutARecordDoesNotTellThem) {
  told(R"({"ask":"open","game":"energy-capture","first":1,"seed":"11","rules":{"units":6}})");
  typed("1:2,2:3");
  std::string damaged = record();
  damaged.replace(damaged.find("units=6"), 7, "units=3");
  for (const std::string_view verb : {"resume", "position", "analyze", "hint"}) {
    const std::string refused = refusal(cat(R"({"ask":")", verb, R"(","record":)", quoted(damaged), "}"));
    EXPECT_THAT(refused, HasSubstr("move 1 (secret) is not legal"));
    EXPECT_THAT(refused, Not(HasSubstr("2:3")));
    EXPECT_THAT(refused, Not(HasSubstr("units")));
  }
}

TEST_F(Secrets, WhoAsksAboutASecretRecordSaysFromWhichSeat) {
  told(kOpen);
  typed("1:7,2:8");
  const std::string where = cat(R"("record":)", quoted(record()));
  EXPECT_EQ(refusal(cat(R"({"ask":"position",)", where, "}")),
            "Moves of this game are still secret, so it takes the seat that asks.");
  EXPECT_THAT(answer(cat(R"({"ask":"position","seat":2,)", where, "}")), Not(HasSubstr("2:8")));
}

TEST_F(Secrets, OnlyTheSeatItselfLooksAtItsOwn) {
  answers_after("4:13");
  EXPECT_THAT(answer(R"({"ask":"look","seat":1})"), HasSubstr("13"));
  EXPECT_THAT(answer(R"({"ask":"look","seat":2})"), Not(HasSubstr("13")));
}

TEST_F(Secrets, AForcedMoveIsKnownToItsOwnSeatAlone) {
  told(kOpen);
  typed("1:15");
  typed("2:15");
  const JsonValue state = ask(R"({"ask":"state"})");
  EXPECT_EQ(said(in(state, "view"), "to_move"), "1");
  EXPECT_EQ(said(state, "forced"), "false");
  EXPECT_EQ(said(ask(R"({"ask":"look","seat":1})"), "forced"), "true");
  EXPECT_EQ(said(ask(R"({"ask":"look","seat":2})"), "forced"), "false");
  // Whoever has no choice confirms it with an empty line.
  EXPECT_EQ(typed("").find("error"), nullptr);
}

TEST_F(Secrets, TheRecordIsVeiledUntilTheReveal) {
  answers_after("4:13,5:2");
  EXPECT_THAT(record(), Not(HasSubstr("4:13")));
  EXPECT_THAT(record(), HasSubstr("1.\n~"));
  EXPECT_THAT(record(), HasSubstr("[Seed \"~"));
  typed("1:3,2:12");
  typed("");
  typed("");
  EXPECT_THAT(record(), HasSubstr("4:13"));
}

TEST_F(Secrets, AStudentLearnsNothingOfTheOthersMoves) {
  std::vector<std::vector<std::string>> answers;
  for (const std::string_view placed : {"1:7,2:8", "3:1,4:13,5:1"}) {
    Desk desk(go_on, [] { return std::uint64_t{5}; });
    desk.answer(kOpen);
    desk.answer(cat(R"({"ask":"submit","line":")", placed, "\"}"));
    const auto state = read_json(desk.answer(R"({"ask":"state"})"));
    const std::string where = cat(R"("record":)", quoted(said(*state, "record")));
    answers.emplace_back();
    for (const std::string_view ask :
         {R"("ask":"position","seat":2)", R"("ask":"analyze","seat":2)", R"("ask":"hint","seat":2)"})
      answers.back().push_back(desk.answer(cat('{', ask, ',', where, '}')));
  }
  EXPECT_EQ(answers[0], answers[1]);
  for (const std::string& each : answers[0]) EXPECT_THAT(each, Not(HasSubstr("error")));
}

TEST_F(Secrets, NobodyIsToldWhatTheOtherPlayerShouldDo) {
  told(kOpen);
  typed("1:7");
  const std::string where = cat(R"("record":)", quoted(record()), R"(,"seat":1})");
  EXPECT_EQ(refusal(cat(R"({"ask":"hint",)", where)), "It is the other player's turn.");
  EXPECT_EQ(told(cat(R"({"ask":"analyze",)", where)).find("value"), nullptr);
}

TEST_F(Secrets, AProgramsMovesStayHiddenFromItsOnlyOpponent) {
  told(R"({"ask":"open","game":"energy-capture","first":2,"players":["human","perfect"],"seed":"4"})");
  const JsonValue moved = told(R"({"ask":"think"})");
  EXPECT_EQ(in(moved, "events").values.at(0).find("move"), nullptr);
  EXPECT_EQ(said(in(moved, "view"), "seat"), "1");
}

}  // namespace
}  // namespace duello
