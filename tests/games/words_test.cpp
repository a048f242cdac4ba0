// What every game says and reads, whatever it is about.
#include <gtest/gtest.h>

#include "tests/games/generators.hpp"

namespace duello {
namespace {

template <class G>
class Words : public ::testing::Test {
 protected:
  static Table<G> book_example() { return Table<G>().play(G::kExample); }
};
TYPED_TEST_SUITE(Words, EveryGameType);

TYPED_TEST(Words, AnEmptyLineIsNoMove) {
  for (const std::string_view text : {"", " ", "\t", "\r\n", "   \t  "})
    EXPECT_EQ(Table<TypeParam>().complaint(text), "That was an empty line");
}

TYPED_TEST(Words, AnOverlongLineIsAnsweredShortly) {
  for (const std::string_view unit : {"x", "9", "1 ", "5-", "1:1,", "R4 ", ":", ",", "-", "\xf0\x9f\x98\x80", "\xff"}) {
    std::string text;
    while (text.size() < 100'000) text += unit;
    const std::string complaint = Table<TypeParam>().complaint(text);
    EXPECT_LE(columns(complaint), 100U);
    EXPECT_TRUE(is_printable(complaint)) << complaint;
    EXPECT_FALSE(complaint.starts_with("accepted")) << complaint;
  }
}

TYPED_TEST(Words, ControlCharactersAndForeignLettersDoNotReachTheTerminal) {
  using namespace std::string_view_literals;
  for (const std::string_view text :
       {"\033[2J"sv, "1\033[31m"sv, "R4\a 9"sv, "1\0"sv, "\0"sv, "1:\033"sv, "\302\2332J"sv, "\u202e1"sv, "\u00e9"sv,
        "\U0001f600"sv, "\uff11"sv, "\377\376"sv}) {
    const std::string complaint = Table<TypeParam>().complaint(text);
    EXPECT_TRUE(is_printable(complaint)) << complaint;
    EXPECT_FALSE(complaint.starts_with("accepted")) << complaint;
  }
}

TYPED_TEST(Words, NothingIsReadWhenTheGameIsOver) {
  const Table<TypeParam> game = this->book_example();
  for (const std::string_view text : {"1", "5-6", "R4-9", "pass", "", "nonsense"})
    EXPECT_EQ(game.complaint(text), "The game is over");
}

TYPED_TEST(Words, TheExampleOfTheRuleBookIsAWholeGame) {
  const Table<TypeParam> game = this->book_example();
  ASSERT_TRUE(game.winner());
  EXPECT_TRUE(is_printable(game.reason()));
  EXPECT_FALSE(game.reason().ends_with('.'));
  EXPECT_EQ(game.reason().find('"'), std::string::npos) << "it stands in quotes in a record";
  EXPECT_TRUE(is_printable(game.verdict()));
}

TYPED_TEST(Words, TheRuleBookHasEveryPart) {
  const RuleBook book = TypeParam().rule_book();
  std::vector<std::string> paragraphs{book.goal, book.setup, book.turn, book.end};
  paragraphs.insert(paragraphs.end(), book.rulings.begin(), book.rulings.end());
  EXPECT_FALSE(book.rulings.empty());
  for (const std::string& paragraph : paragraphs) {
    EXPECT_TRUE(is_printable(paragraph)) << paragraph;
    EXPECT_TRUE(paragraph.ends_with('.')) << paragraph;
  }
}

std::string without_color(const std::string& text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\033')
      i = text.find('m', i);
    else
      plain += text[i];
  }
  return plain;
}

// Everything said in a game to the seat to move, its last words included.
template <class G>
std::vector<std::string> all_said(const G& game, Seat first, const Picks& picks, const Pen& pen) {
  std::vector<std::string> texts;
  auto before = game.start(first);
  for (const std::uint32_t pick : picks) {
    if (game.outcome(before)) break;
    const auto view = game.view(before, game.mover(before));
    const auto move = picked(game.legal(before), pick);
    const auto after = game.after(before, move);
    texts.insert(texts.end(), {game.board(view, pen), game.opening(view, pen), game.turn(view, pen),
                               game.ask(view, pen), game.report(before, move, after, std::nullopt, pen)});
    before = after;
  }
  if (game.outcome(before)) texts.insert(texts.end(), {game.summary(before, pen), game.verdict(before, pen)});
  return texts;
}

TYPED_TEST(Words, ColorRepeatsWhatIsSaidWithoutIt) {
  check([] {
    const TypeParam game(*any_rules<TypeParam>());
    const Seat first = any_seat();
    const Picks picks = any_picks();
    Pen pen = plain_pen<TypeParam>();
    const auto plain = all_said(game, first, picks, pen);
    pen.ink.colored = true;
    const auto colored = all_said(game, first, picks, pen);
    RC_ASSERT(plain.size() == colored.size());
    for (std::size_t i = 0; i < plain.size(); ++i) RC_ASSERT(without_color(colored[i]) == plain[i]);
  });
}

TYPED_TEST(Words, WhatIsDrawnIsPrintableAndFitsATerminal) {
  check([] {
    const Pen pen = plain_pen<TypeParam>();
    walk_anywhere<TypeParam>([&](const TypeParam& game, const auto& position) {
      const auto view = game.view(position, game.mover(position));
      std::string drawn = cat(game.board(view, pen), game.turn(view, pen));
      if (game.outcome(position)) drawn += game.summary(position, pen);
      for (const std::string& line : lines_of(drawn))
        if (!is_printable(line) || columns(line) > 80 || line != without_end_blanks(line)) RC_FAIL(line);
    });
  });
}

// Some prompts give an example: "(e.g., move R4 9)".
TYPED_TEST(Words, AnExampleInThePromptIsAMoveThatIsAccepted) {
  check([] {
    walk_anywhere<TypeParam>([](const TypeParam& game, const auto& position) {
      if (game.outcome(position)) return;
      const auto view = game.view(position, game.mover(position));
      const std::string ask = game.ask(view, plain_pen<TypeParam>());
      const std::size_t before = ask.find("(e.g., ");
      if (before == std::string::npos) return;
      const std::size_t begin = before + std::string_view("(e.g., ").size();
      const auto move = game.read(view, ask.substr(begin, ask.find(')') - begin));
      if (!move) RC_FAIL(cat(ask, move.error().why));
    });
  });
}

TYPED_TEST(Words, AHintFitsBehindAComplaint) {
  check([] {
    walk_anywhere<TypeParam>([](const TypeParam& game, const auto& position) {
      if (game.outcome(position)) return;
      const std::string hint = game.hint(game.view(position, game.mover(position)));
      const bool is_clause = !hint.ends_with('.') && hint.front() >= 'a' && hint.front() <= 'z';
      if (!is_printable(hint) || !is_clause) RC_FAIL(hint);
    });
  });
}

TYPED_TEST(Words, PlayersAreCalledByTheNamesOfThePen) {
  const TypeParam game;
  const Pen pen{.ink = {}, .names = {{"Ada", "Grace"}}};
  const auto position = game.start(Seat::two);
  EXPECT_NE(game.turn(game.view(position, Seat::two), pen).find("Grace"), std::string::npos);
  const Table<TypeParam> end = this->book_example();
  const std::string verdict = end.game().verdict(end.position(), pen);
  EXPECT_NE(verdict.find(pen.names[*end.winner()]), std::string::npos) << verdict;
  EXPECT_EQ(verdict.find("Player"), std::string::npos) << verdict;
}

}  // namespace
}  // namespace duello
