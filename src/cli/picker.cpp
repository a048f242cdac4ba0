#include "cli/picker.hpp"

#include <algorithm>
#include <optional>

#include "core/text.hpp"

namespace duello {

namespace {

constexpr std::string_view kBack = "back";
constexpr std::string_view kHelp = "help";
constexpr std::string_view kQuit = "quit";

// By its number, its word, or a beginning that no other has.
std::optional<std::size_t> meant_by(const std::string& word, const std::vector<std::string>& words,
                                    std::size_t numbered) {
  std::optional<std::size_t> meant;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (word == words[i] || (i < numbered && word == cat(i + 1))) return i;
    if (!words[i].starts_with(word)) continue;
    if (meant) return std::nullopt;
    meant = i;
  }
  return meant;
}

// The choices with their numbers, each on a line, or on as many as it takes.
std::string list_of(const std::vector<Choice>& choices, std::size_t width) {
  std::size_t wide = 0;
  for (const Choice& choice : choices)
    if (!choice.about.empty()) wide = std::max(wide, columns(choice.label));
  const std::size_t digits = cat(choices.size()).size();
  const std::string indent(digits + 4, ' ');
  std::string text;
  for (std::size_t i = 0; i < choices.size(); ++i) {
    const auto& [word, label, about] = choices[i];
    const std::string number = cat(i + 1);
    const std::string head = cat("  ", std::string(digits - number.size(), ' '), number, "  ");
    const std::string line =
        cat(head, label, about.empty() ? "" : std::string(wide + 2 - std::min(wide, columns(label)), ' '), about);
    if (columns(line) <= width)
      text += line + "\n";
    else
      text += cat(head, std::string_view(wrapped(label, width, indent)).substr(indent.size()),
                  wrapped(about, width, indent));
  }
  return text;
}

std::string help(std::size_t choices, Back back) {
  return cat("Type a number from 1 to ", choices,
             ", or the beginning of a choice's name; Enter alone takes the first. ",
             back == Back::possible ? "back goes to the question before; " : "", "quit leaves.");
}

}  // namespace

std::expected<std::size_t, NoChoice> pick(Console& console, std::string_view question,
                                          const std::vector<Choice>& choices, Back back) {
  console.print(cat('\n', console.ink()(Tint::bold, question), '\n'));
  std::vector<std::string> words;
  console.print(list_of(choices, console.width()));
  for (const Choice& choice : choices) words.push_back(choice.word);
  words.emplace_back(kQuit);
  words.emplace_back(kHelp);
  if (back == Back::possible) words.emplace_back(kBack);
  const std::string prompt =
      cat("Choose 1-", choices.size(), " [1], ", back == Back::possible ? "back, " : "", "help or quit: ");
  while (true) {
    const auto line = console.read_line(prompt, Privacy::open, words);
    if (!line) return std::unexpected(line.error() == NoLine::interrupted ? NoChoice::interrupted : NoChoice::quit);
    const std::string word = lowered(trimmed(*line));
    if (word.empty()) return 0;
    if (word == "?") {
      console.print(wrapped(help(choices.size(), back), console.width()));
      continue;
    }
    const auto chosen = meant_by(word, words, choices.size());
    if (chosen && *chosen < choices.size()) return *chosen;
    if (chosen && words[*chosen] == kQuit) return std::unexpected(NoChoice::quit);
    if (chosen && words[*chosen] == kBack) return std::unexpected(NoChoice::back);
    console.print(wrapped(
        chosen ? help(choices.size(), back)
               : cat(in_quotes(*line), " is not one of the choices; type a number from 1 to ", choices.size(), '.'),
        console.width()));
  }
}

}  // namespace duello
