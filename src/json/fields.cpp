#include "json/fields.hpp"

#include <algorithm>
#include <limits>

namespace duello {

namespace {

using Kind = JsonValue::Kind;

// What is read where there is nothing to read.
const JsonValue& nothing() {
  static const JsonValue object{.kind = Kind::object};
  return object;
}

std::optional<std::string> text_of(const JsonValue& value) {
  return value.kind == Kind::text ? std::optional(value.text) : std::nullopt;
}

std::optional<bool> flag_of(const JsonValue& value) {
  return value.kind == Kind::flag ? std::optional(value.text == "true") : std::nullopt;
}

}  // namespace

JsonFields::JsonFields(const JsonValue& value, std::string_view what)
    : value_(value.kind == Kind::object ? &value : &nothing()), what_(what) {
  if (value.kind != Kind::object) fail({cat(what, " must be a JSON object")});
}

JsonFields::JsonFields(const JsonValue& value, std::string_view what, std::span<const std::string_view> known)
    : JsonFields(value, what) {
  for (const std::string& key : value_->keys)
    if (std::ranges::find(known, key) == known.end())
      fail({cat(what, " has no key ", in_quotes(key), "; ",
                known.empty() ? "it has none" : cat("its keys are ", listed({known.begin(), known.end()})))});
}

void JsonFields::must_be(std::string_view key, std::string_view value) {
  fail({cat(what_, ": ", key, " must be ", value)});
}

void JsonFields::needs(std::string_view key) { fail({cat(what_, " needs the key ", key)}); }

const JsonValue* JsonFields::due(std::string_view key, Kind kind, std::string_view name) {
  const JsonValue* const found = find(key);
  if (found != nullptr && found->kind == kind) return found;
  found == nullptr ? needs(key) : must_be(key, name);
  return nullptr;
}

std::string JsonFields::text(std::string_view key) {
  const JsonValue* const found = due(key, Kind::text, "a text");
  return found == nullptr ? std::string() : found->text;
}

std::string JsonFields::text_or_none(std::string_view key) { return has(key) ? text(key) : std::string(); }

std::vector<std::string> JsonFields::texts(std::string_view key) {
  constexpr std::string_view kName = "a list of texts";
  std::vector<std::string> texts;
  if (const JsonValue* const found = due(key, Kind::list, kName))
    for (const JsonValue& each : found->values)
      each.kind == Kind::text ? texts.push_back(each.text) : must_be(key, kName);
  return texts;
}

std::uint64_t JsonFields::whole(std::string_view key, std::uint64_t least, std::uint64_t most) {
  const JsonValue* const found = find(key);
  const auto value = found == nullptr ? std::nullopt : found->whole();
  if (value && *value >= least && *value <= most) return *value;
  found == nullptr ? needs(key) : must_be(key, cat("a whole number from ", least, " to ", most));
  return least;
}

Seat JsonFields::seat(std::string_view key) {
  const JsonValue* const found = find(key);
  const auto value = found == nullptr ? std::nullopt : found->whole();
  if (value != 1 && value != 2) found == nullptr ? needs(key) : must_be(key, "1 or 2");
  return value == 2 ? Seat::two : Seat::one;
}

const JsonValue& JsonFields::list(std::string_view key) {
  const JsonValue* const found = due(key, Kind::list, "a list");
  return found == nullptr ? nothing() : *found;
}

const JsonValue& JsonFields::object(std::string_view key) {
  const JsonValue* const found = due(key, Kind::object, "an object");
  return found == nullptr ? nothing() : *found;
}

bool JsonFields::flag(std::string_view key) {
  if (!has(key)) return false;
  const JsonValue* const found = due(key, Kind::flag, "true or false");
  return found != nullptr && found->text == "true";
}

std::optional<Seat> JsonFields::seat_if_any(std::string_view key) {
  return has(key) ? std::optional(seat(key)) : std::nullopt;
}

std::optional<std::uint64_t> JsonFields::whole_if_any(std::string_view key, std::uint64_t least, std::uint64_t most) {
  return has(key) ? std::optional(whole(key, least, most)) : std::nullopt;
}

std::optional<std::uint64_t> JsonFields::seed_if_any(std::string_view key) {
  const JsonValue* const found = find(key);
  if (found == nullptr) return std::nullopt;
  const auto value = found->kind == Kind::text ? number_in<std::uint64_t>(found->text) : std::nullopt;
  if (!value) must_be(key, cat("a text with a whole number from 0 to ", std::numeric_limits<std::uint64_t>::max()));
  return value;
}

template <class Value, class Read>
std::optional<std::array<Value, 2>> JsonFields::two(std::string_view key, std::string_view name, const Read& read) {
  const JsonValue* const found = find(key);
  if (found == nullptr) return std::nullopt;
  if (found->kind == Kind::list && found->values.size() == 2) {
    auto first = read(found->values[0]);
    auto second = read(found->values[1]);
    if (first && second) return std::array<Value, 2>{*std::move(first), *std::move(second)};
  }
  must_be(key, cat("a list of two ", name));
  return std::nullopt;
}

std::optional<std::array<std::string, 2>> JsonFields::two_texts_if_any(std::string_view key) {
  return two<std::string>(key, "texts", text_of);
}

std::optional<std::array<bool, 2>> JsonFields::two_flags_if_any(std::string_view key) {
  return two<bool>(key, "flags", flag_of);
}

std::optional<std::array<std::uint64_t, 2>> JsonFields::two_wholes_if_any(std::string_view key, std::uint64_t most) {
  return two<std::uint64_t>(key, cat("whole numbers up to ", most), [most](const JsonValue& value) {
    const auto number = value.whole();
    return number && *number <= most ? number : std::nullopt;
  });
}

}  // namespace duello
