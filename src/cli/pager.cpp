#include "cli/pager.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace duello {

namespace {

// What can be pressed, below a blank line.
constexpr std::string_view kMore = "Space: more; q: enough.";
constexpr std::string_view kNoMore = "Enter goes on; up scrolls.";

bool goes_on(const Key& key) { return key.is(' ') || key.is('\n') || key.is('\r'); }

std::optional<NoLine> page_through(Console& console, const std::string& text) {
  ScrollWindow window;
  while (true) {
    const std::size_t width = console.width();
    const std::size_t foot = 1 + std::max(screen_rows(kMore, width).size(), screen_rows(kNoMore, width).size());
    const std::string piece = window.shown(text, std::max(console.page_height(), foot + 1) - foot, width);
    console.show_page(cat(piece, '\n', window.is_at_end() ? kNoMore : kMore));
    const auto key = console.read_key();
    if (!key) return key.error();
    if (key->is('q') || key->is('Q') || key->is(kEscape) || (goes_on(*key) && window.is_at_end())) return std::nullopt;
    window.scrolled(goes_on(*key) ? Key{.name = Key::Name::page_down} : *key);
  }
}

std::optional<NoLine> print_in_pieces(Console& console, const std::vector<std::string>& lines) {
  const std::size_t most = std::max<std::size_t>(console.height(), 2) - 1;
  for (std::size_t begin = 0; begin < lines.size(); begin += most) {
    if (begin != 0) {
      const auto key = console.choose_key("Press Enter for more, q for no more: ", "q");
      if (!key) return key.error();
      if (*key == 'q') break;
    }
    for (std::size_t i = begin; i < std::min(lines.size(), begin + most); ++i) console.print(lines[i] + "\n");
  }
  return std::nullopt;
}

}  // namespace

std::string ScrollWindow::shown(const std::string& text, std::size_t room, std::size_t width) {
  const std::vector<std::string> lines = screen_rows(text, width);
  lines_ = lines.size();
  room_ = room;
  top_ = std::min(top_, last_top());
  std::string piece;
  for (std::size_t i = top_; i < std::min(lines_, top_ + room_); ++i) piece += lines[i] + "\n";
  return piece;
}

bool ScrollWindow::scrolled(const Key& key) {
  const std::size_t page = std::max<std::size_t>(room_, 2) - 1;
  switch (key.name) {
    case Key::Name::up:
      top_ -= std::min<std::size_t>(top_, 1);
      return true;
    case Key::Name::down:
      top_ = std::min(top_ + 1, last_top());
      return true;
    case Key::Name::page_up:
      top_ -= std::min(top_, page);
      return true;
    case Key::Name::page_down:
      top_ = std::min(top_ + page, last_top());
      return true;
    default:
      return false;
  }
}

std::optional<NoLine> show_text(Console& console, const std::string& text) {
  const std::vector<std::string> lines = screen_rows(text, console.width());
  // A page that is open stays as it is, so nothing can be printed below it.
  const bool was_open = console.page_is_open();
  if (!console.is_terminal() || (!was_open && lines.size() < console.height())) {
    console.print(text);
    return std::nullopt;
  }
  if (!console.has_pages()) return print_in_pieces(console, lines);
  const auto left = page_through(console, text);
  if (left || !was_open) console.close_page();
  return left;
}

}  // namespace duello
