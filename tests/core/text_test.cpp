#include "core/text.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <cstdio>
#include <limits>
#include <optional>

#include "core/random.hpp"

namespace duello {
namespace {

using Strings = std::vector<std::string>;

std::string complaint_about(std::string_view text) {
  const auto number = whole_number(text);
  return number ? cat("accepted: ", *number) : number.error().why;
}

TEST(WholeNumber, HasAnOptionalSignAndLeadingZeros) {
  EXPECT_EQ(whole_number("0"), 0);
  EXPECT_EQ(whole_number("7"), 7);
  EXPECT_EQ(whole_number("+7"), 7);
  EXPECT_EQ(whole_number("-7"), -7);
  EXPECT_EQ(whole_number("-0"), 0);
  EXPECT_EQ(whole_number("007"), 7);
}

TEST(WholeNumber, ReachesToTheEndsOfTheIntegers) {
  EXPECT_EQ(whole_number("2147483647"), std::numeric_limits<int>::max());
  EXPECT_EQ(whole_number("-2147483648"), std::numeric_limits<int>::min());
}

TEST(WholeNumber, BeyondTheIntegersIsFarOutOfRange) {
  EXPECT_EQ(complaint_about("2147483648"), "'2147483648' is far out of range");
  EXPECT_EQ(complaint_about("-2147483649"), "'-2147483649' is far out of range");
  EXPECT_EQ(complaint_about("+99999999999999999999"), "'+99999999999999999999' is far out of range");
  EXPECT_EQ(complaint_about(std::string(1000, '9')), cat("'", std::string(24, '9'), "...' is far out of range"));
}

TEST(WholeNumber, IsNothingElse) {
  for (const std::string_view text : {"",   " ",   "+",   "-",     "+-7", "-+7", "++7",   "--7",          "- 7",
                                      "7 ", " 7",  "7 8", "0x7",   "7.0", "1e3", "seven", "\xef\xbc\x97", "7\n",
                                      "7-", "7,8", "\t7", "1'000", "7u",  "NaN", "inf"})
    EXPECT_TRUE(complaint_about(text).ends_with(" is not a whole number")) << text;
  EXPECT_EQ(complaint_about(std::string_view("7\0", 2)), "'7?' is not a whole number");
  EXPECT_EQ(complaint_about("99999999999x"), "'99999999999x' is not a whole number");
}

RC_GTEST_PROP(WholeNumber, ReadsWhatCatWrites, (int number)) { RC_ASSERT(whole_number(cat(number)).value() == number); }

TEST(Cat, PutsStringsCharactersAndNumbersTogether) {
  EXPECT_EQ(cat("a", 'b', std::string("c"), std::string_view("d"), 1, -2, 3U), "abcd1-23");
  EXPECT_EQ(cat(std::numeric_limits<std::uint64_t>::max(), std::numeric_limits<std::int64_t>::min()),
            "18446744073709551615-9223372036854775808");
  EXPECT_EQ(cat(std::uint8_t{65}), "65");
  EXPECT_EQ(cat(), "");
}

TEST(Joined, HasTheSeparatorBetweenThePartsOnly) {
  EXPECT_EQ(joined({}, ", "), "");
  EXPECT_EQ(joined({"a"}, ", "), "a");
  EXPECT_EQ(joined({"a", "b", "c"}, ", "), "a, b, c");
  EXPECT_EQ(joined({"", ""}, "-"), "-");
}

TEST(Listed, IsASentencePart) {
  EXPECT_EQ(listed({}), "");
  EXPECT_EQ(listed({"1"}), "1");
  EXPECT_EQ(listed({"1", "2"}), "1 and 2");
  EXPECT_EQ(listed({"1", "2", "3"}), "1, 2 and 3");
  EXPECT_EQ(listed({"1", "2", "3"}, "or"), "1, 2 or 3");
}

TEST(Counted, HasAPluralForAllButOne) {
  EXPECT_EQ(counted(0, "unit"), "0 units");
  EXPECT_EQ(counted(1, "unit"), "1 unit");
  EXPECT_EQ(counted(2, "unit"), "2 units");
}

TEST(Spelled, IsAWordUpToTenAndDigitsBeyond) {
  EXPECT_EQ(spelled(0), "zero");
  EXPECT_EQ(spelled(1), "one");
  EXPECT_EQ(spelled(10), "ten");
  EXPECT_EQ(spelled(11), "11");
  EXPECT_EQ(spelled(-1), "-1");
}

TEST(NumbersOf, CountsBitsFromOne) {
  EXPECT_EQ(numbers_of(0), Strings{});
  EXPECT_EQ(numbers_of(0b101001), (Strings{"1", "4", "6"}));
  EXPECT_EQ(numbers_of(std::uint64_t{1} << 63), Strings{"64"});
}

TEST(Trimmed, LosesBlanksAtBothEndsOnly) {
  EXPECT_EQ(trimmed(" \t\r\n\v\fa b \n"), "a b");
  EXPECT_EQ(trimmed(" \n "), "");
  EXPECT_EQ(trimmed(""), "");
}

TEST(WithoutEndBlanks, KeepsThoseAtTheFront) {
  EXPECT_EQ(without_end_blanks("  a b \t\n"), "  a b");
  EXPECT_EQ(without_end_blanks("   "), "");
}

TEST(Lowered, TouchesTheEnglishCapitalsOnly) { EXPECT_EQ(lowered("AZaz09@[\xc3\x84"), "azaz09@[\xc3\x84"); }

TEST(WordsOf, AreWhatBlanksSeparate) {
  EXPECT_EQ(words_of(""), Strings{});
  EXPECT_EQ(words_of(" \t\n"), Strings{});
  EXPECT_EQ(words_of("5-6 7  4"), (Strings{"5-6", "7", "4"}));
  EXPECT_EQ(words_of("\t5-6\r\n7 "), (Strings{"5-6", "7"}));
}

TEST(LinesOf, AreWhatNewlinesSeparateOrEnd) {
  EXPECT_EQ(lines_of(""), Strings{});
  EXPECT_EQ(lines_of("a"), Strings{"a"});
  EXPECT_EQ(lines_of("a\n"), Strings{"a"});
  EXPECT_EQ(lines_of("a\n\nb\n"), (Strings{"a", "", "b"}));
  EXPECT_EQ(lines_of("\n"), Strings{""});
}

TEST(Wrapped, FillsLinesUpToTheWidth) {
  EXPECT_EQ(wrapped("aa bb cc", 5), "aa bb\ncc\n");
  EXPECT_EQ(wrapped("aa bb cc", 4), "aa\nbb\ncc\n");
  EXPECT_EQ(wrapped("aa bb cc", 8), "aa bb cc\n");
}

TEST(Wrapped, PutsTheIndentBeforeEveryLineAndCountsIt) { EXPECT_EQ(wrapped("aa bb cc", 7, "  "), "  aa bb\n  cc\n"); }

TEST(Wrapped, LeavesAnOverlongWordWhole) { EXPECT_EQ(wrapped("a bbbbbbbb c", 4), "a\nbbbbbbbb\nc\n"); }

TEST(Wrapped, OfNothingIsNothing) {
  EXPECT_EQ(wrapped("", 10), "");
  EXPECT_EQ(wrapped(" \n ", 10), "");
  EXPECT_EQ(wrapped(Strings{}, 10), "");
}

TEST(Wrapped, CountsCharactersNotBytes) {
  EXPECT_EQ(wrapped("\xc3\xa9\xc3\xa9 \xc3\xa9\xc3\xa9", 5), "\xc3\xa9\xc3\xa9 \xc3\xa9\xc3\xa9\n");
}

TEST(Wrapped, KeepsAWordWithBlanksTogether) { EXPECT_EQ(wrapped(Strings{"a b", "c d"}, 5), "a b\nc d\n"); }

RC_GTEST_PROP(Wrapped, KeepsTheWordsAndTheWidth, ()) {
  const auto letters = rc::gen::nonEmpty(rc::gen::container<std::string>(rc::gen::inRange('a', 'z')));
  const auto words = *rc::gen::container<Strings>(letters);
  const auto width = *rc::gen::inRange<std::size_t>(1, 40);
  const std::string text = wrapped(joined(words, "  "), width);
  Strings kept;
  for (const std::string& line : lines_of(text)) {
    RC_ASSERT(line.size() <= width || line.find(' ') == std::string::npos);
    for (std::size_t begin = 0; begin <= line.size();) {
      const std::size_t end = std::min(line.find(' ', begin), line.size());
      kept.push_back(line.substr(begin, end - begin));
      begin = end + 1;
    }
  }
  RC_ASSERT(kept == words);
}

TEST(Columns, AreOneForEachCharacter) {
  EXPECT_EQ(columns(""), 0U);
  EXPECT_EQ(columns("abc"), 3U);
  EXPECT_EQ(columns("a\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80"), 4U);
}

TEST(Text, PartsStandBetweenSeparators) {
  EXPECT_EQ(parts_of("a,b", ','), (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(parts_of("a,", ','), (std::vector<std::string>{"a", ""}));
  EXPECT_EQ(parts_of("", ','), (std::vector<std::string>{""}));
}

TEST(Text, ANumberIsTheWholeText) {
  EXPECT_EQ(number_in<int>("-12"), -12);
  EXPECT_EQ(number_in<std::uint64_t>("18446744073709551615"), 18446744073709551615U);
  EXPECT_EQ(number_in<double>("2.5"), 2.5);
  for (const char* const text : {"", " 1", "1 ", "1x", "99999999999"}) EXPECT_FALSE(number_in<int>(text)) << text;
  EXPECT_FALSE(number_in<std::uint64_t>("-1"));
}

TEST(Text, NumbersInStretchesCanBeHeard) {
  EXPECT_EQ(stretches_of(0), "none");
  EXPECT_EQ(stretches_of(0b1), "1");
  EXPECT_EQ(stretches_of(0b11), "1, 2");
  EXPECT_EQ(stretches_of(0b11110110100), "3, 5, 6, 8 to 11");
  EXPECT_EQ(stretches_of(~std::uint64_t{0}), "1 to 64");
  EXPECT_EQ(stretches_of(std::uint64_t{1} << 63), "64");
}

TEST(Text, LinesAreFoldedBetweenWords) {
  EXPECT_EQ(folded("one two three", 13), "one two three");
  EXPECT_EQ(folded("one two three", 12), "one two\nthree");
  EXPECT_EQ(folded("one two three\nfour five", 8), "one two\nthree\nfour\nfive");
  EXPECT_EQ(folded("one two ", 7), "one two ") << "a blank at the end wraps nothing";
  EXPECT_EQ(folded("", 5), "");
}

TEST(Text, BlanksInFrontOfAFoldAreLeftOut) {
  EXPECT_EQ(folded("one        two", 8), "one\ntwo");
  EXPECT_EQ(folded("one  two", 6), "one\ntwo");
  EXPECT_EQ(folded("one        two  three", 6), "one\ntwo\nthree");
}

TEST(Text, AWordThatIsTooLongIsNotFolded) {
  EXPECT_EQ(folded("a abcdefghij b", 5), "a\nabcdefghij\nb");
  EXPECT_EQ(folded("abcdefghij", 5), "abcdefghij");
}

TEST(Text, ControlSequencesTakeNoRoomWhenLinesAreFolded) {
  EXPECT_EQ(folded("\033[1;31mone\033[0m two", 7), "\033[1;31mone\033[0m two");
  EXPECT_EQ(folded("\033[1;31mone\033[0m two", 6), "\033[1;31mone\033[0m\ntwo");
  EXPECT_EQ(folded("\033[H\033[2Jone two", 6), "\033[H\033[2Jone\ntwo");
  EXPECT_EQ(folded("\u00e9\u00e9 \u00e9\u00e9", 5), "\u00e9\u00e9 \u00e9\u00e9");
  EXPECT_EQ(folded("\033", 5), "\033");
}

TEST(Text, AWordMeansTheNameThatItIsOrThoseThatItBeginsOrThoseThatItIsAPartOf) {
  const std::vector<std::string> names{"play", "who plays", "player", "names"};
  using Meant = std::vector<std::size_t>;
  EXPECT_EQ(meanings_of("play", names), Meant{0});
  EXPECT_EQ(meanings_of("pla", names), (Meant{0, 2}));
  EXPECT_EQ(meanings_of("plays", names), Meant{1});
  EXPECT_EQ(meanings_of("lay", names), (Meant{0, 1, 2}));
  EXPECT_EQ(meanings_of("chess", names), Meant{});
  EXPECT_EQ(meanings_of("", names), Meant{});
}

TEST(Fixed, HasTheDigitsThatPrintfWrites) {
  const auto expected = [](double value, int places) {
    std::array<char, 400> text{};
    std::snprintf(text.data(), text.size(), "%.*f", places, value);
    return std::string(text.data());
  };
  for (const double value : {0.0, -0.0, 0.004, 0.016, 0.125, 0.375, -0.125, 0.999, 99.999, 1e-300, 5e-324, 0.25,
                             2.0 / 3, -1e-13, 123456789012345.0, 999999999999999.9})
    for (const int places : {1, 2, 12}) EXPECT_EQ(fixed(value, places), expected(value, places)) << value;
  Random random(12);
  for (int i = 0; i < 20'000; ++i) {
    const auto number = static_cast<double>(random.below(4'000'001)) - 2'000'000;
    ASSERT_EQ(fixed(number / 1000, 3), expected(number / 1000, 3)) << number;
    ASSERT_EQ(fixed(number / 1024, 2), expected(number / 1024, 2)) << number << ": halfway between, too";
  }
}

TEST(BytesText, NamesTheUnitThatSuitsTheNumber) {
  EXPECT_EQ(bytes_text(0), "0 bytes");
  EXPECT_EQ(bytes_text(999), "999 bytes");
  EXPECT_EQ(bytes_text(1000), "1 kB");
  EXPECT_EQ(bytes_text(177147), "177 kB");
  EXPECT_EQ(bytes_text(129e6), "129 MB");
  EXPECT_EQ(bytes_text(3.5e9), "3.5 GB");
  EXPECT_EQ(bytes_text(617.7e12), "618 TB");
  EXPECT_EQ(bytes_text(2e15), "2.0 PB");
}

TEST(BytesText, NeverRoundsUpToAThousand) {
  EXPECT_EQ(bytes_text(999.6), "1 kB");
  EXPECT_EQ(bytes_text(999.6e3), "1 MB");
  EXPECT_EQ(bytes_text(999.6e6), "1.0 GB");
  EXPECT_EQ(bytes_text(99.96e9), "100 GB");
}

TEST(BytesText, HasNoUnitBeyondPetabytes) { EXPECT_EQ(bytes_text(5e18), "5000 PB"); }

}  // namespace
}  // namespace duello
