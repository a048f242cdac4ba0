// Takes a JSON object apart, key by key: the only way to read one, wherever it comes from.
//
// Every read answers with a value. Where that is not the one in the object, the first thing that is wrong is
// remembered, and `done` or `checked` says it when all is read: so one check at the end is enough.
#pragma once

#include <array>
#include <cassert>
#include <cstdint>
#include <expected>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/seat.hpp"
#include "json/reader.hpp"

namespace duello {

class JsonFields {
 public:
  // Any other key than the `known` ones is wrong. `what` the object is stands in complaints, as in "A request".
  JsonFields(const JsonValue& value, std::string_view what, std::span<const std::string_view> known);
  JsonFields(const JsonValue& value, std::string_view what, std::initializer_list<std::string_view> known)
      : JsonFields(value, what, std::span(known.begin(), known.size())) {}
  // Other keys are passed over: of what a newer program may have written.
  static JsonFields lenient(const JsonValue& value, std::string_view what) { return {value, what}; }
  // The value outlives it.
  JsonFields(JsonValue&& value, std::string_view what, std::initializer_list<std::string_view> known) = delete;

  bool has(std::string_view key) const { return find(key) != nullptr; }
  // Nothing if it is not there.
  const JsonValue* find(std::string_view key) const { return value_->find(key); }
  const JsonValue& value() const { return *value_; }

  // These must be there.
  std::string text(std::string_view key);
  std::vector<std::string> texts(std::string_view key);
  std::uint64_t whole(std::string_view key, std::uint64_t least, std::uint64_t most);
  Seat seat(std::string_view key);
  const JsonValue& list(std::string_view key);
  const JsonValue& object(std::string_view key);

  // These may be missing.
  std::string text_or_none(std::string_view key);  // empty then
  bool flag(std::string_view key);                 // false then
  std::optional<Seat> seat_if_any(std::string_view key);
  std::optional<std::uint64_t> whole_if_any(std::string_view key, std::uint64_t least, std::uint64_t most);
  // A number of 64 bits, which JSON has room for only as a text.
  std::optional<std::uint64_t> seed_if_any(std::string_view key);
  std::optional<std::array<std::string, 2>> two_texts_if_any(std::string_view key);
  std::optional<std::array<bool, 2>> two_flags_if_any(std::string_view key);
  std::optional<std::array<std::uint64_t, 2>> two_wholes_if_any(std::string_view key, std::uint64_t most);

  // What another reader has found, which fails with this one.
  template <class Value>
  Value take(std::expected<Value, Complaint> found) {
    if (found) return *std::move(found);
    fail(std::move(found.error()));
    return Value{};
  }
  void must_be(std::string_view key, std::string_view value);
  void fail(Complaint why) {
    if (!wrong_) wrong_ = std::move(why);
  }

  bool is_good() const { return !wrong_; }
  std::expected<void, Complaint> checked() const {
    if (wrong_) return std::unexpected(*wrong_);
    return {};
  }
  template <class Value>
  std::expected<Value, Complaint> done(Value value) const {
    if (wrong_) return std::unexpected(*wrong_);
    return value;
  }

 private:
  JsonFields(const JsonValue& value, std::string_view what);

  void needs(std::string_view key);
  // Of a key that must be there; nothing, and a complaint, if it is not, or is of another kind, called `name`.
  const JsonValue* due(std::string_view key, JsonValue::Kind kind, std::string_view name);
  template <class Value, class Read>
  std::optional<std::array<Value, 2>> two(std::string_view key, std::string_view name, const Read& read);

  const JsonValue* value_;
  std::string what_;
  std::optional<Complaint> wrong_;
};

}  // namespace duello
