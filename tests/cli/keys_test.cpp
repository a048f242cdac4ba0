#include "cli/keys.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>
#include <vector>

namespace duello {
namespace {

using Name = Key::Name;
using testing::ElementsAre;

Key character(const std::string& text) { return {.name = Name::character, .text = text}; }

std::vector<Key> keys_in(std::string_view bytes) {
  std::vector<Key> keys;
  while (!bytes.empty()) {
    const auto press = first_key(bytes, MoreBytes::will_not);
    keys.push_back(press->key);
    bytes.remove_prefix(press->length);
  }
  return keys;
}

std::vector<Name> names_in(std::string_view bytes) {
  std::vector<Name> names;
  for (const Key& key : keys_in(bytes)) names.push_back(key.name);
  return names;
}

TEST(Keys, CharactersAreThemselves) {
  EXPECT_THAT(keys_in("a \n\x04"), ElementsAre(character("a"), character(" "), character("\n"), character("\x04")));
}

TEST(Keys, TerminalsHaveSeveralWaysToSayAnArrow) {
  EXPECT_THAT(names_in("\033[A\033OB\033[1;2C\033[D"), ElementsAre(Name::up, Name::down, Name::right, Name::left));
}

TEST(Keys, HomeEndPagesAndDeleteAreKnown) {
  EXPECT_THAT(names_in("\033[H\033[1~\033[7~\033OH"), testing::Each(Name::home));
  EXPECT_THAT(names_in("\033[F\033[4~\033[8~\033OF"), testing::Each(Name::end));
  EXPECT_THAT(names_in("\033[5~\033[6;2~\033[3~"), ElementsAre(Name::page_up, Name::page_down, Name::erase));
}

TEST(Keys, AKeyWithoutANameIsOneKeyHoweverLong) {
  for (const std::string_view bytes :
       {"\033[15~", "\033[[A", "\033x", "\033[<0;10;20M", "\xc3", "\xf0\x9f\x99", "\xff"})
    EXPECT_THAT(names_in(bytes), ElementsAre(Name::other)) << bytes;
}

TEST(Keys, ACharacterBeyondAsciiIsOneKey) {
  EXPECT_THAT(keys_in("\xc3\xa9\xf0\x9f\x99\x82x"),
              ElementsAre(character("\xc3\xa9"), character("\xf0\x9f\x99\x82"), character("x")));
}

TEST(Keys, AltAndCtrlMoveByWords) {
  EXPECT_THAT(names_in("\033b\033[1;5D\033[1;3D"), testing::Each(Name::word_left));
  EXPECT_THAT(names_in("\033f\033[1;5C\033[1;3C"), testing::Each(Name::word_right));
  EXPECT_THAT(names_in("\033d\033[3;5~"), testing::Each(Name::erase_word));
}

TEST(Keys, ThePasteIsMarkedAtBothEnds) {
  EXPECT_THAT(names_in("\033[200~x\033[201~"), ElementsAre(Name::paste_begin, Name::character, Name::paste_end));
}

TEST(Keys, EscapeAloneIsACharacter) {
  EXPECT_THAT(keys_in("\033"), ElementsAre(character("\033")));
  EXPECT_THAT(keys_in("\033\033[A"), ElementsAre(character("\033"), Key{.name = Name::up}));
}

TEST(Keys, AKeyThatIsNotWholeWaits) {
  for (const std::string_view bytes : {"\033", "\033[", "\033[1;", "\033O", "\033[[", "\xe2\x82"})
    EXPECT_FALSE(first_key(bytes, MoreBytes::may_come)) << bytes;
}

TEST(Keys, ABrokenSequenceEndsBeforeWhatBreaksIt) {
  EXPECT_THAT(keys_in("\033[1\nq"), ElementsAre(Key{}, character("\n"), character("q")));
}

RC_GTEST_PROP(Keys, ComingByteByByteTheyAreTheSame, ()) {
  const auto letters = *rc::gen::container<std::string>(rc::gen::elementOf(std::string("\033[O1;5~AqR\xc3\xa9\n")));
  std::vector<Key> slowly;
  std::string unread;
  for (const char letter : letters) {
    unread += letter;
    while (!unread.empty()) {
      const auto press = first_key(unread, MoreBytes::may_come);
      if (!press) break;
      slowly.push_back(press->key);
      unread.erase(0, press->length);
    }
  }
  for (const Key& key : keys_in(unread)) slowly.push_back(key);
  RC_ASSERT(slowly == keys_in(letters));
}

TEST(Keys, AReportOfTheCursorIsFoundAmongKeys) {
  const auto report = cursor_report_in("1:7\033[A\033[12;3Rx");
  ASSERT_TRUE(report);
  EXPECT_EQ(report->begin, 6U);
  EXPECT_EQ(report->length, 7U);
  EXPECT_EQ(report->row, 12);
  EXPECT_EQ(report->column, 3);
}

TEST(Keys, WhatIsNoReportIsNotTakenForOne) {
  for (const std::string_view bytes : {"", "\033[", "\033[12;3", "\033[R", "\033[5R", "\033[;R", "\033[1;R", "12;3R",
                                       "\033[99999999999;1R", "\033[1;2;3R"})
    EXPECT_FALSE(cursor_report_in(bytes)) << bytes;
}

}  // namespace
}  // namespace duello
