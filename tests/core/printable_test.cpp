// What a terminal may be shown: nobody's typing may color it, move its cursor or turn its writing around.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "core/text.hpp"

namespace duello {
namespace {

std::string utf8(char32_t code) {
  const auto byte = [](char32_t bits) { return static_cast<char>(static_cast<unsigned char>(bits)); };
  const auto tail = [&](int shift) -> char32_t { return 0x80 | (code >> shift & 0x3f); };
  if (code < 0x80) return {byte(code)};
  if (code < 0x800) return {byte(0xc0 | code >> 6), byte(tail(0))};
  if (code < 0x10000) return {byte(0xe0 | code >> 12), byte(tail(6)), byte(tail(0))};
  return {byte(0xf0 | code >> 18), byte(tail(12)), byte(tail(6)), byte(tail(0))};
}

const std::vector<std::string> kMalformed{
    "\x80",              // a tail without a head
    "\xc3",              // a head without a tail
    "\xe2\x82",          // two bytes of three
    "\xf0\x9f\x98",      // three bytes of four
    "\xc3\x28",          // a head before something else
    "\xc0\xaf",          // '/' in two bytes
    "\xe0\x80\xaf",      // '/' in three
    "\xf0\x80\x80\xaf",  // '/' in four
    "\xed\xa0\x80",      // half of a surrogate pair
    "\xf4\x90\x80\x80",  // beyond the last code
    "\xf8\x88\x80\x80\x80",
    "\xff",
};

TEST(IsPrintable, LettersOfAnyScriptAre) {
  EXPECT_TRUE(is_printable(""));
  EXPECT_TRUE(is_printable("R4-9, ~ !"));
  for (const char32_t code : {U'\u00a0', U'\u00e9', U'\u03a9', U'\u05d0', U'\u0627', U'\u20ac', U'\u6f22',
                              U'\U0001f600', U'\U0010fffd', U'\ufffd', U'\ue000', U'\ud7ff'})
    EXPECT_TRUE(is_printable(utf8(code))) << std::hex << static_cast<unsigned>(code);
}

TEST(IsPrintable, ControlCharactersAreNot) {
  for (char32_t code = 0; code < 0x20; ++code) EXPECT_FALSE(is_printable(cat("a", utf8(code), "b"))) << unsigned(code);
  for (char32_t code = 0x7f; code < 0xa0; ++code)
    EXPECT_FALSE(is_printable(cat("a", utf8(code), "b"))) << unsigned(code);
}

// All that have Unicode's property Bidi_Control.
TEST(IsPrintable, DirectionCharactersAreNot) {
  for (const char32_t code : {U'\u061c', U'\u200e', U'\u200f', U'\u202a', U'\u202b', U'\u202c', U'\u202d', U'\u202e',
                              U'\u2066', U'\u2067', U'\u2068', U'\u2069'})
    EXPECT_FALSE(is_printable(utf8(code))) << std::hex << static_cast<unsigned>(code);
}

TEST(IsPrintable, InvisibleSpacesAndLineSeparatorsAreNot) {
  for (const char32_t code : {U'\u200b', U'\u200c', U'\u200d', U'\u2028', U'\u2029', U'\u2060', U'\ufeff'})
    EXPECT_FALSE(is_printable(utf8(code))) << std::hex << static_cast<unsigned>(code);
}

TEST(IsPrintable, MalformedTextIsNot) {
  for (const std::string& text : kMalformed) EXPECT_FALSE(is_printable(cat("a", text))) << in_quotes(text);
}

TEST(InQuotes, ShowsPrintableTextAsItIs) {
  EXPECT_EQ(in_quotes(""), "''");
  EXPECT_EQ(in_quotes("R4-9"), "'R4-9'");
  EXPECT_EQ(in_quotes("\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80"), "'\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80'");
}

TEST(InQuotes, ReplacesControlAndDirectionCharacters) {
  EXPECT_EQ(in_quotes("\x1b[31mred"), "'?[31mred'");
  EXPECT_EQ(in_quotes("a\tb\nc\rd\x7f"), "'a?b?c?d?'");
  EXPECT_EQ(in_quotes(std::string_view("a\0b", 3)), "'a?b'");
  EXPECT_EQ(in_quotes(cat(utf8(0x9b), "2J")), "'?2J'");
  EXPECT_EQ(in_quotes(cat("a", utf8(0x202e), "b")), "'a?b'");
}

TEST(InQuotes, ReplacesEveryByteOfMalformedText) {
  EXPECT_EQ(in_quotes("\xff"), "'?'");
  EXPECT_EQ(in_quotes("\xc0\xaf"), "'?\?'");
  EXPECT_EQ(in_quotes("\xed\xa0\x80"), "'?\?\?'");
  EXPECT_EQ(in_quotes("\xe2\x82"), "'?\?'");
  EXPECT_EQ(in_quotes("\xc3("), "'?('");
}

TEST(InQuotes, CutsAfterTwentyFourCharacters) {
  const std::string most(24, 'x');
  EXPECT_EQ(in_quotes(most), cat("'", most, "'"));
  EXPECT_EQ(in_quotes(cat(most, "y")), cat("'", most, "...'"));
  EXPECT_EQ(in_quotes(std::string(1'000'000, 'x')), cat("'", most, "...'"));
}

TEST(Printable, IsTheSameWithoutQuotesAndOfAnyLength) {
  EXPECT_EQ(printable("a\nb", 3), "a?b");
  EXPECT_EQ(printable("abcd", 3), "abc...");
  EXPECT_EQ(printable("", 0), "");
  EXPECT_EQ(printable("a", 0), "...");
}

TEST(InQuotes, NeverCutsACharacterInTwo) {
  std::string euros;
  for (int i = 0; i < 24; ++i) euros += "\xe2\x82\xac";
  EXPECT_EQ(in_quotes(euros), cat("'", euros, "'"));
  EXPECT_EQ(in_quotes(euros + euros), cat("'", euros, "...'"));
}

RC_GTEST_PROP(InQuotes, IsPrintableAndShortWhateverWasTyped, (const std::string& text)) {
  const std::string text_shown = in_quotes(text);
  RC_ASSERT(is_printable(text_shown));
  RC_ASSERT(columns(text_shown) <= 29U);
  RC_ASSERT(text_shown.front() == '\'' && text_shown.back() == '\'');
}

RC_GTEST_PROP(InQuotes, ChangesExactlyWhatIsNotPrintable, (const std::string& text)) {
  const std::string some = text.substr(0, 24);
  RC_ASSERT(is_printable(some) == (in_quotes(some) == cat("'", some, "'")));
}

}  // namespace
}  // namespace duello
