#include "cli/line_editor.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>

#include "core/text.hpp"

namespace duello {
namespace {

using State = LineEditor::State;

LineEditor typed(std::string_view bytes, std::vector<std::string> completions = {}, std::size_t longest = 100,
                 std::vector<std::string> history = {}) {
  LineEditor line(std::move(completions), longest, std::move(history));
  while (!bytes.empty()) {
    const auto press = first_key(bytes, MoreBytes::will_not);
    const State state = line.press(press->key);
    EXPECT_TRUE(state == State::typing || state == State::choices);
    bytes.remove_prefix(press->length);
  }
  return line;
}

State state_after(std::string_view bytes, char last) {
  return typed(bytes).press({.name = Key::Name::character, .text = std::string(1, last)});
}

TEST(LineEditor, CanBeEdited) {
  EXPECT_EQ(typed("1:7").text(), "1:7");
  EXPECT_EQ(typed("17\033[D:").text(), "1:7");
  EXPECT_EQ(typed("1:8\x7f"
                  "7")
                .text(),
            "1:7");
  EXPECT_EQ(typed(":7\033[H"
                  "1")
                .text(),
            "1:7");
  EXPECT_EQ(typed("x1:7\x01\033[3~").text(), "1:7");
  EXPECT_EQ(typed("9:9\x15"
                  "1:7")
                .text(),
            "1:7");
  EXPECT_EQ(typed("1:79\033[D\x0b").text(), "1:7");
  EXPECT_EQ(typed("1:7 2:8\x17").text(), "1:7 ");
}

TEST(LineEditor, WithoutHistoryNoKeyBringsSomethingBack) {
  const std::string erased = "1:9\x15";
  for (char key = 1; key < 27; ++key) {
    const bool ends = key == '\r' || key == '\n' || key == 4;
    EXPECT_EQ(ends ? "" : typed(erased + key).text(), "") << int{key};
  }
  for (const char* const keys : {"\033[A", "\033[B", "\033p", "\033.", "\033y", "\x18\x15", "\x1f"})
    EXPECT_EQ(typed(erased + keys).text(), "") << keys;
}

TEST(LineEditor, EndsWithEnterAndWithCtrlDWhereNothingIsTyped) {
  EXPECT_EQ(state_after("1:7", '\r'), State::entered);
  EXPECT_EQ(state_after("1:7", '\n'), State::entered);
  EXPECT_EQ(state_after("", '\x04'), State::ended);
  EXPECT_EQ(state_after("1:7", '\x04'), State::typing);
}

TEST(LineEditor, TabCompletesAsFarAsTheOffersAgree) {
  EXPECT_EQ(typed("h\t", {"help", "hint", "quit"}).text(), "h");
  EXPECT_EQ(typed("hi\t", {"help", "hint", "quit"}).text(), "hint");
  EXPECT_EQ(typed("re\t", {"resign", "resume"}).text(), "res");
  EXPECT_EQ(typed("x\t", {"help"}).text(), "x");
}

TEST(LineEditor, TabCompletesTheLastWordWhereTheLineIsNoBeginning) {
  EXPECT_EQ(typed("hint re\t", {"hint", "resign"}).text(), "hint resign");
  EXPECT_EQ(typed("R1 to\t", {"R1 to 4", "total"}).text(), "R1 to 4");
}

TEST(LineEditor, TabThatAddsNothingShowsTheChoices) {
  LineEditor line = typed("h", {"help", "hint", "quit"});
  EXPECT_EQ(line.press({.name = Key::Name::character, .text = "\t"}), State::choices);
  EXPECT_EQ(line.choices(), (std::vector<std::string>{"help", "hint"}));
}

TEST(LineEditor, UpAndDownWalkThroughTheHistory) {
  EXPECT_EQ(typed("dra\033[A", {}, 100, {"1", "22"}).text(), "22");
  EXPECT_EQ(typed("dra\033[A\x10\033[A", {}, 100, {"1", "22"}).text(), "1");
  EXPECT_EQ(typed("dra\033[A\033[A\033[B\x0e"
                  "ft",
                  {}, 100, {"1", "22"})
                .text(),
            "draft");
  EXPECT_EQ(typed("\033[A!\033[B\033[A", {}, 100, {"1", "22"}).text(), "22!");
}

TEST(LineEditor, MovesAndErasesByWords) {
  EXPECT_EQ(typed("one two\033b_").text(), "one _two");
  EXPECT_EQ(typed("one two\x01\033f_").text(), "one_ two");
  EXPECT_EQ(typed("one two\x01\033d").text(), " two");
}

TEST(LineEditor, ACharacterBeyondAsciiIsOneCharacter) {
  EXPECT_EQ(typed("Zo\xc3\xab\x7f").text(), "Zo");
  EXPECT_EQ(typed("\xc3\xab\033[Dx\033[C!").text(), "x\xc3\xab!");
  EXPECT_EQ(typed("x\xc3\xab\x01\033[C\033[3~").text(), "x");
  EXPECT_EQ(typed("ab\xc3\xab", {}, 3).text(), "ab");
}

TEST(LineEditor, APasteIsNotEnteredAndBecomesOneLine) {
  EXPECT_EQ(typed("\033[200~5 6\r7\t\033[201~").text(), "5 6 7 ");
  EXPECT_EQ(state_after("\033[200~5 6\r7\033[201~", '\r'), State::entered);
}

TEST(LineEditor, KeysInAPasteDoNothing) {
  EXPECT_EQ(typed("\033[200~5\033[A\033[D\033[3~ 6\033[201~", {}, 100, {"quit"}).text(), "5 6");
  EXPECT_EQ(typed("\033[200~5\033[201~\033[D6").text(), "65");
}

TEST(LineEditor, WhatATerminalWouldObeyIsNotTyped) {
  EXPECT_EQ(typed("5\302\23331m").text(), "531m");  // CSI, as one character
  EXPECT_EQ(typed("\033[200~5\302\2056\033[201~").text(), "5 6");
  EXPECT_EQ(typed("5\355\240\2006").text(), "56");  // half of a character
}

TEST(LineEditor, AMarkBelongsToTheCharacterBeforeIt) {
  EXPECT_EQ(typed("ne\xcc\x81\x7f").text(), "n");
  EXPECT_EQ(typed("ne\xcc\x81\033[Dx").text(), "nxe\xcc\x81");
  EXPECT_EQ(typed("e\xcc\x81!\x01\033[C_").text(), "e\xcc\x81_!");
  EXPECT_EQ(typed("e\xcc\x81!\x01\033[3~").text(), "!");
}

TEST(LineEditor, TakesNoMoreThanItMay) { EXPECT_EQ(typed("12345", {}, 3).text(), "123"); }

TEST(LineEditor, ShowsWhereTheCursorIs) {
  const LineEditor line = typed("1234567890");
  EXPECT_EQ(line.window(20).text, "1234567890");
  EXPECT_EQ(line.window(20).cursor, 10U);
  EXPECT_EQ(line.window(4).text, "890");
  EXPECT_EQ(line.window(4).cursor, 3U);
}

TEST(LineEditor, AWideCharacterHasTwoColumnsOfTheWindow) {
  const LineEditor line = typed("\xe7\x8e\x8b\xe5\xb0\x8f\xe6\x98\x8e");
  EXPECT_EQ(line.window(7).text, "\xe7\x8e\x8b\xe5\xb0\x8f\xe6\x98\x8e");
  EXPECT_EQ(line.window(6).text, "\xe5\xb0\x8f\xe6\x98\x8e");
  EXPECT_EQ(line.window(1).text, "");
  EXPECT_EQ(typed("\xe7\x8e\x8b\xe5\xb0\x8f\x01").window(3).text, "\xe7\x8e\x8b");
}

RC_GTEST_PROP(LineEditor, TheCursorIsAlwaysInTheWindow, (const std::string& bytes)) {
  const auto columns = *rc::gen::inRange<std::size_t>(1, 12);
  LineEditor line({"help", "hint"}, 20);
  std::string_view left = bytes;
  while (!left.empty()) {
    const auto press = first_key(left, MoreBytes::will_not);
    line.press(press->key);
    left.remove_prefix(press->length);
    const auto window = line.window(columns);
    RC_ASSERT(window.cursor <= window.text.size());
    RC_ASSERT(duello::columns(window.text) <= columns);
    RC_ASSERT(duello::columns(window.text.substr(0, window.cursor)) < columns);
  }
}

}  // namespace
}  // namespace duello
