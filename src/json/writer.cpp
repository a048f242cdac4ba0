#include "json/writer.hpp"

#include <cmath>

#include "core/decimal.hpp"

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
  if (!std::isfinite(value)) return append_null(text);
  if (std::signbit(value)) text += '-';
  if (value == 0) {
    text += "0.0";
    return;
  }
  auto [digits, before_point] = shortest_decimal(std::abs(value));
  constexpr int kLongest = 15;   // digits before the point
  constexpr int kSmallest = -4;  // noughts behind it
  if (before_point > kLongest || before_point <= kSmallest) {
    const int power = std::abs(before_point - 1);
    text += digits.front();
    if (digits.size() > 1) append(text, cat('.', digits.substr(1)));
    append(text, cat('e', before_point > 0 ? '+' : '-', power < 10 ? "0" : "", power));
    return;
  }
  if (before_point <= 0) {
    text += "0.";
    text.append(static_cast<std::size_t>(-before_point), '0');
    text += digits;
    return;
  }
  const auto whole = static_cast<std::size_t>(before_point);
  if (digits.size() < whole) digits.append(whole - digits.size(), '0');
  text.append(digits, 0, whole);
  text += '.';
  text += digits.size() == whole ? "0" : digits.substr(whole);
}

}  // namespace duello
