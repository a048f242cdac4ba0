#include "cli/rule_page.hpp"

#include <algorithm>

namespace duello {

namespace {

std::string item(std::string_view prose, std::size_t width) {
  const std::string text = wrapped(prose, width, "    ");
  return cat("  - ", std::string_view(text).substr(4));
}

std::string rule_table(const std::vector<RuleInfo>& rules, std::size_t width) {
  std::size_t widest = 0;
  for (const RuleInfo& rule : rules) widest = std::max(widest, rule.key.size() + 1 + rule.book.size());
  std::string text;
  for (const RuleInfo& rule : rules) {
    const std::string setting = cat("  ", rule.key, '=', rule.book);
    const std::string indent(widest + 4, ' ');
    const std::string meaning = wrapped(cat(rule.meaning, " (", rule.range, ')'), width, indent);
    text += cat(setting, std::string_view(meaning).substr(setting.size()));
  }
  return text;
}

}  // namespace

std::string rule_page(const AnyGame& game, std::size_t width, Ink ink) {
  const RuleBook book = game.rule_book();
  const auto heading = [&](std::string_view words) { return cat('\n', ink(Tint::bold, words), '\n'); };
  std::string text = cat(ink(Tint::bold, game.facts().title), '\n');
  text += heading("Goal") + wrapped(book.goal, width, "  ");
  text += heading("Set-up") + wrapped(book.setup, width, "  ");
  text += heading("Your turn") + wrapped(book.turn, width, "  ");
  text += heading("The end") + wrapped(book.end, width, "  ");
  text += heading("Rulings");
  for (const std::string_view ruling : book.rulings) text += item(ruling, width);
  text += heading("Rule values, changed with --set") + rule_table(game.rule_infos(), width);
  return text;
}

std::string other_rules(const AnyGame& game) {
  std::vector<std::string> rules;
  const std::vector<RuleValue> values = game.rules();
  const std::vector<RuleInfo> infos = game.rule_infos();
  bool by_the_book = true;
  for (std::size_t i = 0; i < values.size(); ++i) {
    rules.push_back(cat(values[i].key, '=', values[i].text));
    by_the_book = by_the_book && values[i].text == infos[i].book;
  }
  return by_the_book ? "" : cat("Rules: ", joined(rules, " "), '\n');
}

}  // namespace duello
