#include "cli/picker.hpp"

#include "core/text.hpp"

namespace duello {

namespace {

// By its number, or by a beginning that no other choice has.
std::optional<std::size_t> meant_by(const std::string& word, const std::vector<Choice>& choices) {
  std::optional<std::size_t> meant;
  for (std::size_t i = 0; i < choices.size(); ++i) {
    if (word == cat(i + 1) || word == choices[i].word) return i;
    if (!choices[i].word.starts_with(word)) continue;
    if (meant) return std::nullopt;
    meant = i;
  }
  return meant;
}

}  // namespace

std::optional<std::size_t> Picker::pick(std::string_view question, const std::vector<Choice>& choices) {
  console_.print(cat('\n', console_.ink()(Tint::bold, question), '\n'));
  std::vector<std::string> offers{"quit"};
  for (std::size_t i = 0; i < choices.size(); ++i) {
    console_.print(cat("  ", i + 1, "  ", choices[i].label, '\n'));
    offers.push_back(choices[i].word);
  }
  while (true) {
    const auto line = console_.read_line(cat("Choose 1-", choices.size(), " [1], or quit: "), Privacy::open, offers);
    if (!line) {
      interrupted_ = line.error() == NoLine::interrupted;
      return std::nullopt;
    }
    const std::string word = lowered(trimmed(*line));
    if (word == "quit" || word == "q") return std::nullopt;
    if (word.empty()) return 0;
    if (const auto chosen = meant_by(word, choices)) return chosen;
    console_.print(
        wrapped(cat(in_quotes(*line), " is not one of the choices; type a number from 1 to ", choices.size(), '.'),
                console_.width()));
  }
}

}  // namespace duello
