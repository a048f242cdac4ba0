#include "cli/keys.hpp"

#include <algorithm>
#include <utility>

#include "core/text.hpp"

namespace duello {

namespace {

using KeyName = Key::Name;
bool is_between(char c, char least, char most) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= static_cast<unsigned char>(least) && byte <= static_cast<unsigned char>(most);
}

// A control sequence has parameters and then one final byte.
bool is_parameter(char c) { return is_between(c, ' ', '?'); }
bool is_final(char c) { return is_between(c, '@', '~'); }

KeyName letter_name(char letter) {
  constexpr std::pair<char, KeyName> kLetters[] = {{'A', KeyName::up},   {'B', KeyName::down}, {'C', KeyName::right},
                                                   {'D', KeyName::left}, {'H', KeyName::home}, {'F', KeyName::end}};
  const auto* const found = std::ranges::find(kLetters, letter, &std::pair<char, KeyName>::first);
  return found == std::end(kLetters) ? KeyName::other : found->second;
}

KeyName number_name(std::string_view number) {
  constexpr std::pair<std::string_view, KeyName> kNumbers[] = {
      {"1", KeyName::home},  {"7", KeyName::home},          {"4", KeyName::end},
      {"8", KeyName::end},   {"5", KeyName::page_up},       {"6", KeyName::page_down},
      {"3", KeyName::erase}, {"200", KeyName::paste_begin}, {"201", KeyName::paste_end}};
  const auto* const found = std::ranges::find(kNumbers, number, &std::pair<std::string_view, KeyName>::first);
  return found == std::end(kNumbers) ? KeyName::other : found->second;
}

KeyName word_name(KeyName name) {
  if (name == KeyName::left) return KeyName::word_left;
  if (name == KeyName::right) return KeyName::word_right;
  return name == KeyName::erase ? KeyName::erase_word : name;
}

// The number after a semicolon names Shift, Alt and Ctrl. With Alt (3) or Ctrl (5) keys apply to words.
KeyName sequence_name(std::string_view parameters, char final) {
  const std::size_t semicolon = std::min(parameters.find(';'), parameters.size());
  const KeyName name = final == '~' ? number_name(parameters.substr(0, semicolon)) : letter_name(final);
  const std::string_view modifier = parameters.substr(semicolon);
  return modifier == ";3" || modifier == ";5" ? word_name(name) : name;
}

// As many editors have them: Alt with B, F and D.
KeyName alt_name(char letter) {
  if (letter == 'b') return KeyName::word_left;
  if (letter == 'f') return KeyName::word_right;
  return letter == 'd' ? KeyName::erase_word : KeyName::other;
}

KeyPress character(std::string_view bytes) {
  return {.key = {.name = KeyName::character, .text = std::string(bytes)}, .length = bytes.size()};
}

// Behind ESC [.
std::optional<KeyPress> control_sequence(std::string_view bytes, MoreBytes more) {
  constexpr std::size_t kHead = 2;
  // The function keys of a Linux console have a bracket more.
  const bool is_console = bytes.size() > kHead && bytes[kHead] == '[';
  const std::size_t from = is_console ? kHead + 1 : kHead;
  const auto* const end = std::ranges::find_if_not(bytes.substr(from), is_parameter);
  const auto last = static_cast<std::size_t>(end - bytes.data());
  if (last == bytes.size()) {
    if (more == MoreBytes::may_come) return std::nullopt;
    return KeyPress{.key = {}, .length = last};
  }
  if (!is_final(*end)) return KeyPress{.key = {}, .length = last};
  const KeyName name = is_console ? KeyName::other : sequence_name(bytes.substr(from, last - from), *end);
  return KeyPress{.key = {.name = name}, .length = last + 1};
}

std::optional<KeyPress> wide_character(std::string_view bytes, MoreBytes more) {
  const std::size_t wanted = is_between(bytes[0], '\xc2', '\xdf')   ? 2
                             : is_between(bytes[0], '\xe0', '\xef') ? 3
                             : is_between(bytes[0], '\xf0', '\xf4') ? 4
                                                                    : 1;
  std::size_t length = 1;
  while (length < std::min(wanted, bytes.size()) && is_between(bytes[length], '\x80', '\xbf')) ++length;
  if (length == bytes.size() && length < wanted && more == MoreBytes::may_come) return std::nullopt;
  if (character_bytes(bytes.substr(0, length)) != wanted || wanted == 1) return KeyPress{.key = {}, .length = length};
  return character(bytes.substr(0, length));
}

}  // namespace

std::optional<KeyPress> first_key(std::string_view bytes, MoreBytes more) {
  if (is_between(bytes[0], '\x80', '\xff')) return wide_character(bytes, more);
  if (bytes[0] != kEscape) return character(bytes.substr(0, 1));
  KeyPress escape = character(bytes.substr(0, 1));
  if (bytes.size() == 1) return more == MoreBytes::may_come ? std::nullopt : std::optional(escape);
  if (bytes[1] == '[') return control_sequence(bytes, more);
  if (bytes[1] == kEscape) return escape;
  if (bytes[1] != 'O') return KeyPress{.key = {.name = alt_name(bytes[1])}, .length = 2};
  if (bytes.size() > 2) return KeyPress{.key = {.name = letter_name(bytes[2])}, .length = 3};
  if (more == MoreBytes::may_come) return std::nullopt;
  return KeyPress{.key = {}, .length = 2};
}

std::optional<CursorReport> cursor_report_in(std::string_view bytes) {
  for (std::size_t begin = bytes.find("\033["); begin != std::string_view::npos;
       begin = bytes.find("\033[", begin + 1)) {
    const std::string_view behind = bytes.substr(begin + 2);
    const std::size_t end = behind.find_first_not_of("0123456789;");
    if (end == std::string_view::npos || behind[end] != 'R') continue;
    const std::size_t between = behind.find(';');
    if (between >= end) continue;
    const auto row = number_in<int>(behind.substr(0, between));
    const auto column = number_in<int>(behind.substr(between + 1, end - between - 1));
    if (row && column) return CursorReport{.begin = begin, .length = end + 3, .row = *row, .column = *column};
  }
  return std::nullopt;
}

}  // namespace duello
