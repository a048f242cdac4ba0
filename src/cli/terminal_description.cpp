#include "cli/terminal_description.hpp"

#include <unistd.h>

#include <cstdlib>
#include <string_view>

// They give many short words a meaning of their own, so nothing comes behind them.
#include <curses.h>
#include <term.h>

namespace duello {

namespace {

bool describes(const char* capability) {
  const char* const text = tigetstr(capability);
  return text != nullptr && text != reinterpret_cast<const char*>(-1) && *text != '\0';  // NOLINT: as terminfo has it
}

}  // namespace

bool understands_sequences() {
  const char* const terminal = std::getenv("TERM");
  return terminal != nullptr && *terminal != '\0' && std::string_view(terminal) != "dumb";
}

bool describes_pages() {
  int trouble = 0;
  if (!understands_sequences() || setupterm(nullptr, STDOUT_FILENO, &trouble) != OK) return false;
  const bool both = describes("smcup") && describes("rmcup");
  del_curterm(cur_term);
  return both;
}

}  // namespace duello
