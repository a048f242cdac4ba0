#include "json/writer.hpp"

#include <cmath>

namespace duello {

namespace {

constexpr std::string_view kReplacement = "\xef\xbf\xbd";

// Bytes that stand for themselves, and for a whole character.
constexpr auto kIsPlain = [] {
  std::array<bool, 256> plain{};
  for (std::size_t byte = 0x20; byte < 0x80; ++byte) plain[byte] = byte != '"' && byte != '\\';
  return plain;
}();

void append_escaped(std::string& text, char c) {
  constexpr std::string_view kNamed = "\"\\\b\f\n\r\t";
  constexpr std::string_view kNames = "\"\\bfnrt";
  if (const std::size_t found = kNamed.find(c); found != std::string_view::npos) {
    text += {'\\', kNames[found]};
    return;
  }
  constexpr std::string_view kDigits = "0123456789abcdef";
  const auto byte = static_cast<unsigned char>(c);
  text += {'\\', 'u', '0', '0', kDigits[byte >> 4U], kDigits[byte & 15U]};
}

}  // namespace

void append_json(std::string& text, std::string_view value) {
  text += '"';
  std::size_t written = 0;
  for (std::size_t i = 0; i < value.size();) {
    if (kIsPlain[static_cast<unsigned char>(value[i])]) {
      ++i;
      continue;
    }
    if (const std::size_t bytes = character_bytes(value.substr(i)); bytes > 1) {
      i += bytes;
      continue;
    }
    text += value.substr(written, i - written);
    if (static_cast<unsigned char>(value[i]) < 0x80)
      append_escaped(text, value[i]);
    else
      text += kReplacement;
    written = ++i;
  }
  text.append(value, written);
  text += '"';
}

void append_null(std::string& text) { text += "null"; }

void append_json(std::string& text, double value) {
  constexpr int kPlaces = 12;
  if (!(std::abs(value) < kFixedBound)) return append_null(text);
  const std::string written = fixed(value, kPlaces);
  const std::size_t last = written.find_last_not_of('0');
  append(text, written.substr(0, written[last] == '.' ? last + 2 : last + 1));
}

}  // namespace duello
