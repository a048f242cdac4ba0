#include "core/rules.hpp"

namespace duello {

std::string settings_text(const std::vector<RuleValue>& rules) {
  std::vector<std::string> settings;
  for (const RuleValue& rule : rules) settings.push_back(cat(rule.key, '=', rule.text));
  return joined(settings, " ");
}

std::string rule_range(int least, int most, const std::vector<std::string>& words) {
  return words.empty() ? cat(least, " to ", most) : listed(words, "or");
}

std::string RuleInfo::range() const { return rule_range(least, most, words); }

std::string rule_text(int value, std::span<const std::string_view> words) {
  return words.empty() ? cat(value) : std::string(words[static_cast<std::size_t>(value)]);
}

std::expected<std::pair<std::string, std::string>, Complaint> rule_setting(std::string_view text) {
  const std::size_t sign = text.find('=');
  if (sign == std::string_view::npos) return complaint(in_quotes(text), " is not of the form key=value");
  return std::pair{lowered(trimmed(text.substr(0, sign))), lowered(trimmed(text.substr(sign + 1)))};
}

std::expected<int, Complaint> rule_value(std::string_view key, std::string_view text, int least, int most,
                                         std::span<const std::string_view> words) {
  const Complaint wrong{cat("The rule '", key, "' must be ", rule_range(least, most, {words.begin(), words.end()}),
                            ", not ", in_quotes(text))};
  if (!words.empty()) {
    const auto word = std::ranges::find(words, text);
    if (word == words.end()) return std::unexpected(wrong);
    return static_cast<int>(word - words.begin());
  }
  const auto value = whole_number(text);
  if (!value || *value < least || *value > most) return std::unexpected(wrong);
  return *value;
}

Complaint unknown_rule(std::string_view key, const std::vector<std::string>& known) {
  return {cat("There is no rule ", in_quotes(key), "; this game has ", listed(known))};
}

}  // namespace duello
