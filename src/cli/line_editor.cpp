#include "cli/line_editor.hpp"

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <readline/history.h>
#include <readline/readline.h>

namespace duello {

namespace {

// Readline calls plain functions, so what they share with the line in progress stands here.
struct Edit {
  bool done = false;
  std::optional<std::string> line;
  std::vector<std::string> offers;
  const std::function<int()>* next_byte = nullptr;
};
Edit g_edit;

void on_line(char* text) {
  g_edit.done = true;
  if (text != nullptr) g_edit.line = text;
  std::free(text);  // NOLINT: readline allocates with malloc
  rl_callback_handler_remove();
}

int next_byte(FILE*) {
  const int byte = (*g_edit.next_byte)();
  return byte < 0 ? EOF : byte;
}

char* next_offer(const char* begun, int state) {
  static std::size_t next;
  if (state == 0) next = 0;
  while (next < g_edit.offers.size()) {
    const std::string& offer = g_edit.offers[next++];
    if (offer.starts_with(begun)) return strdup(offer.c_str());
  }
  return nullptr;
}

char** complete(const char* begun, int, int) {
  rl_attempted_completion_over = 1;  // never file names
  return rl_completion_matches(begun, next_offer);
}

void start_readline() {
  static const bool started = [] {
    rl_readline_name = "duello";
    rl_catch_signals = 0;
    rl_catch_sigwinch = 0;
    rl_attempted_completion_function = complete;
    rl_getc_function = next_byte;
    rl_initialize();
    return true;
  }();
  (void)started;
}

}  // namespace

LineEditor::LineEditor(std::function<int()> next_byte) : next_byte_(std::move(next_byte)) {}

void LineEditor::begin(const std::string& prompt, std::vector<std::string> offers) {
  start_readline();
  g_edit = {.done = false, .line = {}, .offers = std::move(offers), .next_byte = &next_byte_};
  // What somebody has changed in a line of the history is not for whoever comes next.
  clear_history();
  for (const std::string& line : history_) add_history(line.c_str());
  rl_callback_handler_install(prompt.c_str(), on_line);
}

void LineEditor::take_byte() {
  rl_callback_read_char();
  if (!g_edit.done || !g_edit.line || g_edit.line->empty()) return;
  constexpr std::size_t kMost = 200;
  if (history_.size() == kMost) history_.erase(history_.begin());
  history_.push_back(*g_edit.line);
}

bool LineEditor::is_done() const { return g_edit.done; }

std::optional<std::string> LineEditor::line() const { return g_edit.line; }

void LineEditor::give_up() { rl_callback_handler_remove(); }

void LineEditor::make_way() { rl_clear_visible_line(); }

void LineEditor::come_back() {
  rl_on_new_line();
  rl_redisplay();
}

void LineEditor::resize() { rl_resize_terminal(); }

void LineEditor::leave_terminal() { rl_deprep_terminal(); }

void LineEditor::take_terminal() {
  rl_prep_terminal(1);
  come_back();
}

}  // namespace duello
