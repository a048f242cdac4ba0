#include "cli/quiz.hpp"

#include <algorithm>

#include "cli/pager.hpp"

namespace duello {

namespace {

constexpr Word kQuitWord{"quit", "leave"};

std::vector<Word> with_usual(std::vector<Word> words) {
  for (const Word& word : {kHelpWord, kRulesWord, kMovesWord, kBoardWord, kQuitWord}) words.push_back(word);
  return words;
}

}  // namespace

Quiz::Quiz(Console& console, const AnyGame& game, const AnyView& view, Pen pen, const std::vector<Word>& words)
    : console_(console),
      view_(view),
      pen_(std::move(pen)),
      words_(words),
      prompt_(console, game, view_, view_, with_usual(words)) {}

Quiz::Typed Quiz::ask(const std::string& prompt) {
  std::vector<std::string> offers = prompt_.words();
  std::ranges::move(prompt_.moves(), std::back_inserter(offers));
  while (true) {
    const auto line = console_.read_line(prompt, Privacy::open, offers);
    if (!line) return leave_after(line.error());
    std::string word = word_in(*line);
    if (word == kQuitWord.word) return Leave::quit;
    if (std::ranges::find(words_, std::string_view(word), &Word::word) != words_.end()) return word;
    if (const auto answer = prompt_.answer_to(word, pen_, pen_.told())) {
      if (const auto left = show_text(console_, *answer)) return leave_after(*left);
      continue;
    }
    const auto move = prompt_.move_in(*line);
    if (move) return *move;
    console_.print(move.error());
  }
}

}  // namespace duello
