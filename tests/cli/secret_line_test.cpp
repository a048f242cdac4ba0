#include "cli/secret_line.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>

namespace duello {
namespace {

using State = SecretLine::State;

SecretLine typed(std::string_view bytes, std::vector<std::string> offers = {}, std::size_t most = 100) {
  SecretLine line(std::move(offers), most);
  while (!bytes.empty()) {
    const auto press = first_key(bytes, MoreBytes::will_not);
    EXPECT_EQ(line.press(press->key), State::typing);
    bytes.remove_prefix(press->length);
  }
  return line;
}

State state_after(std::string_view bytes, char last) {
  return typed(bytes).press({.name = Key::Name::character, .character = last});
}

TEST(SecretLine, CanBeEdited) {
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

TEST(SecretLine, HasNoKeyThatBringsSomethingBack) {
  const std::string erased = "1:9\x15";
  for (char key = 1; key < 27; ++key) {
    const bool ends = key == '\r' || key == '\n' || key == 4;
    EXPECT_EQ(ends ? "" : typed(erased + key).text(), "") << int{key};
  }
  for (const char* const keys : {"\033[A", "\033[B", "\033p", "\033.", "\033y", "\x18\x15", "\x1f"})
    EXPECT_EQ(typed(erased + keys).text(), "") << keys;
}

TEST(SecretLine, EndsWithEnterAndWithCtrlDWhereNothingIsTyped) {
  EXPECT_EQ(state_after("1:7", '\r'), State::entered);
  EXPECT_EQ(state_after("1:7", '\n'), State::entered);
  EXPECT_EQ(state_after("", '\x04'), State::ended);
  EXPECT_EQ(state_after("1:7", '\x04'), State::typing);
}

TEST(SecretLine, TabCompletesAsFarAsTheOffersAgree) {
  EXPECT_EQ(typed("h\t", {"help", "hint", "quit"}).text(), "h");
  EXPECT_EQ(typed("hi\t", {"help", "hint", "quit"}).text(), "hint");
  EXPECT_EQ(typed("re\t", {"resign", "resume"}).text(), "res");
  EXPECT_EQ(typed("x\t", {"help"}).text(), "x");
}

TEST(SecretLine, TakesNoMoreThanItMay) { EXPECT_EQ(typed("12345", {}, 3).text(), "123"); }

TEST(SecretLine, ShowsWhereTheCursorIs) {
  const SecretLine line = typed("1234567890");
  EXPECT_EQ(line.window(20).text, "1234567890");
  EXPECT_EQ(line.window(20).cursor, 10U);
  EXPECT_EQ(line.window(4).text, "890");
  EXPECT_EQ(line.window(4).cursor, 3U);
}

RC_GTEST_PROP(SecretLine, TheCursorIsAlwaysInTheWindow, (const std::string& bytes)) {
  const auto columns = *rc::gen::inRange<std::size_t>(1, 12);
  SecretLine line({"help", "hint"}, 20);
  std::string_view left = bytes;
  while (!left.empty()) {
    const auto press = first_key(left, MoreBytes::will_not);
    line.press(press->key);
    left.remove_prefix(press->length);
    const auto window = line.window(columns);
    RC_ASSERT(window.text.size() <= columns);
    RC_ASSERT(window.cursor <= window.text.size());
    RC_ASSERT(window.cursor < columns);
  }
}

}  // namespace
}  // namespace duello
