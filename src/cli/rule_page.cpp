#include "cli/rule_page.hpp"

#include <algorithm>

#include "core/title.hpp"

namespace duello {

namespace {

std::string item(std::string_view prose, std::size_t width) {
  const std::string text = wrapped(prose, width, "    ");
  return cat("  - ", std::string_view(text).substr(4));
}

std::string rule_table(const AnyGame& game, std::size_t width) {
  const std::vector<RuleInfo> infos = game.rule_infos();
  const std::vector<RuleValue> values = game.rules();
  std::size_t widest = 0;
  for (const RuleValue& value : values) widest = std::max(widest, value.key.size() + 1 + value.text.size());
  std::string text;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::string setting = cat("  ", values[i].key, '=', values[i].text);
    const std::string indent(widest + 4, ' ');
    const std::string book = values[i].text == infos[i].book ? "" : cat("; the book has ", infos[i].book);
    const std::string meaning = wrapped(cat(infos[i].meaning, " (", infos[i].range(), book, ')'), width, indent);
    text += cat(setting, std::string_view(meaning).substr(setting.size()));
  }
  return text;
}

}  // namespace

std::string rule_page(const AnyGame& game, std::size_t width, Ink ink) {
  const RuleBook book = game.rule_book();
  const auto heading = [&](std::string_view words) { return cat('\n', ink(Tint::bold, words), '\n'); };
  std::string text = wrapped(full_title(game), width);
  if (ink.colored) text = cat(ink(Tint::bold, without_end_blanks(text)), '\n');
  text += heading("Goal") + wrapped(book.goal, width, "  ");
  text += heading("Set-up") + wrapped(book.setup, width, "  ");
  text += heading("Your turn") + wrapped(book.turn, width, "  ");
  text += heading("The end") + wrapped(book.end, width, "  ");
  text += heading("Rulings");
  for (const std::string& ruling : book.rulings) text += item(ruling, width);
  if (!book.tips.empty()) text += heading("Tips");
  for (const std::string& tip : book.tips) text += item(tip, width);
  text += heading("Rule values, changed with --set") + rule_table(game, width);
  return text;
}

}  // namespace duello
