// Reads JSON from anybody: strictly, within limits, and with a complaint where it is wrong.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
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

}  // namespace duello
