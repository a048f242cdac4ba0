// Small tools for reading what people type and for writing sentences.
#pragma once

#include <charconv>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace duello {

// Why something was not accepted: one clause, a capital first and no full stop, fit to be shown to anybody at the
// table.
struct Complaint {
  std::string why;
};

inline void append(std::string& text, std::string_view part) { text += part; }
inline void append(std::string& text, char part) { text += part; }
template <std::integral Number>
void append(std::string& text, Number part) {
  char digits[24];
  const auto end = std::to_chars(digits, digits + sizeof digits, part).ptr;
  text.append(digits, end);
}

// The parts one after the other: strings, characters and whole numbers.
template <class... Parts>
std::string cat(const Parts&... parts) {
  std::string text;
  (append(text, parts), ...);
  return text;
}

// To return a complaint where a value is expected.
template <class... Parts>
std::unexpected<Complaint> complaint(const Parts&... parts) {
  return std::unexpected(Complaint{cat(parts...)});
}

std::string joined(const std::vector<std::string>& parts, std::string_view between);
// "1", "1 and 2", "1, 2 and 3".
std::string listed(const std::vector<std::string>& parts, std::string_view last = "and");
// "1 unit", "2 units".
std::string counted(std::uint64_t count, std::string_view noun);
// "one" … "ten", then digits.
std::string spelled(int count);
// With so many digits behind the point, at most 12: "-0.67". Rounded to the nearest, and to even halfway between, as
// far as a product of two doubles tells. Computed in whole numbers, so that WebAssembly writes the same without the 118
// kB of its to_chars. The number is below kFixedBound.
inline constexpr double kFixedBound = 1e15;
std::string fixed(double value, int places);
// "129 MB", "3.5 GB".
std::string bytes_text(double bytes);

// The numbers of the set bits, the lowest bit being 1.
std::vector<std::string> numbers_of(std::uint64_t bits);
// The same, fit to be heard: "1 to 4, 6, 8 to 11", or "none".
std::string stretches_of(std::uint64_t bits);

std::string_view trimmed(std::string_view text);
std::string without_end_blanks(std::string text);
std::string lowered(std::string_view text);
std::vector<std::string> words_of(std::string_view text);
std::vector<std::string> lines_of(std::string_view text);
// What stands between the separators; one part, perhaps empty, if there is none.
std::vector<std::string> parts_of(std::string_view text, char separator);
// Which of the names a word may mean: the one that it is, or else those that it begins, or else those that it is a part
// of.
std::vector<std::size_t> meanings_of(std::string_view word, const std::vector<std::string>& names);
// The words put into lines of at most `width` columns, each line behind `indent`.
std::string wrapped(const std::vector<std::string>& words, std::size_t width, std::string_view indent = "");
// Prose put into lines; the same words.
std::string wrapped(std::string_view prose, std::size_t width, std::string_view indent = "");

// The same text, with lines broken between words where they would not fit. Color takes no room.
std::string folded(std::string_view text, std::size_t width);

// Whether the text is well-formed UTF-8 without characters that show as nothing or change what others show, so that a
// terminal shows it as it is.
bool is_printable(std::string_view text);
// Whether somebody can be called that: printable, with something to be seen at both ends.
bool is_name(std::string_view text);
// Whether the text, which is not empty, begins with a mark that is drawn over the character before it.
bool begins_with_mark(std::string_view text);
// How many bytes the first character of a text has; 0 if it is not well-formed UTF-8. The text is not empty.
std::size_t character_bytes(std::string_view text);
// How many columns a terminal gives to printable text, one for each character.
std::size_t columns(std::string_view text);
// Foreign text cut and cleaned so that any terminal may show it: at most `most` characters, then dots.
std::string printable(std::string_view text, int most);
// All of a foreign text, so that nothing in it hides: what is not printable as \xHH, byte by byte, and \ twice.
std::string spelled_out(std::string_view text);
// A foreign text as it is, or spelled out if it is not printable.
std::string legible(std::string_view text);
// The path of a file, printable and never cut, in quotes.
std::string path_in_quotes(std::string_view path);
// What somebody typed, short and printable, in quotes.
std::string in_quotes(std::string_view text);

// A number of this kind, and nothing else.
template <class Number>
std::optional<Number> number_in(std::string_view text) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// A whole number with an optional sign, and nothing else.
std::expected<int, Complaint> whole_number(std::string_view text);

}  // namespace duello
