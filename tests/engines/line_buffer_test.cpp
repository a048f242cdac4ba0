#include "engines/line_buffer.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

#include "core/text.hpp"
#include "tests/counted_heap.hpp"

namespace duello {
namespace {

using Trouble = LineBuffer::Trouble;

std::vector<std::string> lines_in(LineBuffer& buffer) {
  std::vector<std::string> lines;
  for (auto line = buffer.next(); line && *line; line = buffer.next()) lines.push_back(**line);
  return lines;
}

RC_GTEST_PROP(LineBuffer, GivesTheSameLinesWhereverTheBytesAreCut, ()) {
  const auto lines =
      *rc::gen::container<std::vector<std::string>>(rc::gen::container<std::string>(rc::gen::inRange(' ', '~')));
  LineBuffer buffer;
  std::vector<std::string> got;
  std::string rest = joined(lines, "\n") + "\n";
  while (!rest.empty()) {
    const auto size = *rc::gen::inRange<std::size_t>(1, rest.size() + 1);
    buffer.take(rest.substr(0, size));
    rest.erase(0, size);
    std::ranges::copy(lines_in(buffer), std::back_inserter(got));
  }
  RC_ASSERT(got == (lines.empty() ? std::vector<std::string>{""} : lines));
}

TEST(LineBuffer, HasNoLineBeforeItsEndHasCome) {
  LineBuffer buffer;
  buffer.take("bestmo");
  EXPECT_EQ(*buffer.next(), std::nullopt);
  buffer.take("ve 5\nnext");
  EXPECT_EQ(*buffer.next(), "bestmove 5");
  EXPECT_EQ(*buffer.next(), std::nullopt);
}

TEST(LineBuffer, TakesReturnsAndTabsAsBlanks) {
  LineBuffer buffer;
  buffer.take("bestmove\t5\r\nZo\xc3\xab\n");
  EXPECT_EQ(*buffer.next(), "bestmove 5");
  EXPECT_EQ(*buffer.next(), "Zo\xc3\xab");
}

TEST(LineBuffer, RefusesWhatIsNoTextForGood) {
  for (const std::string_view bytes : {"\x1b[2J\n", "a\rb\n", "\xff\n", "\xc3\n", "\x7f\n", "\xe2\x80\xae\n"}) {
    LineBuffer buffer;
    buffer.take("fine\n");
    buffer.take(bytes);
    EXPECT_EQ(*buffer.next(), "fine");
    EXPECT_EQ(buffer.next().error(), Trouble::rubbish) << printable(bytes, 10);
    buffer.take("fine again\n");
    EXPECT_EQ(buffer.next().error(), Trouble::rubbish);
  }
}

TEST(LineBuffer, HasTheLimitsOfTheManual) {
  EXPECT_EQ(LineBuffer::kLongestLine, 65'536U);
  EXPECT_EQ(LineBuffer::kMostInOneWait, 1'048'576U);
}

TEST(LineBuffer, RefusesALineThatIsTooLongWhetherItEndsOrNot) {
  LineBuffer longest;
  longest.take(std::string(LineBuffer::kLongestLine, 'x'));
  EXPECT_EQ(*longest.next(), std::nullopt);
  longest.take("\n");
  EXPECT_EQ((*longest.next())->size(), LineBuffer::kLongestLine);
  for (const std::string_view end : {"", "\n"}) {
    LineBuffer buffer;
    buffer.take(std::string(LineBuffer::kLongestLine + 1, 'x'));
    buffer.take(end);
    EXPECT_EQ(buffer.next().error(), Trouble::flood);
  }
}

TEST(LineBuffer, RefusesTooMuchDuringOneWaitAndKeepsNoMoreOfIt) {
  const std::string line = std::string(1023, 'x') + "\n";
  LineBuffer buffer;
  for (std::size_t i = 0; i < LineBuffer::kMostInOneWait / line.size(); ++i) {
    buffer.take(line);
    ASSERT_EQ(*buffer.next(), line.substr(0, line.size() - 1));
  }
  buffer.begin_wait();
  buffer.take(line);
  EXPECT_TRUE(buffer.next());
  buffer.count(LineBuffer::kMostInOneWait);
  EXPECT_EQ(buffer.next().error(), Trouble::flood);
}

TEST(LineBuffer, TakesNoMemoryForWhatNobodyWillRead) {
  const std::string much(LineBuffer::kLongestLine, 'x');
  const auto allocations_for_more = [&](LineBuffer& buffer) {
    const long before = allocations;
    buffer.take(much);
    return allocations - before;
  };
  LineBuffer usual;
  EXPECT_GT(allocations_for_more(usual), 0);
  LineBuffer rubbish;
  rubbish.take("\xff\n");
  EXPECT_FALSE(rubbish.next());
  EXPECT_EQ(allocations_for_more(rubbish), 0);
  LineBuffer flooded;
  flooded.count(LineBuffer::kMostInOneWait);
  EXPECT_EQ(allocations_for_more(flooded), 0);
}

}  // namespace
}  // namespace duello
