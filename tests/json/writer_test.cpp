// What is written: JSON whatever is in it, numbers that read back as they were.
#include "json/writer.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

#include "core/random.hpp"
#include "json/reader.hpp"

namespace duello {
namespace {

template <class Plain>
std::string written(const Plain& value) {
  std::string text;
  append_json(text, value);
  return text;
}

TEST(JsonWriter, EscapesWhatMustBeEscapedAndNothingElse) {
  EXPECT_EQ(written("a\"b\\c\b\f\n\r\t\x01\x1f/\x7f"), R"("a\"b\\c\b\f\n\r\t\u0001\u001f/)"
                                                       "\x7f\"");
  EXPECT_EQ(written("Ångström 😀"), "\"Ångström 😀\"");
}

TEST(JsonWriter, PutsAReplacementInThePlaceOfWhatIsNoText) {
  EXPECT_EQ(written(std::string_view("a\xff\xc3(\xed\xa0\x80z")), "\"a\uFFFD\uFFFD(\uFFFD\uFFFD\uFFFDz\"");
  EXPECT_EQ(written(std::string_view("\xe2\x82")), "\"\uFFFD\uFFFD\"");
}

TEST(JsonWriter, WritesNumbersSoThatTheirKindShows) {
  EXPECT_EQ(written(0.0), "0.0");
  EXPECT_EQ(written(-0.0), "-0.0");
  EXPECT_EQ(written(1.0), "1.0");
  EXPECT_EQ(written(-12.5), "-12.5");
  EXPECT_EQ(written(0.1), "0.1");
  EXPECT_EQ(written(0.0001), "0.0001");
  EXPECT_EQ(written(1e-12), "0.000000000001");
  EXPECT_EQ(written(4e-13), "0.0");
  EXPECT_EQ(written(2.0 / 3), "0.666666666667");
  EXPECT_EQ(written(-0.9999999999999), "-1.0");
  EXPECT_EQ(written(999999999999999.5), "999999999999999.5");
  EXPECT_EQ(written(1e15), "null") << "nothing that is told is as large";
  EXPECT_EQ(written(std::numeric_limits<double>::quiet_NaN()), "null");
  EXPECT_EQ(written(std::numeric_limits<double>::infinity()), "null");
  EXPECT_EQ(written(std::numeric_limits<std::uint64_t>::max()), "18446744073709551615");
  EXPECT_EQ(written(-3), "-3");
  EXPECT_EQ(written(true), "true");
  EXPECT_EQ(written(Seat::two), "2");
  EXPECT_EQ(written(std::optional<int>()), "null");
  EXPECT_EQ(written(std::vector<std::string>{"a", "b"}), R"(["a","b"])");
  EXPECT_EQ(written(std::vector<int>()), "[]");
}

TEST(JsonWriter, ClosesObjectsWhereTheyEnd) {
  std::string text;
  {
    JsonObject json(text);
    JsonObject(json.at("in")).add("one", 1).add("two", "2");
    json.add("rest", std::array{1, 2});
    JsonObject(json.at("nothing"));
  }
  EXPECT_EQ(text, R"({"in":{"one":1,"two":"2"},"rest":[1,2],"nothing":{}})");
}

RC_GTEST_PROP(JsonWriter, WritesAnyNumberWithTwelveDigitsBehindThePoint, (std::uint64_t seed)) {
  Random random(seed);
  // Of any size, or one that people write.
  const double value = random.below(2) == 0 ? std::bit_cast<double>(random())
                                            : static_cast<double>(random.below(2'000'001)) / 1000 - 1000;
  const std::string text = written(value);
  RC_ASSERT(read_json(text).has_value());
  RC_ASSERT((text == "null") == !(std::abs(value) < 1e15));
  if (text == "null") return;
  RC_ASSERT(std::abs(std::strtod(text.c_str(), nullptr) - value) <= 5.1e-13 + std::abs(value) * 1e-15);
  RC_ASSERT(text.size() - text.find('.') <= 13);
}

RC_GTEST_PROP(JsonWriter, WritesAnyBytesAsATextThatCanBeRead, (std::uint64_t seed)) {
  Random random(seed);
  std::string bytes;
  while (bytes.size() < 20)
    bytes += static_cast<char>(random.below(4) == 0 ? random.below(256) : 0x78 + random.below(80));
  const auto read = read_json(written(bytes));
  RC_ASSERT(read.has_value());
  RC_ASSERT(read->kind == JsonValue::Kind::text);
  // Once more, nothing changes.
  RC_ASSERT(read_json(written(read->text))->text == read->text);
}

}  // namespace
}  // namespace duello
