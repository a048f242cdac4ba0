#include "cli/line_editor.hpp"

#include <algorithm>
#include <utility>

#include "core/text.hpp"

namespace duello {

namespace {

constexpr char control(char letter) { return static_cast<char>(letter & 0x1f); }
constexpr char kDelete = 127;

// UTF-8: the other bytes of a character look like 10xxxxxx.
bool begins_character(char byte) { return (static_cast<unsigned char>(byte) & 0xc0U) != 0x80U; }

}  // namespace

LineEditor::LineEditor(std::vector<std::string> completions, std::size_t longest, std::vector<std::string> history)
    : completions_(std::move(completions)), longest_(longest), lines_(std::move(history)), current_(lines_.size()) {
  lines_.emplace_back();
}

LineEditor::State LineEditor::press(const Key& key) {
  using enum Key::Name;
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
    case paste_end:
      is_pasting_ = key.name == paste_begin;
      break;
    default:
      break;
  }
  return State::typing;
}

LineEditor::State LineEditor::press_character(const Key& key) {
  const char byte = key.text[0];
  const bool is_control = (byte >= 0 && byte < ' ') || byte == kDelete;
  // Pasted lines are not entered before the user has seen them.
  if (!is_control || is_pasting_) {
    insert(is_control ? " " : std::string_view(key.text));
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
  while (place != 0 && !begins_character(text()[place])) --place;
  return place;
}

std::size_t LineEditor::next_character() const {
  std::size_t place = cursor_;
  while (place < text().size() && (place == cursor_ || !begins_character(text()[place]))) ++place;
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
  std::string_view shown = text();
  std::size_t begin = 0;
  const std::size_t before = duello::columns(shown.substr(0, cursor_));
  for (std::size_t hidden = before < columns ? 0 : before - columns + 1; hidden != 0; --hidden) do
      ++begin;
    while (begin < shown.size() && !begins_character(shown[begin]));
  shown.remove_prefix(begin);
  std::size_t end = 0;
  for (std::size_t used = 0; end < shown.size(); ++end)
    if (begins_character(shown[end]) && ++used > columns) break;
  return {.text = shown.substr(0, end), .cursor = cursor_ - begin};
}

}  // namespace duello
