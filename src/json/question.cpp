#include "json/question.hpp"

#include <algorithm>
#include <limits>

#include "json/games.hpp"
#include "match/record.hpp"

namespace duello {

using Kind = JsonValue::Kind;

std::expected<Question, Complaint> Question::of(const JsonValue& value, std::string what,
                                                std::span<const std::string_view> known) {
  if (value.kind != Kind::object) return complaint(what, " must be an object");
  for (const std::string& key : value.keys)
    if (std::ranges::find(known, key) == known.end())
      return complaint(
          what, " has no key ", in_quotes(key), "; ",
          known.empty() ? "it has none" : cat("its keys are ", duello::listed({known.begin(), known.end()})));
  return Question(value, std::move(what));
}

std::expected<std::string, Complaint> Question::text(std::string_view key) const {
  const JsonValue* const found = find(key);
  if (found == nullptr) return complaint(what_, " needs the key ", key);
  if (found->kind != Kind::text) return must_be(key, "a text");
  return found->text;
}

std::expected<std::string, Complaint> Question::text_or_none(std::string_view key) const {
  if (!has(key)) return std::string();
  return text(key);
}

std::expected<std::vector<std::string>, Complaint> Question::texts(std::string_view key) const {
  std::vector<std::string> texts;
  const JsonValue* const found = find(key);
  if (found == nullptr) return texts;
  if (found->kind != Kind::list) return must_be(key, "a list of texts");
  for (const JsonValue& each : found->values) {
    if (each.kind != Kind::text) return must_be(key, "a list of texts");
    texts.push_back(each.text);
  }
  return texts;
}

std::expected<std::array<std::string, 2>, Complaint> Question::two_texts(std::string_view key) const {
  auto found = texts(key);
  if (!found) return std::unexpected(found.error());
  if (found->size() != 2) return must_be(key, "a list of two texts");
  return std::array{std::move((*found)[0]), std::move((*found)[1])};
}

Maybe<Seat> Question::seat(std::string_view key) const {
  const auto value = number(key, 1, 2);
  if (!value) return must_be(key, "1 or 2");
  if (!*value) return std::nullopt;
  return **value == 1 ? Seat::one : Seat::two;
}

Maybe<std::uint64_t> Question::number(std::string_view key, std::uint64_t least, std::uint64_t most) const {
  const JsonValue* const found = find(key);
  if (found == nullptr) return std::nullopt;
  const auto value = found->whole();
  if (!value || *value < least || *value > most) return must_be(key, cat("a whole number from ", least, " to ", most));
  return *value;
}

Maybe<std::uint64_t> Question::seed(std::string_view key) const {
  const JsonValue* const found = find(key);
  if (found == nullptr) return std::nullopt;
  const auto value = found->kind == Kind::text ? number_in<std::uint64_t>(found->text) : std::nullopt;
  if (!value)
    return must_be(key, cat("a text with a whole number from 0 to ", std::numeric_limits<std::uint64_t>::max()));
  return *value;
}

std::expected<std::string, Complaint> Question::date(std::string_view key) const {
  auto date = text_or_none(key);
  if (date && !date->empty() && !is_date(*date)) return must_be(key, "a date as in 2026.11.15");
  return date;
}

std::expected<bool, Complaint> Question::flag(std::string_view key) const {
  const JsonValue* const found = find(key);
  if (found == nullptr) return false;
  if (found->kind != Kind::flag) return must_be(key, "true or false");
  return found->text == "true";
}

std::expected<GameChoice, Complaint> Question::choice() const {
  JsonValue part{Kind::object};
  for (const std::string_view key : {"game", "variant", "rules"})
    if (const JsonValue* const found = find(key)) {
      part.keys.emplace_back(key);
      part.values.push_back(*found);
    }
  return read_choice(part);
}

}  // namespace duello
