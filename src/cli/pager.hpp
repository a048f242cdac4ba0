// Text that may be taller than the screen.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "cli/console.hpp"

namespace duello {

// A window on a text: as many lines as there is room for, and which is the first.
class ScrollWindow {
 public:
  // What is in the window on a screen of so many columns. It stays where it is as far as the text goes.
  std::string shown(const std::string& text, std::size_t room, std::size_t width);
  // What the keys for it do: up, down and the pages. Whether the key was one of them.
  bool scrolled(const Key& key);

  bool is_tall() const { return lines_ > room_; }
  bool is_at_end() const { return top_ == last_top(); }

 private:
  std::size_t last_top() const { return is_tall() ? lines_ - room_ : 0; }

  std::size_t top_ = 0;
  std::size_t lines_ = 0;
  std::size_t room_ = 1;
};

// Prints a text; on a terminal where it does not fit the screen, or where a page covers it, it is shown piece by piece,
// on a page of its own if there is one. Nothing, or why the reader is gone.
std::optional<NoLine> show_text(Console& console, const std::string& text);

}  // namespace duello
