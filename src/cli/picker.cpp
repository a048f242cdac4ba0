#include "cli/picker.hpp"

#include <algorithm>

#include "core/text.hpp"

namespace duello {

namespace {

constexpr std::string_view kBack = "back";
constexpr std::string_view kHelp = "help";
constexpr std::string_view kQuit = "quit";

// What is meant by a number, or else by a word, which is never a part of a number.
std::vector<std::size_t> choices_meant(const std::string& word, const std::vector<std::string>& words,
                                       std::size_t numbered) {
  const auto number = number_in<std::size_t>(word);
  if (number && *number >= 1 && *number <= numbered) return {*number - 1};
  std::vector<std::size_t> meant = meanings_of(word, words);
  if (number) std::erase_if(meant, [&](std::size_t each) { return words[each] != word; });
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
             ", or a choice's name, or enough of it; Enter alone takes the first. ",
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
    const std::vector<std::size_t> meant =
        choices_meant(word == "?" ? std::string(kHelp) : word, words, choices.size());
    if (meant.size() == 1) {
      const std::string& chosen = words[meant.front()];
      if (meant.front() < choices.size()) return meant.front();
      if (chosen == kQuit) return std::unexpected(NoChoice::quit);
      if (chosen == kBack) return std::unexpected(NoChoice::back);
      console.print(wrapped(help(choices.size(), back), console.width()));
      continue;
    }
    std::vector<std::string> candidates;
    for (const std::size_t each : meant) candidates.push_back(words[each]);
    console.print(
        wrapped(cat(in_quotes(*line),
                    candidates.empty() ? " is not one of the choices" : cat(" may mean ", listed(candidates, "or")),
                    "; type a number from 1 to ", choices.size(), '.'),
                console.width()));
  }
}

}  // namespace duello
