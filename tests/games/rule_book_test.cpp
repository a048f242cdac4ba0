// The rule text follows the rules in force.
#include <gtest/gtest.h>

#include <set>

#include "tests/games/generators.hpp"

namespace duello {
namespace {

// All numbers that a text names, in digits or in words.
std::set<int> numbers_in(const std::string& text) {
  std::set<int> numbers;
  std::string word;
  const auto end_word = [&] {
    for (int number = 0; number <= 10; ++number)
      if (lowered(word) == spelled(number)) numbers.insert(number);
    if (const auto number = whole_number(word)) numbers.insert(*number);
    word.clear();
  };
  for (const char c : text) {
    const bool belongs = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    belongs ? void(word += c) : end_word();
  }
  end_word();
  return numbers;
}

// What the numbers in a rule text may be under given rules: the values themselves, and what follows from them.
std::set<int> meant(const CaptureTheFlag::Rules& rules) { return {rules.flag, rules.stride, 2 * rules.flag + 1}; }
std::set<int> meant(const ColorBridge::Rules& rules) {
  return {rules.length, rules.run, std::min(rules.reach, rules.length), rules.run + 1};
}
std::set<int> meant(const ColorCapture::Rules& rules) {
  const int least = rules.tokens / rules.colors;
  return {rules.tokens, least, least / 2 + 1, least + 1, (least + 1) / 2 + 1};
}
std::set<int> meant(const ColorClash::Rules& rules) { return {rules.disks, rules.positions, 2 * rules.disks + 1}; }
std::set<int> meant(const EnergyCapture::Rules& rules) {
  return {rules.units, rules.nodes, rules.extra, rules.nodes / 2 + 1};
}

// Those that the text must name, however it is put. A single node, cell or disk needs no number.
std::set<int> needed(const CaptureTheFlag::Rules& rules) { return {rules.flag, rules.stride}; }
std::set<int> needed(const ColorBridge::Rules& rules) {
  return {rules.length, rules.run, std::min(rules.reach, rules.length)};
}
std::set<int> needed(const ColorCapture::Rules& rules) { return {rules.tokens, rules.tokens / rules.colors}; }
std::set<int> needed(const ColorClash::Rules& rules) { return {rules.disks, rules.positions}; }
std::set<int> needed(const EnergyCapture::Rules& rules) {
  return rules.nodes == 1 ? std::set{rules.units, rules.extra} : std::set{rules.units, rules.nodes, rules.extra};
}

template <class G>
class RuleBooks : public ::testing::Test {};
TYPED_TEST_SUITE(RuleBooks, EveryGameType);

// The numbers one, two and ten (rounds) are in the text of any rules.
TYPED_TEST(RuleBooks, NameTheValuesInForceAndNoOthers) {
  check([] {
    const auto rules = *any_rules<TypeParam>();
    const RuleBook book = TypeParam(rules).rule_book();
    const std::string text = cat(book.goal, ' ', book.setup, ' ', book.turn, ' ', book.end);
    // The book's own rules come with examples, which name what they like.
    const bool by_the_book = rules == typename TypeParam::Rules{};
    const std::set<int> named = numbers_in(by_the_book ? text : cat(text, ' ', joined(book.rulings, " ")));
    const std::set<int> allowed = meant(rules);
    for (const int number : named)
      if (!allowed.contains(number) && number != 1 && number != 2 && number != 10)
        RC_FAIL(cat("names ", number, ": ", text));
    const std::set<int> in_text = numbers_in(text);
    for (const int number : needed(rules))
      if (!in_text.contains(number)) RC_FAIL(cat("does not name ", number, ": ", text));
  });
}

TYPED_TEST(RuleBooks, AreWholeSentencesUnderAnyRules) {
  check([] {
    const RuleBook book = TypeParam(*any_rules<TypeParam>()).rule_book();
    std::vector<std::string> paragraphs{book.goal, book.setup, book.turn, book.end};
    paragraphs.insert(paragraphs.end(), book.rulings.begin(), book.rulings.end());
    paragraphs.insert(paragraphs.end(), book.tips.begin(), book.tips.end());
    for (const std::string& paragraph : paragraphs)
      if (!is_printable(paragraph) || !paragraph.ends_with('.') || paragraph.find("  ") != std::string::npos)
        RC_FAIL(paragraph);
  });
}

TYPED_TEST(RuleBooks, HaveTipsUnderTheBooksRules) { EXPECT_FALSE(TypeParam().rule_book().tips.empty()); }

// Where a round can end undecided, a whole game need not be found.
TYPED_TEST(RuleBooks, ComeWithAnExampleThatCanBePlayed) {
  check([] {
    const Erased<TypeParam> any(*any_rules<TypeParam>());
    const TypeParam& game = any.typed();
    auto position = game.start(Seat::one);
    const std::vector<std::string> moves = words_of(any.example());
    RC_ASSERT(!moves.empty());
    for (const std::string& text : moves) {
      const auto move = game.read(game.view(position, game.mover(position)), text);
      RC_ASSERT(move.has_value());
      position = game.after(position, *move);
    }
    if constexpr (!PlayedInRounds<TypeParam>) RC_ASSERT(game.outcome(position).has_value());
  });
}

TEST(ColorBridgeExample, EndsUnderTheRulesOfEveryVariant) {
  for (const Variant& variant : ColorBridge::kFacts.variants) {
    const auto rules = read_rules<ColorBridge::Rules>(words_of(variant.settings));
    const Erased<ColorBridge> any(*rules);
    auto position = any.typed().start(Seat::one);
    for (const std::string& text : words_of(any.example()))
      position = any.typed().after(position, *any.typed().read(position, text));
    EXPECT_TRUE(any.typed().outcome(position)) << variant.name;
  }
}

TEST(ColorBridgeReport, SaysWhenARunIsTooLong) {
  EXPECT_TRUE(Table<ColorBridge>()
                  .play("3-4 9 6-7 10")
                  .enter("5")
                  .ends_with("That is a run of five, 3 to 7: allowed, but only a run of exactly three wins.\n"));
}

TEST(ColorBridgeReport, SaysNothingOfOtherRuns) {
  for (const std::string_view move : {"5", "6", "1", "4"})
    EXPECT_EQ(Table<ColorBridge>().play("2-3 9").enter(move).find("That is a run"), std::string::npos) << move;
}

template <class G>
std::string whole_text(const typename G::Rules& rules) {
  const RuleBook book = G(rules).rule_book();
  return joined({book.goal, book.setup, book.turn, book.end, joined(book.rulings, " "), joined(book.tips, " ")}, " ");
}

// Where there is one of something, nobody is told of several, or of a choice that there is not.
TEST(RuleBook, OfTheSmallestGamesNamesOnlyWhatIsThere) {
  const std::string flag = whole_text<CaptureTheFlag>({.flag = 5, .stride = 1});
  for (const std::string_view several : {"Running past", "have passed", "multiple"})
    EXPECT_EQ(flag.find(several), std::string::npos) << several;
  const std::string bridge = whole_text<ColorBridge>({.length = 1, .run = 1, .reach = 8});
  for (const std::string_view several : {"neighbor", "up to", "gap", "beside"})
    EXPECT_EQ(bridge.find(several), std::string::npos) << several;
  const std::string token = whole_text<ColorCapture>({.tokens = 1, .colors = 1});
  for (const std::string_view several : {"in a row:", "all of them", "leftmost"})
    EXPECT_EQ(token.find(several), std::string::npos) << several;
  EXPECT_NE(whole_text<ColorCapture>({.tokens = 2, .colors = 2}).find("in a row: Red and Blue. "), std::string::npos);
  const std::string clash = whole_text<ColorClash>({.disks = 1, .positions = 3});
  for (const std::string_view several : {"disks", "hindmost", "foremost"})
    EXPECT_EQ(clash.find(several), std::string::npos) << several;
  const std::string energy = whole_text<EnergyCapture>({.units = 1, .nodes = 1, .extra = 1});
  for (const std::string_view several : {"neutral nodes", "one or more nodes", "each node", "captured nodes"})
    EXPECT_EQ(energy.find(several), std::string::npos) << several;
}

}  // namespace
}  // namespace duello
