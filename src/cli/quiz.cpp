#include "cli/quiz.hpp"

#include <algorithm>
#include <array>

#include "cli/pager.hpp"
#include "cli/rule_page.hpp"

namespace duello {

namespace {

constexpr std::array<Quiz::Word, 5> kAlways{{
    {"help", "this list"},
    {"rules", "the rules of the game"},
    {"moves", "the moves that are legal now"},
    {"board", "the board again; board plain: in words"},
    {"quit", "leave"},
}};

}  // namespace

std::string sentence(const Console& console, std::string_view words) {
  const std::string text = cat(words, '.');
  return console.is_terminal() ? wrapped(text, console.width()) : text + "\n";
}

std::string Quiz::help() const {
  std::string text = cat(sentence(console_, cat("How to move: ", game_.hint(view_))), "Or type one of these words:\n");
  const auto add = [&](const Word& word) {
    const std::string_view shown = word.word.empty() ? "(Enter)" : word.word;
    const std::string head = cat("  ", shown, std::string(10 - shown.size(), ' '));
    const std::string does = wrapped(word.does, console_.width(), std::string(head.size(), ' '));
    text += cat(head, std::string_view(does).substr(head.size()));
  };
  std::ranges::for_each(words_, add);
  std::ranges::for_each(kAlways, add);
  return text;
}

std::string Quiz::legal_moves() const {
  std::vector<std::string> moves;
  for (const AnyMove& move : game_.listed(view_)) moves.push_back(game_.write(move));
  const std::uint64_t count = game_.count(view_);
  const std::string head = moves.size() == count ? "Legal moves:\n" : cat("Some of the ", count, " legal moves:\n");
  return head + wrapped(moves, console_.width(), "  ");
}

std::string Quiz::answer_to(std::string_view word) const {
  if (word == "help" || word == "?") return help();
  if (word == "rules") return rule_page(game_, console_.width(), pen_.ink);
  if (word == "moves") return legal_moves();
  if (word == "board") return game_.board(view_, pen_);
  if (word == "board plain") return game_.board(view_, pen_.told());
  return {};
}

Quiz::Typed Quiz::ask(const std::string& prompt) {
  std::vector<std::string> offers;
  for (const Word& word : kAlways) offers.emplace_back(word.word);
  for (const Word& word : words_) offers.emplace_back(word.word);
  for (const AnyMove& move : game_.listed(view_)) offers.push_back(game_.write(move));
  while (true) {
    const auto line = console_.read_line(prompt, Privacy::open, offers);
    if (!line) return line.error() == NoLine::end ? Leave::end_of_input : Leave::interrupted;
    std::string word = lowered(trimmed(*line));
    if (word == "quit") return Leave::quit;
    if (std::ranges::find(words_, std::string_view(word), &Word::word) != words_.end()) return word;
    if (const std::string answer = answer_to(word); !answer.empty()) {
      if (const auto left = show_text(console_, answer))
        return *left == NoLine::end ? Leave::end_of_input : Leave::interrupted;
      continue;
    }
    const auto move = line->size() > Console::kLongestLine
                          ? std::expected<AnyMove, Complaint>(complaint("That line is too long"))
                          : game_.read(view_, *line);
    if (move) return *move;
    console_.print(sentence(console_, cat(move.error().why, "; ", game_.hint(view_))));
  }
}

}  // namespace duello
