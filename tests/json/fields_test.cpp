// An object is taken apart, or there is one sentence that says what is wrong with it first.
#include "json/fields.hpp"

#include <gmock/gmock.h>

#include "json/records.hpp"

namespace duello {
namespace {

using testing::ElementsAre;

// What is read from the text by `read`, or why nothing is.
template <class Read>
auto in(std::string_view text, const Read& read) {
  const JsonValue value = *read_json(text);
  JsonFields fields(value, "It", {"a", "rules"});
  auto found = read(fields);
  return fields.done(std::move(found));
}

template <class Read>
std::string why(std::string_view text, const Read& read) {
  const auto found = in(text, read);
  return found ? "nothing" : found.error().why;
}

const auto kText = [](JsonFields& fields) { return fields.text("a"); };
const auto kTexts = [](JsonFields& fields) { return fields.texts("a"); };
const auto kWhole = [](JsonFields& fields) { return fields.whole("a", 2, 5); };
const auto kSeat = [](JsonFields& fields) { return fields.seat("a"); };
const auto kFlag = [](JsonFields& fields) { return fields.flag("a"); };
const auto kSeed = [](JsonFields& fields) { return fields.seed_if_any("a"); };

TEST(JsonFields, AreThoseOfAnObject) {
  for (const std::string_view text : {"[]", "7", "null", "true", R"("a")", R"([{"a":"x"}])"}) {
    EXPECT_EQ(why(text, kText), "It must be a JSON object") << text;
    const JsonValue value = *read_json(text);
    EXPECT_FALSE(JsonFields::lenient(value, "It").is_good()) << text;
  }
}

TEST(JsonFields, HaveNoKeysButThoseThatAreKnown) {
  EXPECT_EQ(why(R"({"b":1})", kFlag), "It has no key 'b'; its keys are a and rules");
  const JsonValue value = *read_json(R"({"b":1})");
  EXPECT_EQ(JsonFields(value, "It", {}).checked().error().why, "It has no key 'b'; it has none");
  EXPECT_TRUE(JsonFields::lenient(value, "It").is_good());
}

TEST(JsonFields, SayOnlyWhatIsWrongFirst) {
  const JsonValue value = *read_json(R"({"a":7})");
  JsonFields fields(value, "It", {"a", "rules"});
  EXPECT_EQ(fields.text("a"), "");
  EXPECT_EQ(fields.text("rules"), "");
  fields.fail({"Something else"});
  EXPECT_EQ(fields.checked().error().why, "It: a must be a text");
  EXPECT_EQ(fields.done(1).error().why, "It: a must be a text");
}

TEST(JsonFields, FailWithWhatAnotherReaderFinds) {
  const JsonValue value = *read_json("{}");
  JsonFields fields(value, "It", {});
  EXPECT_EQ(fields.take(std::expected<int, Complaint>(7)), 7);
  EXPECT_TRUE(fields.is_good());
  EXPECT_EQ(fields.take(std::expected<int, Complaint>(std::unexpected(Complaint{"Worse"}))), 0);
  EXPECT_EQ(fields.checked().error().why, "Worse");
}

TEST(JsonFields, NameWhatIsMissing) {
  EXPECT_EQ(why("{}", kText), "It needs the key a");
  EXPECT_EQ(why("{}", kTexts), "It needs the key a");
  EXPECT_EQ(why("{}", kWhole), "It needs the key a");
  EXPECT_EQ(why("{}", kSeat), "It needs the key a");
  EXPECT_EQ(in("{}", kFlag), false);
  EXPECT_EQ(*in("{}", kSeed), std::nullopt);
  EXPECT_EQ(in("{}", [](JsonFields& fields) { return fields.text_or_none("a"); }), "");
  EXPECT_EQ(*in("{}", [](JsonFields& fields) { return fields.seat_if_any("a"); }), std::nullopt);
  EXPECT_EQ(*in("{}", [](JsonFields& fields) { return fields.whole_if_any("a", 1, 2); }), std::nullopt);
  EXPECT_EQ(*in("{}", [](JsonFields& fields) { return fields.two_texts_if_any("a"); }), std::nullopt);
}

TEST(JsonFields, FlagsAreTrueOrFalseAndNothingElse) {
  EXPECT_EQ(in(R"({"a":true})", kFlag), true);
  EXPECT_EQ(in(R"({"a":false})", kFlag), false);
  for (const std::string_view wrong : {R"({"a":"true"})", R"({"a":1})", R"({"a":null})", R"({"a":[true]})"})
    EXPECT_EQ(why(wrong, kFlag), "It: a must be true or false") << wrong;
}

TEST(JsonFields, TextsAreTexts) {
  EXPECT_EQ(in(R"({"a":"x"})", kText), "x");
  EXPECT_EQ(why(R"({"a":1})", kText), "It: a must be a text");
  EXPECT_EQ(why(R"({"a":true})", [](JsonFields& fields) { return fields.text_or_none("a"); }), "It: a must be a text");
  EXPECT_THAT(*in(R"({"a":["x","y"]})", kTexts), ElementsAre("x", "y"));
  EXPECT_EQ(why(R"({"a":"x"})", kTexts), "It: a must be a list of texts");
  EXPECT_EQ(why(R"({"a":["x",1]})", kTexts), "It: a must be a list of texts");
}

TEST(JsonFields, PairsHaveTwoOfAKind) {
  const auto texts = [](JsonFields& fields) { return fields.two_texts_if_any("a"); };
  const auto flags = [](JsonFields& fields) { return fields.two_flags_if_any("a"); };
  const auto wholes = [](JsonFields& fields) { return fields.two_wholes_if_any("a", 9); };
  EXPECT_THAT(**in(R"({"a":["x","y"]})", texts), ElementsAre("x", "y"));
  EXPECT_THAT(**in(R"({"a":[true,false]})", flags), ElementsAre(true, false));
  EXPECT_THAT(**in(R"({"a":[0,9]})", wholes), ElementsAre(0U, 9U));
  for (const std::string_view wrong :
       {R"({"a":["x"]})", R"({"a":["x","y","z"]})", R"({"a":[1,-2]})", R"({"a":"xy"})"}) {
    EXPECT_EQ(why(wrong, texts), "It: a must be a list of two texts") << wrong;
    EXPECT_EQ(why(wrong, flags), "It: a must be a list of two flags") << wrong;
    EXPECT_EQ(why(wrong, wholes), "It: a must be a list of two whole numbers up to 9") << wrong;
  }
  EXPECT_FALSE(in(R"({"a":[0,10]})", wholes));
}

TEST(JsonFields, SeatsAreOneOrTwo) {
  EXPECT_EQ(in(R"({"a":1})", kSeat), Seat::one);
  EXPECT_EQ(in(R"({"a":2})", kSeat), Seat::two);
  for (const std::string_view wrong : {R"({"a":0})", R"({"a":3})", R"({"a":"1"})", R"({"a":1.5})"})
    EXPECT_EQ(why(wrong, kSeat), "It: a must be 1 or 2") << wrong;
}

TEST(JsonFields, NumbersLieInTheirRange) {
  EXPECT_EQ(in(R"({"a":2})", kWhole), 2U);
  EXPECT_EQ(in(R"({"a":5})", kWhole), 5U);
  for (const std::string_view wrong : {R"({"a":1})", R"({"a":6})", R"({"a":-3})", R"({"a":3.5})", R"({"a":"3"})",
                                       R"({"a":3e0})", R"({"a":99999999999999999999})"})
    EXPECT_EQ(why(wrong, kWhole), "It: a must be a whole number from 2 to 5") << wrong;
}

TEST(JsonFields, SeedsAreTextsOf64Bits) {
  EXPECT_EQ(*in(R"({"a":"18446744073709551615"})", kSeed), ~std::uint64_t{0});
  for (const std::string_view wrong : {R"({"a":"18446744073709551616"})", R"({"a":"x"})", R"({"a":""})", R"({"a":7})"})
    EXPECT_EQ(why(wrong, kSeed), "It: a must be a text with a whole number from 0 to 18446744073709551615") << wrong;
}

TEST(JsonFields, DatesAreThoseOfRecords) {
  const auto date = [](JsonFields& fields) { return read_date(fields, "a"); };
  EXPECT_EQ(in(R"({"a":"2026.11.15"})", date), "2026.11.15");
  EXPECT_EQ(in("{}", date), "");
  EXPECT_FALSE(in(R"({"a":"15.11.2026"})", date));
  EXPECT_FALSE(in(R"({"a":20261115})", date));
}

}  // namespace
}  // namespace duello
