#include "cli/line_editor.hpp"

#include <algorithm>
#include <utility>

#include "core/text.hpp"

namespace duello {

namespace {

constexpr char control(char letter) { return static_cast<char>(letter & 0x1f); }
constexpr char kDelete = 127;

// Those of two bytes, too, which some terminals obey when they are shown.
bool is_control(std::string_view character) {
  return character < " " || (character >= "\x7f" && character <= "\u009f");
}

// UTF-8: the other bytes of a character look like 10xxxxxx. A mark belongs to the character before it.
bool begins_character(std::string_view text, std::size_t place) {
  return (static_cast<unsigned char>(text[place]) & 0xc0U) != 0x80U && !begins_with_mark(text.substr(place));
}

// As many columns as a terminal may give to what has this byte: two to a character of three bytes or more, as no
// shorter one is wide.
std::size_t most_columns(char byte) {
  constexpr unsigned char kThreeBytes = 0xe0;
  const auto code = static_cast<unsigned char>(byte);
  if ((code & 0xc0U) == 0x80U) return 0;
  return code < kThreeBytes ? 1 : 2;
}

}  // namespace

LineEditor::LineEditor(std::vector<std::string> completions, std::size_t longest, std::vector<std::string> history)
    : completions_(std::move(completions)), longest_(longest), lines_(std::move(history)), current_(lines_.size()) {
  lines_.emplace_back();
}

LineEditor::State LineEditor::press(const Key& key) {
  using enum Key::Name;
  // What is pasted is text, whatever keys it looks like.
  if (is_pasting_ && key.name != character) {
    is_pasting_ = key.name != paste_end;
    return State::typing;
  }
  switch (key.name) {
    case character:
      return press_character(key);
    case left:
      cursor_ = previous_character();
      break;
    case right:
      cursor_ = next_character();
      break;
    case word_left:
      cursor_ = word_begin();
      break;
    case word_right:
      cursor_ = word_end();
      break;
    case home:
      cursor_ = 0;
      break;
    case end:
      cursor_ = text().size();
      break;
    case up:
      if (current_ != 0) recall(current_ - 1);
      break;
    case down:
      if (current_ + 1 < lines_.size()) recall(current_ + 1);
      break;
    case erase:
      erase_to(next_character());
      break;
    case erase_word:
      erase_to(word_end());
      break;
    case paste_begin:
      is_pasting_ = true;
      break;
    default:
      break;
  }
  return State::typing;
}

LineEditor::State LineEditor::press_character(const Key& key) {
  const char byte = key.text[0];
  // Pasted lines are not entered before the user has seen them.
  if (const bool is_one = is_control(key.text); !is_one || is_pasting_) {
    insert(is_one ? " " : std::string_view(key.text));
    return State::typing;
  }
  switch (byte) {
    case '\r':
    case '\n':
      return State::entered;
    case '\t':
      return complete();
    case control('D'):
      if (text().empty()) return State::ended;
      return press({.name = Key::Name::erase});
    case control('H'):
    case kDelete:
      erase_to(previous_character());
      break;
    case control('W'):
      erase_to(word_begin());
      break;
    case control('U'):
      erase_to(0);
      break;
    case control('K'):
      erase_to(text().size());
      break;
    case control('A'):
      return press({.name = Key::Name::home});
    case control('E'):
      return press({.name = Key::Name::end});
    case control('B'):
      return press({.name = Key::Name::left});
    case control('F'):
      return press({.name = Key::Name::right});
    case control('P'):
      return press({.name = Key::Name::up});
    case control('N'):
      return press({.name = Key::Name::down});
    default:
      break;
  }
  return State::typing;
}

void LineEditor::recall(std::size_t line) {
  current_ = line;
  cursor_ = text().size();
}

void LineEditor::insert(std::string_view character) {
  if (text().size() + character.size() > longest_) return;
  lines_[current_].insert(cursor_, character);
  cursor_ += character.size();
}

// Erases what is between the cursor and another place, in either direction.
void LineEditor::erase_to(std::size_t end) {
  const auto [first, last] = std::minmax(cursor_, end);
  lines_[current_].erase(first, last - first);
  cursor_ = first;
}

std::size_t LineEditor::previous_character() const {
  std::size_t place = cursor_;
  if (place != 0) --place;
  while (place != 0 && !begins_character(text(), place)) --place;
  return place;
}

std::size_t LineEditor::next_character() const {
  std::size_t place = cursor_;
  while (place < text().size() && (place == cursor_ || !begins_character(text(), place))) ++place;
  return place;
}

std::size_t LineEditor::word_begin() const {
  const std::size_t last = text().substr(0, cursor_).find_last_not_of(' ');
  if (last == std::string::npos) return 0;
  return text().find_last_of(' ', last) + 1;
}

std::size_t LineEditor::word_end() const {
  const std::size_t first = text().find_first_not_of(' ', cursor_);
  return std::min(text().find(' ', first), text().size());
}

// The whole line is completed if it begins as a completion does, and else its last word.
std::size_t LineEditor::completion_begin() const {
  const bool fits_whole =
      std::ranges::any_of(completions_, [&](const std::string& each) { return each.starts_with(text()); });
  return fits_whole ? 0 : text().find_last_of(' ') + 1;
}

std::vector<std::string> LineEditor::choices() const {
  std::vector<std::string> fitting = completions_;
  const std::string_view typed = std::string_view(text()).substr(completion_begin());
  std::erase_if(fitting, [&](const std::string& each) { return !each.starts_with(typed); });
  return fitting;
}

// Adds what all choices have in common.
LineEditor::State LineEditor::complete() {
  const std::vector<std::string> fitting = choices();
  if (cursor_ != text().size() || fitting.empty()) return State::typing;
  std::string_view common = fitting.front();
  for (const std::string& each : fitting)
    common = common.substr(0, static_cast<std::size_t>(std::ranges::mismatch(common, each).in1 - common.begin()));
  const std::size_t typed = text().size() - completion_begin();
  if (common.size() == typed) return fitting.size() > 1 ? State::choices : State::typing;
  insert(common.substr(typed));
  return State::typing;
}

LineEditor::Window LineEditor::window(std::size_t columns) const {
  const std::string_view all = text();
  std::size_t before = 0;  // columns between the first character that is shown and the cursor
  for (const char byte : all.substr(0, cursor_)) before += most_columns(byte);
  std::size_t begin = 0;
  while (before >= columns) do
      before -= most_columns(all[begin++]);
    while (begin < cursor_ && !begins_character(all, begin));
  std::size_t end = begin;
  for (std::size_t used = 0; end < all.size(); ++end) {
    used += most_columns(all[end]);
    if (used > columns) break;
  }
  return {.text = all.substr(begin, end - begin), .cursor = cursor_ - begin};
}

}  // namespace duello
