#include "cli/prompt.hpp"

#include <algorithm>

#include "cli/rule_page.hpp"
#include "match/typed.hpp"

namespace duello {

std::string sentence(const Console& console, std::string_view words) {
  const std::string text = cat(words, '.');
  return console.is_terminal() ? wrapped(text, console.width()) : text + "\n";
}

Leave leave_after(NoLine why) { return why == NoLine::end ? Leave::end_of_input : Leave::interrupted; }

std::vector<std::string> Prompt::words() const {
  std::vector<std::string> words;
  for (const Word& word : words_) words.emplace_back(word.word);
  return words;
}

std::vector<std::string> Prompt::moves() const {
  std::vector<std::string> moves;
  for (const AnyMove& move : game_.listed(view_)) moves.push_back(game_.write(move));
  return moves;
}

std::string Prompt::help() const {
  std::string text = cat(sentence(console_, cat("How to move: ", game_.hint(shown_))), "Or type one of these words:\n");
  const auto shown = [](const Word& word) { return word.word.empty() ? std::string_view("(Enter)") : word.word; };
  std::size_t longest = 0;
  for (const Word& word : words_) longest = std::max(longest, shown(word).size());
  for (const Word& word : words_) {
    const std::string head = cat("  ", shown(word), std::string(longest + 3 - shown(word).size(), ' '));
    const std::string does = wrapped(word.does, console_.width(), std::string(head.size(), ' '));
    text += cat(head, std::string_view(does).substr(head.size()));
  }
  return text;
}

std::string Prompt::legal_moves() const {
  // Where the table must not know what is legal, only its form can be told.
  if (&shown_ != &view_) return sentence(console_, cat("You may ", game_.hint(shown_)));
  const std::vector<std::string> some = moves();
  const std::uint64_t count = game_.count(view_);
  const std::string head = some.size() == count ? "Legal moves:\n" : cat("Some of the ", count, " legal moves:\n");
  return head + wrapped(some, console_.width(), "  ");
}

std::optional<std::string> Prompt::answer_to(std::string_view word, const Pen& pen, const Pen& told) const {
  if (word == kHelpWord.word || word == "?") return help();
  if (word == kRulesWord.word) return rule_page(game_, console_.width(), pen.ink);
  if (word == kMovesWord.word) return legal_moves();
  if (word == kBoardWord.word) return game_.board(shown_, pen);
  if (word == "board plain") return game_.board(shown_, told);
  return std::nullopt;
}

std::expected<AnyMove, std::string> Prompt::move_in(const std::string& line) const {
  const auto move = duello::move_in(game_, view_, shown_, line);
  if (move) return *move;
  return std::unexpected(sentence(console_, move.error().why));
}

}  // namespace duello
