// The rule values of a game as data: their names, ranges and meaning; and reading them from `key=value`.
#pragma once

#include <algorithm>
#include <expected>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/text.hpp"
#include "core/try.hpp"

namespace duello {

// One rule value of a game whose rules are `Rules`. A value with `words` is written as one of them.
template <class Rules>
struct RuleField {
  std::string_view key;
  int Rules::* value;
  int least;
  int most;
  std::string_view meaning;
  std::span<const std::string_view> words = {};
};

// The same, seen from outside: the book's value is the one that `Rules{}` has.
struct RuleInfo {
  std::string key;
  std::string book;
  int least;
  int most;
  std::vector<std::string> words;  // the values as they are written, where they are no numbers
  std::string meaning;

  std::string range() const;
};

struct RuleValue {
  std::string key;
  int value = 0;
  std::string text;  // as it is written behind `key=`
  bool is_word = false;
};

// "length=11 run=3".
std::string settings_text(const std::vector<RuleValue>& rules);

// "1 to 9", or "one or another".
std::string rule_range(int least, int most, const std::vector<std::string>& words);
std::string rule_text(int value, std::span<const std::string_view> words);
// `key=value` taken apart, blanks at the ends removed.
std::expected<std::pair<std::string, std::string>, Complaint> rule_setting(std::string_view text);
std::expected<int, Complaint> rule_value(std::string_view key, std::string_view text, int least, int most,
                                         std::span<const std::string_view> words);
Complaint unknown_rule(std::string_view key, const std::vector<std::string>& known);

// Rules says what its fields are (`Rules::kFields`) and what stands against a combination of them
// (`objection()`, empty if nothing does).
template <class Rules>
std::expected<Rules, Complaint> read_rules(std::span<const std::string> settings) {
  Rules rules;
  std::vector<std::string> keys;
  for (const auto& field : Rules::kFields) keys.emplace_back(field.key);
  for (const std::string& setting : settings) {
    DUELLO_TRY(const auto pair, rule_setting(setting));
    const auto field = std::ranges::find(Rules::kFields, std::string_view(pair.first), &RuleField<Rules>::key);
    if (field == std::ranges::end(Rules::kFields)) return std::unexpected(unknown_rule(pair.first, keys));
    DUELLO_TRY(const auto value, rule_value(field->key, pair.second, field->least, field->most, field->words));
    rules.*(field->value) = value;
  }
  if (const std::string objection = rules.objection(); !objection.empty()) return complaint(objection);
  return rules;
}

template <class Rules>
std::vector<RuleValue> rule_values(const Rules& rules) {
  std::vector<RuleValue> values;
  for (const auto& field : Rules::kFields) {
    const int value = rules.*(field.value);
    values.push_back({std::string(field.key), value, rule_text(value, field.words), !field.words.empty()});
  }
  return values;
}

template <class Rules>
std::vector<RuleInfo> rule_infos() {
  std::vector<RuleInfo> infos;
  for (const auto& field : Rules::kFields)
    infos.push_back({std::string(field.key),
                     rule_text(Rules{}.*(field.value), field.words),
                     field.least,
                     field.most,
                     {field.words.begin(), field.words.end()},
                     std::string(field.meaning)});
  return infos;
}

}  // namespace duello
