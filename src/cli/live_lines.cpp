#include "cli/live_lines.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "cli/terminal.hpp"
#include "cli/terminal_description.hpp"
#include "core/text.hpp"

namespace duello {

namespace {

ScreenSize size_now() { return screen_size(STDERR_FILENO).value_or(ScreenSize{.rows = 24, .columns = 80}); }

}  // namespace

std::string_view first_columns(std::string_view text, std::size_t most) {
  std::size_t end = 0;
  const auto continues = [&](std::size_t at) { return at < text.size() && (text[at] & 0xc0) == 0x80; };
  for (std::size_t column = 0; column < most && end < text.size(); ++column) {
    ++end;
    while (continues(end)) ++end;
  }
  return text.substr(0, end);
}

LiveLines::LiveLines() : shown_(isatty(STDERR_FILENO) == 1 && understands_sequences()) {}

// In the last column a terminal may already have gone on to the next line.
std::size_t LiveLines::width() const { return std::max<std::size_t>(size_now().columns, 2) - 1; }

void LiveLines::draw(std::vector<std::string> lines) {
  if (!shown_ || lines.empty()) return;
  const std::size_t most = std::max<std::size_t>(size_now().rows, 2) - 1;
  if (lines.size() > most) lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(most) - 1, lines.end() - 1);
  std::string text = "\r\033[J";
  for (std::size_t i = 0; i < lines.size(); ++i) text += cat(i == 0 ? "" : "\n", first_columns(lines[i], width()));
  if (lines.size() > 1) text += cat("\033[", lines.size() - 1, 'A');
  text += '\r';
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
  drawn_ = true;
}

void LiveLines::clear() {
  if (!drawn_) return;
  std::fputs("\r\033[J", stderr);
  std::fflush(stderr);
  drawn_ = false;
}

}  // namespace duello
