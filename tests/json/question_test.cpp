// What somebody asks for is taken apart, or there is one sentence.
#include "json/question.hpp"

#include <gmock/gmock.h>

namespace duello {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr std::array<std::string_view, 2> kKnown{"a", "rules"};

// A question that is asked about its one key.
class Asked {
 public:
  explicit Asked(std::string_view text) : value_(*read_json(text)), question_(*Question::of(value_, "It", kKnown)) {}
  const Question* operator->() const { return &question_; }

 private:
  JsonValue value_;
  Question question_;
};

template <class Part>
std::string why(const std::expected<Part, Complaint>& part) {
  return part ? "nothing" : part.error().why;
}

TEST(Question, HasNoKeysButThoseThatAreKnown) {
  const JsonValue value = *read_json(R"({"b":1})");
  EXPECT_THAT(why(Question::of(value, "It", kKnown)), HasSubstr("b"));
  EXPECT_TRUE(Asked("{\"a\":1}")->has("a"));
  EXPECT_FALSE(Asked("{}")->has("a"));
}

TEST(Question, FlagsAreTrueOrFalseAndNothingElse) {
  EXPECT_EQ(Asked(R"({"a":true})")->flag("a"), true);
  EXPECT_EQ(Asked(R"({"a":false})")->flag("a"), false);
  EXPECT_EQ(Asked("{}")->flag("a"), false);
  for (const std::string_view wrong : {R"({"a":"true"})", R"({"a":1})", R"({"a":null})", R"({"a":[true]})"})
    EXPECT_EQ(why(Asked(wrong)->flag("a")), "It: a must be true or false") << wrong;
}

TEST(Question, TextsAreTexts) {
  EXPECT_EQ(Asked(R"({"a":"x"})")->text("a"), "x");
  EXPECT_FALSE(Asked("{}")->text("a"));
  EXPECT_FALSE(Asked(R"({"a":1})")->text("a"));
  EXPECT_EQ(Asked("{}")->text_or_none("a"), "");
  EXPECT_EQ(Asked(R"({"a":"x"})")->text_or_none("a"), "x");
  EXPECT_FALSE(Asked(R"({"a":true})")->text_or_none("a"));
  EXPECT_THAT(*Asked(R"({"a":["x","y"]})")->texts("a"), ElementsAre("x", "y"));
  EXPECT_THAT(*Asked("{}")->texts("a"), ElementsAre());
  EXPECT_FALSE(Asked(R"({"a":"x"})")->texts("a"));
  EXPECT_FALSE(Asked(R"({"a":["x",1]})")->texts("a"));
  EXPECT_THAT(*Asked(R"({"a":["x","y"]})")->two_texts("a"), ElementsAre("x", "y"));
  for (const std::string_view wrong : {R"({"a":["x"]})", R"({"a":["x","y","z"]})", R"({"a":[1,2]})"})
    EXPECT_FALSE(Asked(wrong)->two_texts("a")) << wrong;
}

TEST(Question, SeatsAreOneOrTwo) {
  EXPECT_EQ(*Asked(R"({"a":1})")->seat("a"), Seat::one);
  EXPECT_EQ(*Asked(R"({"a":2})")->seat("a"), Seat::two);
  EXPECT_EQ(*Asked("{}")->seat("a"), std::nullopt);
  for (const std::string_view wrong : {R"({"a":0})", R"({"a":3})", R"({"a":"1"})", R"({"a":1.5})"})
    EXPECT_FALSE(Asked(wrong)->seat("a")) << wrong;
}

TEST(Question, NumbersLieInTheirRange) {
  const auto number = [](std::string_view text) { return Asked(text)->number("a", 2, 5); };
  EXPECT_EQ(*number(R"({"a":2})"), 2U);
  EXPECT_EQ(*number(R"({"a":5})"), 5U);
  EXPECT_EQ(*number("{}"), std::nullopt);
  for (const std::string_view wrong : {R"({"a":1})", R"({"a":6})", R"({"a":-3})", R"({"a":3.5})", R"({"a":"3"})"})
    EXPECT_FALSE(number(wrong)) << wrong;
}

TEST(Question, SeedsAreTextsOf64Bits) {
  EXPECT_EQ(*Asked(R"({"a":"18446744073709551615"})")->seed("a"), ~std::uint64_t{0});
  EXPECT_EQ(*Asked("{}")->seed("a"), std::nullopt);
  for (const std::string_view wrong : {R"({"a":"18446744073709551616"})", R"({"a":"x"})", R"({"a":""})"})
    EXPECT_FALSE(Asked(wrong)->seed("a")) << wrong;
}

TEST(Question, DatesAreThoseOfRecords) {
  EXPECT_EQ(Asked(R"({"a":"2026.11.15"})")->date("a"), "2026.11.15");
  EXPECT_EQ(Asked("{}")->date("a"), "");
  EXPECT_FALSE(Asked(R"({"a":"15.11.2026"})")->date("a"));
  EXPECT_FALSE(Asked(R"({"a":20261115})")->date("a"));
}

}  // namespace
}  // namespace duello
