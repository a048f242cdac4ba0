#include "cli/secret_line.hpp"

#include <algorithm>
#include <optional>

namespace duello {

namespace {

constexpr char control(char letter) { return static_cast<char>(letter & 0x1f); }
constexpr char kDelete = 127;

std::string common_beginning(std::string_view one, std::string_view other) {
  return {one.begin(), std::ranges::mismatch(one, other).in1};
}

}  // namespace

SecretLine::State SecretLine::press(const Key& key) {
  switch (key.name) {
    case Key::Name::character:
      return press_character(key.character);
    case Key::Name::left:
      cursor_ -= cursor_ == 0 ? 0 : 1;
      break;
    case Key::Name::right:
      cursor_ = std::min(cursor_ + 1, text_.size());
      break;
    case Key::Name::home:
      cursor_ = 0;
      break;
    case Key::Name::end:
      cursor_ = text_.size();
      break;
    case Key::Name::erase:
      erase(cursor_, cursor_ + 1);
      break;
    default:
      break;
  }
  return State::typing;
}

SecretLine::State SecretLine::press_character(char character) {
  switch (character) {
    case '\r':
    case '\n':
      return State::entered;
    case control('D'):
      if (text_.empty()) return State::ended;
      erase(cursor_, cursor_ + 1);
      break;
    case control('H'):
    case kDelete:
      if (cursor_ != 0) erase(cursor_ - 1, cursor_);
      break;
    case control('A'):
      cursor_ = 0;
      break;
    case control('E'):
      cursor_ = text_.size();
      break;
    case control('B'):
      return press({.name = Key::Name::left});
    case control('F'):
      return press({.name = Key::Name::right});
    case control('U'):
      erase(0, cursor_);
      break;
    case control('K'):
      erase(cursor_, text_.size());
      break;
    case control('W'):
      erase(word_begin(), cursor_);
      break;
    case '\t':
      complete();
      break;
    default:
      if (character >= ' ' && character < kDelete) insert(character);
  }
  return State::typing;
}

void SecretLine::insert(char character) {
  if (text_.size() >= most_) return;
  text_.insert(cursor_, 1, character);
  ++cursor_;
}

void SecretLine::erase(std::size_t begin, std::size_t end) {
  text_.erase(begin, end - begin);
  cursor_ = begin;
}

std::size_t SecretLine::word_begin() const {
  std::size_t begin = cursor_;
  while (begin != 0 && text_[begin - 1] == ' ') --begin;
  while (begin != 0 && text_[begin - 1] != ' ') --begin;
  return begin;
}

// As far as all that begin as the line does go on alike.
void SecretLine::complete() {
  if (cursor_ != text_.size()) return;
  std::optional<std::string> whole;
  for (const std::string& offer : offers_)
    if (offer.starts_with(text_)) whole = whole ? common_beginning(*whole, offer) : offer;
  if (!whole || whole->size() > most_) return;
  text_ = *whole;
  cursor_ = text_.size();
}

SecretLine::Window SecretLine::window(std::size_t columns) const {
  const std::size_t begin = cursor_ < columns ? 0 : cursor_ - columns + 1;
  return {.text = std::string_view(text_).substr(begin, columns), .cursor = cursor_ - begin};
}

}  // namespace duello
