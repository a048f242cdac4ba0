// What is read: JSON and nothing else, with a complaint that says where it is wrong.
#include "json/reader.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace duello {
namespace {

using Kind = JsonValue::Kind;

TEST(JsonReader, TakesDocumentsApart) {
  const auto json = read_json(" {\"a\" : [1, -2.5e+3, true, null, \"x\"] ,\r\n\t\"b\":{}} ");
  ASSERT_TRUE(json) << json.error().why;
  ASSERT_EQ(json->keys, (std::vector<std::string>{"a", "b"}));
  const JsonValue& list = *json->find("a");
  ASSERT_EQ(list.values.size(), 5U);
  EXPECT_EQ(list.values[0].whole(), 1U);
  EXPECT_EQ(list.values[1].text, "-2.5e+3");
  EXPECT_FALSE(list.values[1].whole());
  EXPECT_EQ(list.values[2].text, "true");
  EXPECT_EQ(list.values[3].kind, Kind::null);
  EXPECT_EQ(list.values[4].text, "x");
  EXPECT_EQ(json->find("c"), nullptr);
}

TEST(JsonReader, KnowsEveryEscape) {
  const auto json = read_json(R"("\"\\\/\b\f\n\r\t\u0041\u00e9\u20ac\ud83d\ude00")");
  ASSERT_TRUE(json) << json.error().why;
  EXPECT_EQ(json->text, "\"\\/\b\f\n\r\tAé€😀");
}

TEST(JsonReader, WritesEscapedCharactersInAsManyBytesAsTheyNeed) {
  for (const auto& [escaped, text] : {std::pair(R"("\u007f")", "\x7f"),
                                      {R"("\u0080")", "\xc2\x80"},
                                      {R"("\u07ff")", "\xdf\xbf"},
                                      {R"("\u0800")", "\xe0\xa0\x80"},
                                      {R"("\ud7ff")", "\xed\x9f\xbf"},
                                      {R"("\ue000")", "\xee\x80\x80"},
                                      {R"("\uffff")", "\xef\xbf\xbf"},
                                      {R"("\ud800\udc00")", "\xf0\x90\x80\x80"},
                                      {R"("\udbff\udfff")", "\xf4\x8f\xbf\xbf"}}) {
    const auto json = read_json(escaped);
    ASSERT_TRUE(json) << escaped << ": " << json.error().why;
    EXPECT_EQ(json->text, text) << escaped;
  }
  for (const char* const half : {R"("\ud800")", R"("\udbff")", R"("\udc00")", R"("\udfff")", R"("\ud800\ue000")"})
    EXPECT_FALSE(read_json(half)) << half;
}

TEST(JsonReader, RefusesWhatIsNoJson) {
  for (const std::string_view text : {"",
                                      " ",
                                      "{",
                                      "[",
                                      "}",
                                      "[1",
                                      "[1,]",
                                      "[,]",
                                      "{\"a\"}",
                                      "{\"a\":}",
                                      "{\"a\":1,}",
                                      "{a:1}",
                                      "{'a':1}",
                                      "\"",
                                      "\"\\x\"",
                                      "\"\\u12\"",
                                      "\"\\u12g4\"",
                                      "\"\\ud800\"",
                                      "\"\\ud800\\u0041\"",
                                      "\"\\udc00\"",
                                      "\"\n\"",
                                      "\"\xff\"",
                                      "\"\xed\xa0\x80\"",
                                      "tru",
                                      "True",
                                      "nul",
                                      "NaN",
                                      "01",
                                      "-",
                                      "1.",
                                      ".5",
                                      "1e",
                                      "1e+",
                                      "+1",
                                      "1 2",
                                      "{} {}",
                                      "\xef\xbb\xbf{}",
                                      "// no\n1",
                                      "{\"a\":1,\"a\":2}"})
    EXPECT_FALSE(read_json(text)) << text;
  EXPECT_FALSE(read_json(std::string_view("\0", 1)));
}

TEST(JsonReader, SaysWhatIsWrongAndWhere) {
  const auto why = [](std::string_view text) { return read_json(text).error().why; };
  EXPECT_EQ(why("[1 2]"), "Character 4: behind a value of a list comes , or ]");
  EXPECT_EQ(why("[\"Änn 😀\" 2]"), "Character 10: behind a value of a list comes , or ]");
  EXPECT_EQ(why("{\"a\" 1}"), "Character 6: behind a key comes :");
  EXPECT_EQ(why("{\"a\":1,\"a\":1}"), "Character 14: the object that ends here has the key 'a' twice");
}

TEST(JsonReader, KeepsToItsLimits) {
  EXPECT_TRUE(read_json("[[[1]]]", {.depth = 3}));
  EXPECT_FALSE(read_json("[[[1]]]", {.depth = 2}));
  EXPECT_TRUE(read_json(R"({"a":[1,2]})", {.values = 4}));
  EXPECT_FALSE(read_json(R"({"a":[1,2]})", {.values = 3}));
  EXPECT_TRUE(read_json("[1,2]", {.bytes = 5}));
  EXPECT_FALSE(read_json("[1,2]", {.bytes = 4}));
  EXPECT_FALSE(read_json(std::string(60'000, '[')));
  // Unless others are given.
  EXPECT_TRUE(read_json(std::string(16, '[') + std::string(16, ']')));
  EXPECT_FALSE(read_json(std::string(17, '[') + std::string(17, ']')));
  EXPECT_TRUE(read_json(std::string(65'535, ' ') + "1"));
  EXPECT_FALSE(read_json(std::string(65'536, ' ') + "1"));
}

RC_GTEST_PROP(JsonReader, AnswersAnyBytesWithAValueOrAComplaintFitToBeShown, (const std::string& bytes)) {
  const auto read = read_json(bytes);
  if (!read) RC_ASSERT(is_printable(read.error().why));  // with || the macro would ask for it anyway
}

}  // namespace
}  // namespace duello
