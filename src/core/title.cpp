#include "core/title.hpp"

#include <algorithm>

namespace duello {

namespace {

// The settings that are not the book's.
std::vector<RuleValue> changed_rules(const AnyGame& game) {
  const std::vector<RuleInfo> infos = game.rule_infos();
  const std::vector<RuleValue> values = game.rules();
  std::vector<RuleValue> changed;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (values[i].text != infos[i].book) changed.push_back(values[i]);
  return changed;
}

// Whether a variant's settings come to these rules. What it leaves out is as in the book.
bool is_variant(const AnyGame& game, const Variant& variant) {
  const std::vector<std::string> settings = words_of(variant.settings);
  const std::vector<RuleInfo> infos = game.rule_infos();
  const std::vector<RuleValue> values = game.rules();
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto set =
        std::ranges::find_if(settings, [&](const std::string& each) { return each.starts_with(values[i].key + "="); });
    if ((set == settings.end() ? infos[i].book : set->substr(values[i].key.size() + 1)) != values[i].text) return false;
  }
  return true;
}

}  // namespace

std::string_view variant_of(const AnyGame& game) {
  if (changed_rules(game).empty()) return {};
  const auto& variants = game.facts().variants;
  const auto variant = std::ranges::find_if(variants, [&](const Variant& each) { return is_variant(game, each); });
  return variant == variants.end() ? std::string_view() : variant->name;
}

std::string full_title(const AnyGame& game) {
  const std::string_view title = game.facts().title;
  const std::vector<RuleValue> changed = changed_rules(game);
  if (changed.empty()) return std::string(title);
  const std::string_view variant = variant_of(game);
  return cat(title, " (", variant.empty() ? "" : cat(variant, ": "), settings_text(changed), ')');
}

std::string banner(std::string_view title, const Pen& pen) {
  const std::string shown = pen.ink(Tint::bold, title);
  return pen.boards == Boards::told ? shown : cat("--- ", shown, " ---");
}

}  // namespace duello
