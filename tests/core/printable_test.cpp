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

TEST(IsPrintable, WhatShowsAsNothingIsNot) {
  for (const char32_t code :
       {0xadU,    0x34fU,   0x115fU, 0x1160U, 0x17b4U, 0x180bU, 0x180eU, 0x2800U,  0x3164U,  0xfe00U,  0x13430U,
        0x16fe4U, 0x1d159U, 0xfe0fU, 0xffa0U, 0xfff9U, 0xfffbU, 0xffffU, 0x1d173U, 0xe0001U, 0xe0041U, 0xe01efU})
    EXPECT_FALSE(is_printable(utf8(code))) << std::hex << static_cast<unsigned>(code);
  for (const char32_t code : {0xaeU, 0x34eU, 0x1161U, 0x2801U, 0x3163U, 0xfe10U, 0xffa1U, 0xfffdU, 0x1f600U})
    EXPECT_TRUE(is_printable(utf8(code))) << std::hex << static_cast<unsigned>(code);
}

TEST(IsName, HasSomethingToBeSeenAtBothEnds) {
  for (const std::string name : {"Ann", "Ann Lee", "Zo\u00eb", "e\u0301mile", "\u674e", "<>"})
    EXPECT_TRUE(is_name(name)) << name;
  for (const std::string name : {"", " Ann", "Ann ", "\u0301", "\u0301Ann", "\u00a0", "Ann\u3000", "A\u2003n",
                                 "An\u00adn", "Ann\u200b", "\u20dd", "Ann\n", "\xff"})
    EXPECT_FALSE(is_name(name)) << in_quotes(name);
}

TEST(SpelledOut, HidesNothingAndMeansOneTextOnly) {
  EXPECT_EQ(spelled_out("./bot --x 'a  b'"), "./bot --x 'a  b'");
  EXPECT_EQ(spelled_out("a\tb\nc\\x09"), "a\\x09b\\x0ac\\\\x09");
  EXPECT_EQ(spelled_out("a\u00ad\xff"), "a\\xc2\\xad\\xff");
  EXPECT_EQ(legible("C:\\bot"), "C:\\bot");
  EXPECT_EQ(legible("C:\\bot\t"), "C:\\\\bot\\x09");
}

RC_GTEST_PROP(SpelledOut, IsPrintableWhateverTheTextIs, (const std::string& text)) {
  RC_ASSERT(is_printable(spelled_out(text)));
}

TEST(PathInQuotes, IsCleanAndNeverCut) {
  const std::string path = "/a/" + std::string(300, 'b');
  EXPECT_EQ(path_in_quotes(path), cat('\'', path, '\''));
  EXPECT_EQ(path_in_quotes("a\033b"), "'a?b'");
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
