#include "core/text.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <span>
#include <system_error>

namespace duello {

namespace {

constexpr std::string_view kBlank = " \t\r\n\v\f";

struct Symbol {
  char32_t code = 0;
  std::size_t bytes = 1;
  bool well_formed = false;
};

Symbol first_symbol(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned lead = byte(0);
  if (lead < 0x80) return {lead, 1, true};
  const std::size_t bytes = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4 || text.size() < bytes) return {};
  char32_t code = lead & (0x7fU >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xc0U) != 0x80U) return {};
    code = (code << 6) | (byte(i) & 0x3fU);
  }
  constexpr std::array<char32_t, 5> kLeast{0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = code >= 0xd800 && code <= 0xdfff;
  if (code < kLeast[bytes] || code > 0x10ffff || surrogate) return {};
  return {code, bytes, true};
}

struct Range {
  char32_t first;
  char32_t last;
};

bool is_in(std::span<const Range> ranges, char32_t code) {
  const auto found = std::ranges::lower_bound(ranges, code, {}, &Range::last);
  return found != ranges.end() && found->first <= code;
}

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// Controls, what changes the direction of text, and what Unicode calls ignorable: fillers, selectors, tags. They show
// as nothing, or make other text show as something else.
constexpr Range kUnseen[] = {
    {0x0, 0x1f},        {0x7f, 0x9f},       {0xad, 0xad},       {0x34f, 0x34f},     {0x61c, 0x61c},
    {0x115f, 0x1160},   {0x17b4, 0x17b5},   {0x180b, 0x180f},   {0x200b, 0x200f},   {0x2028, 0x202e},
    {0x2060, 0x206f},   {0x2800, 0x2800},   {0x3164, 0x3164},   {0xfe00, 0xfe0f},   {0xfeff, 0xfeff},
    {0xffa0, 0xffa0},   {0xfff0, 0xfffb},   {0xfffe, 0xffff},   {0x13430, 0x1343f}, {0x16fe4, 0x16fe4},
    {0x1bca0, 0x1bca3}, {0x1d159, 0x1d159}, {0x1d173, 0x1d17a}, {0xe0000, 0xe0fff},
};

// Blanks other than the usual one.
constexpr Range kForeignBlanks[] = {{0xa0, 0xa0},     {0x1680, 0x1680}, {0x2000, 0x200a},
                                    {0x202f, 0x202f}, {0x205f, 0x205f}, {0x3000, 0x3000}};

// Marks that are drawn over the letter before them: those of all scripts that have a block of their own for them.
constexpr Range kMarks[] = {{0x300, 0x36f},   {0x483, 0x489},   {0x591, 0x5bd},   {0x610, 0x61a},
                            {0x64b, 0x65f},   {0x1ab0, 0x1aff}, {0x1dc0, 0x1dff}, {0x20d0, 0x20ff},
                            {0x302a, 0x302f}, {0x3099, 0x309a}, {0xfe20, 0xfe2f}};

bool is_visible(const Symbol& symbol) { return symbol.well_formed && !is_in(kUnseen, symbol.code); }

}  // namespace

std::string joined(const std::vector<std::string>& parts, std::string_view between) {
  std::string text;
  for (const std::string& part : parts) {
    if (&part != &parts.front()) text += between;
    text += part;
  }
  return text;
}

std::string listed(const std::vector<std::string>& parts, std::string_view last) {
  std::string text;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i != 0) text += i + 1 == parts.size() ? cat(' ', last, ' ') : ", ";
    text += parts[i];
  }
  return text;
}

std::string counted(std::uint64_t count, std::string_view noun) { return cat(count, ' ', noun, count == 1 ? "" : "s"); }

std::string spelled(int count) {
  constexpr std::array<std::string_view, 11> kNames{"zero", "one",   "two",   "three", "four", "five",
                                                    "six",  "seven", "eight", "nine",  "ten"};
  if (count < 0 || count >= static_cast<int>(kNames.size())) return cat(count);
  return std::string(kNames[static_cast<std::size_t>(count)]);
}

std::string fixed(double value, int places) {
  std::uint64_t unit = 1;
  for (int i = 0; i < places; ++i) unit *= 10;
  double whole = 0;
  const double fraction = std::modf(std::abs(value), &whole);
  const auto units = static_cast<std::uint64_t>(std::nearbyint(fraction * static_cast<double>(unit)));
  const std::string digits = cat(unit + units % unit);  // after a 1, so that no nought is missing
  return cat(std::signbit(value) ? "-" : "", static_cast<std::uint64_t>(whole) + units / unit, '.', digits.substr(1));
}

std::string bytes_text(double bytes) {
  constexpr std::array<const char*, 6> kUnits{"bytes", "kB", "MB", "GB", "TB", "PB"};
  std::size_t unit = 0;
  for (; bytes >= 999.5 && unit + 1 < kUnits.size(); ++unit) bytes /= 1000;
  const auto tenths = static_cast<std::uint64_t>(std::llround(bytes * 10));
  if (unit < 3 || tenths >= 1000) return cat((tenths + 5) / 10, ' ', kUnits[unit]);
  return cat(tenths / 10, '.', tenths % 10, ' ', kUnits[unit]);
}

std::vector<std::string> numbers_of(std::uint64_t bits) {
  std::vector<std::string> numbers;
  for (; bits != 0; bits &= bits - 1) numbers.push_back(cat(std::countr_zero(bits) + 1));
  return numbers;
}

std::string stretches_of(std::uint64_t bits) {
  std::vector<std::string> stretches;
  while (bits != 0) {
    const int first = std::countr_zero(bits) + 1;
    const int count = std::countr_one(bits >> (first - 1));
    const int last = first + count - 1;
    if (count <= 2) stretches.push_back(cat(first));
    if (count == 2) stretches.push_back(cat(last));
    if (count > 2) stretches.push_back(cat(first, " to ", last));
    bits = last == 64 ? 0 : bits >> last << last;
  }
  return stretches.empty() ? "none" : joined(stretches, ", ");
}

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(kBlank);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlank) - begin + 1);
}

std::string without_end_blanks(std::string text) {
  text.resize(text.find_last_not_of(kBlank) + 1);
  return text;
}

std::string lowered(std::string_view text) {
  std::string lower(text);
  std::ranges::transform(lower, lower.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return lower;
}

std::vector<std::size_t> meanings_of(std::string_view word, const std::vector<std::string>& names) {
  std::vector<std::size_t> begun;
  std::vector<std::size_t> holding;
  if (word.empty()) return {};
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::size_t at = names[i].find(word);
    if (names[i] == word) return {i};
    if (at == 0) begun.push_back(i);
    if (at != std::string::npos) holding.push_back(i);
  }
  return begun.empty() ? holding : begun;
}

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  while (!(text = trimmed(text)).empty()) {
    const std::size_t end = std::min(text.find_first_of(kBlank), text.size());
    words.emplace_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return words;
}

std::vector<std::string> parts_of(std::string_view text, char separator) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(separator, begin), text.size());
    parts.emplace_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::string wrapped(const std::vector<std::string>& words, std::size_t width, std::string_view indent) {
  std::string text;
  std::size_t used = 0;
  for (const std::string& word : words) {
    const std::size_t wide = columns(word);
    const bool fits = used != 0 && used + 1 + wide <= width;
    if (fits) {
      text += ' ';
      used += 1 + wide;
    } else {
      if (used != 0) text += '\n';
      text += indent;
      used = columns(indent) + wide;
    }
    text += word;
  }
  if (!text.empty()) text += '\n';
  return text;
}

std::string wrapped(std::string_view prose, std::size_t width, std::string_view indent) {
  return wrapped(words_of(prose), width, indent);
}

std::string folded(std::string_view text, std::size_t width) {
  std::string folded;
  std::size_t column = 0;
  std::size_t blank = std::string::npos;  // the last one of this line, in `folded`
  std::size_t behind_blank = 0;           // columns since then
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    folded += c;
    if (c == '\033') {
      // A control sequence goes on to its first letter.
      do {
        if (++i < text.size()) folded += text[i];
      } while (i < text.size() && !is_letter(text[i]));
      continue;
    }
    if (c == '\n') {
      column = behind_blank = 0;
      blank = std::string::npos;
      continue;
    }
    if ((static_cast<unsigned char>(c) & 0xc0U) == 0x80U) continue;
    ++column;
    ++behind_blank;
    if (c == ' ') {
      blank = folded.size() - 1;
      behind_blank = 0;
    } else if (column > width && blank != std::string::npos) {
      // Blanks in front of the break would take a row of their own where they do not fit.
      std::size_t end = blank;
      while (end != 0 && folded[end - 1] == ' ') --end;
      folded.erase(end, blank - end);
      folded[end] = '\n';
      column = behind_blank;
      blank = std::string::npos;
    }
  }
  return folded;
}

std::size_t character_bytes(std::string_view text) {
  const Symbol symbol = first_symbol(text);
  return symbol.well_formed ? symbol.bytes : 0;
}

bool is_printable(std::string_view text) {
  while (!text.empty()) {
    const Symbol symbol = first_symbol(text);
    if (!is_visible(symbol)) return false;
    text.remove_prefix(symbol.bytes);
  }
  return true;
}

bool is_name(std::string_view text) {
  if (text.empty() || trimmed(text) != text || begins_with_mark(text)) return false;
  while (!text.empty()) {
    const Symbol symbol = first_symbol(text);
    if (!is_visible(symbol) || is_in(kForeignBlanks, symbol.code)) return false;
    text.remove_prefix(symbol.bytes);
  }
  return true;
}

bool begins_with_mark(std::string_view text) { return is_in(kMarks, first_symbol(text).code); }

std::size_t columns(std::string_view text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U; }));
}

std::string printable(std::string_view text, int most) {
  std::string clean;
  for (int shown = 0; !text.empty(); ++shown) {
    if (shown == most) return clean + "...";
    const Symbol symbol = first_symbol(text);
    clean += is_visible(symbol) ? text.substr(0, symbol.bytes) : "?";
    text.remove_prefix(symbol.bytes);
  }
  return clean;
}

std::string spelled_out(std::string_view text) {
  constexpr std::string_view kHex = "0123456789abcdef";
  std::string spelled;
  while (!text.empty()) {
    const Symbol symbol = first_symbol(text);
    const std::string_view bytes = text.substr(0, symbol.bytes);
    text.remove_prefix(symbol.bytes);
    if (bytes == "\\") {
      spelled += "\\\\";
    } else if (is_visible(symbol)) {
      spelled += bytes;
    } else {
      for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        spelled += {'\\', 'x', kHex[byte >> 4], kHex[byte & 15]};
      }
    }
  }
  return spelled;
}

std::string legible(std::string_view text) { return is_printable(text) ? std::string(text) : spelled_out(text); }

std::string path_in_quotes(std::string_view path) {
  return cat('\'', printable(path, std::numeric_limits<int>::max()), '\'');
}

std::string in_quotes(std::string_view text) {
  constexpr int kMost = 24;
  return cat('\'', printable(text, kMost), '\'');
}

std::expected<int, Complaint> whole_number(std::string_view text) {
  const std::string_view digits = text.substr(text.starts_with('+') && !text.starts_with("+-") ? 1 : 0);
  int value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (end != digits.data() + digits.size() || error == std::errc::invalid_argument)
    return complaint(in_quotes(text), " is not a whole number");
  if (error == std::errc::result_out_of_range) return complaint(in_quotes(text), " is far out of range");
  return value;
}

}  // namespace duello
