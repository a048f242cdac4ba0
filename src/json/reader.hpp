// Reads JSON from anybody: strictly, within limits, and with a complaint where it is wrong.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/text.hpp"

namespace duello {

struct JsonValue {
  enum class Kind : std::uint8_t { null, flag, number, text, list, object };

  Kind kind = Kind::null;
  std::string text{};               // what a text says; a number or a flag as it is written
  std::vector<std::string> keys{};  // of an object, each once
  std::vector<JsonValue> values{};  // of a list; of an object, in the order of its keys

  // Nothing if there is no such key, or if this is no object.
  const JsonValue* find(std::string_view key) const;
  void forget(std::string_view key);
  // Nothing if this is something else, or does not fit.
  std::optional<std::uint64_t> whole() const;
};

struct JsonLimits {
  std::size_t bytes = 1 << 16;
  int depth = 16;
  std::size_t values = SIZE_MAX;  // each takes a hundred bytes of memory, and may be two bytes of the text
};

// One document and nothing else.
std::expected<JsonValue, Complaint> read_json(std::string_view text, const JsonLimits& limits = {});

// An object as it is taken apart: what it must have and what it may have. `what` it is stands in complaints, as in
// "An answer".
class JsonFields {
 public:
  // A complaint if it is no object, or has a key that is not among the `known` ones.
  static std::expected<JsonFields, Complaint> of(const JsonValue& value, std::string_view what,
                                                 std::initializer_list<std::string_view> known);

  const JsonValue* find(std::string_view key) const { return value_->find(key); }
  std::expected<std::string, Complaint> text(std::string_view key) const;
  std::expected<std::string, Complaint> text_or_none(std::string_view key) const;  // empty if it is not there
  std::expected<std::vector<std::string>, Complaint> texts(std::string_view key) const;
  // That a key has not the value that it should have, which is "a text", for example.
  std::unexpected<Complaint> must_be(std::string_view key, std::string_view value) const;

 private:
  JsonFields(const JsonValue& value, std::string_view what) : value_(&value), what_(what) {}

  const JsonValue* value_;
  std::string what_;
};

}  // namespace duello
