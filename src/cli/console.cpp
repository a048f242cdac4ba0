#include "cli/console.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "cli/terminal_description.hpp"
#include "core/try.hpp"

namespace duello {

namespace {

constexpr char kEndOfInput = 4;

// Lines may end as on other systems.
std::string without_return(std::string line) {
  if (line.ends_with('\r')) line.pop_back();
  return line;
}

bool wants_color(ColorChoice choice, bool output_is_terminal) {
  if (choice != ColorChoice::automatic) return choice == ColorChoice::always;
  const char* const no_color = std::getenv("NO_COLOR");
  return output_is_terminal && understands_sequences() && (no_color == nullptr || *no_color == '\0');
}

}  // namespace

std::vector<std::string> screen_rows(std::string_view text, std::size_t width) {
  std::vector<std::string> rows;
  for (const std::string& line : lines_of(folded(text, width))) {
    rows.emplace_back();
    std::size_t used = 0;
    bool is_color = false;  // which takes no room
    for (const char c : line) {
      is_color = is_color || c == '\033';
      const bool begins_column = !is_color && (static_cast<unsigned char>(c) & 0xc0U) != 0x80U;
      if (begins_column && used == width) {
        rows.emplace_back();
        used = 0;
      }
      used += begins_column ? 1 : 0;
      rows.back() += c;
      is_color = is_color && c != 'm';
    }
  }
  return rows;
}

Console::Console(ColorChoice color, Boards boards)
    : input_is_terminal_(isatty(STDIN_FILENO) == 1),
      output_is_terminal_(isatty(STDOUT_FILENO) == 1),
      describes_pages_(is_terminal() && describes_pages()),
      ink_{wants_color(color, output_is_terminal_)},
      boards_(boards) {}

Console::~Console() { close_page(); }

std::size_t Console::screen_width() const {
  const auto size = output_is_terminal_ ? screen_size(STDOUT_FILENO) : std::nullopt;
  return size ? size->columns : kUsualWidth;
}

std::size_t Console::width() const { return std::min(screen_width(), kUsualWidth); }

std::size_t Console::height() const {
  constexpr std::size_t kUsual = 24;
  const auto size = output_is_terminal_ ? screen_size(STDOUT_FILENO) : std::nullopt;
  return size ? size->rows : kUsual;
}

// A terminal would break long lines in the middle of a word.
void Console::print(std::string_view text) { output_is_terminal_ ? send(folded(text, screen_width())) : send(text); }

void Console::send(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); }

bool Console::flush() { return std::fflush(stdout) == 0 && std::ferror(stdout) == 0; }

// The alternate screen has a cursor of its own. So whoever goes there, moves the cursor and comes back finds it where
// it was; where there is no such screen, it has moved.
std::expected<bool, NoLine> Console::keeps_pages_apart() {
  if (keeps_pages_apart_ || !has_pages()) return keeps_pages_apart_.value_or(false);
  constexpr std::chrono::milliseconds kPatience{2000};
  constexpr std::string_view kQuestion = "\r\033[2C\0337\033[?1049h\033[H\033[?1049l\033[6n\0338\r";
  constexpr int kWhereItWas = 3;
  const SignalWatch watch;
  const Unseen unseen(Unseen::Gives::keys);
  send(kQuestion);
  flush();
  while (true) {
    if (const auto report = cursor_report_in(unread_)) {
      unread_.erase(report->begin, report->length);
      keeps_pages_apart_ = report->column == kWhereItWas;
      return *keeps_pages_apart_;
    }
    const auto signal = watch.wait_for_input(kPatience);
    if (signal == SIGTSTP)
      if (const auto ended = suspend(unseen)) return std::unexpected(*ended);
    if (signal == SIGWINCH || signal == SIGTSTP) continue;
    if (signal.value_or(0) != 0) {
      signal_ = *signal;
      return std::unexpected(NoLine::interrupted);
    }
    if (!signal || !read_more()) {
      keeps_pages_apart_ = false;
      return false;
    }
  }
}

std::expected<std::string, NoLine> Console::read_line(const std::string& prompt, Privacy privacy,
                                                      std::vector<std::string> offers) {
  if (page_) return secret_line(prompt, std::move(offers));
  if (!is_terminal() || !understands_sequences() || privacy == Privacy::secret) return plain_line(prompt, privacy);
  return edited_line(prompt, std::move(offers));
}

std::expected<std::string, NoLine> Console::edited_line(const std::string& prompt, std::vector<std::string> offers) {
  const SignalWatch watch;  // from before the terminal is changed until it is as before
  const Unseen unseen(Unseen::Gives::keys);
  const std::string shown = begin_prompt(prompt);
  LineEditor line(std::move(offers), kLongestLine + 1, history_);
  question_ = {.prompt = shown, .line = &line};
  mark_pastes(true);
  const auto entered = edit(unseen, line);
  mark_pastes(false);
  question_.reset();
  // What the row had no room for is shown whole in the end.
  const bool is_shown_whole = line.window(room_for_line(shown)).text.size() == line.text().size();
  send(entered && !is_shown_whole ? cat("\r\033[K", shown, line.text(), '\n') : "\n");
  flush();
  if (!entered) return std::unexpected(entered.error());
  constexpr std::size_t kMost = 200;
  if (!line.text().empty() && (history_.empty() || history_.back() != line.text())) history_.push_back(line.text());
  if (history_.size() > kMost) history_.erase(history_.begin());
  return line.text();
}

std::expected<void, NoLine> Console::edit(const Unseen& unseen, LineEditor& line) {
  bool is_drawn = false;
  while (true) {
    // Keys that have come together are drawn together.
    if (unread_.empty()) {
      show_line(question_->prompt, line);
      is_drawn = true;
    }
    DUELLO_TRY(const auto key, next_key(unseen));
    switch (line.press(key)) {
      case LineEditor::State::typing:
        is_drawn = false;
        break;
      case LineEditor::State::choices:
        interject(wrapped(line.choices(), width()));
        break;
      case LineEditor::State::entered:
        if (!is_drawn) show_line(question_->prompt, line);
        return {};
      case LineEditor::State::ended:
        return std::unexpected(NoLine::end);
    }
  }
}

// Asks the terminal to mark text that is pasted.
void Console::mark_pastes(bool are_marked) { send(are_marked ? kMarkPastes : kMarkNoPastes); }

std::string Console::begin_prompt(const std::string& prompt) {
  const std::string rows = folded(prompt, screen_width());
  const std::size_t last = rows.rfind('\n') + 1;
  if (fits_in_front(rows.substr(last))) {
    send(std::string_view(rows).substr(0, last));
    return rows.substr(last);
  }
  send(cat(rows, '\n'));
  return "> ";
}

std::expected<std::string, NoLine> Console::secret_line(const std::string& prompt, std::vector<std::string> offers) {
  const Unseen unseen(Unseen::Gives::keys);
  if (const auto ended = discard_typed_ahead(unseen)) return std::unexpected(*ended);
  LineEditor line(std::move(offers), kLongestLine + 1);
  if (!fits_in_front(prompt)) draw_page(prompt);
  while (true) {
    show_line(prompt, line);
    DUELLO_TRY(const auto key, next_key(unseen));
    if (key.name == Key::Name::resized) draw_page(prompt);
    switch (line.press(key)) {
      case LineEditor::State::typing:
      case LineEditor::State::choices:
        break;
      case LineEditor::State::entered:
        return line.text();
      case LineEditor::State::ended:
        return std::unexpected(NoLine::end);
    }
  }
}

// Whether a prompt leaves room for what is typed behind it; one that does not stands above it.
bool Console::fits_in_front(const std::string& prompt) const {
  constexpr std::size_t kRoom = 12;
  return columns(prompt) + kRoom <= width();
}

// Columns for what is typed after a prompt; the last column of the row stays free for the cursor.
std::size_t Console::room_for_line(std::string_view prompt) const {
  return std::max(width(), columns(prompt) + 2) - columns(prompt) - 1;
}

// On one row, whatever is typed. The row is written twice to bring the cursor back, so that nobody has to know how wide
// its characters are.
void Console::show_line(const std::string& prompt, const LineEditor& line) {
  const std::string_view shown = fits_in_front(prompt) ? std::string_view(prompt) : "> ";
  const auto [text, cursor] = line.window(room_for_line(shown));
  send(cat("\r\033[K", shown, text));
  if (cursor != text.size()) send(cat('\r', shown, text.substr(0, cursor)));
  flush();
}

std::expected<std::string, NoLine> Console::plain_line(const std::string& prompt, Privacy privacy) {
  // A stop must find the terminal as it was, and hide what is typed again afterwards.
  std::optional<SignalWatch> watch;
  std::optional<Unseen> unseen;
  if (input_is_terminal_ && privacy == Privacy::secret) {
    watch.emplace();
    unseen.emplace(Unseen::Gives::lines);
  }
  if (is_handed_over_) {
    const Unseen keys(Unseen::Gives::keys);  // a line that was begun is thrown away too
    if (const auto ended = discard_typed_ahead(keys)) return std::unexpected(*ended);
  }
  print(prompt);
  flush();
  if (is_terminal() && privacy == Privacy::open) question_ = {.prompt = prompt, .line = nullptr};
  auto line = next_line(unseen ? &*unseen : nullptr);
  question_.reset();
  // An answer of the terminal that was no longer waited for is not typed by anybody.
  if (line && input_is_terminal_)
    if (const auto report = cursor_report_in(*line)) line->erase(report->begin, report->length);
  if (!line || (!input_is_terminal_ && privacy == Privacy::open)) {
    print(line ? printable(*line, kLongestLine) + "\n" : "\n");
  } else if (!input_is_terminal_ || (unseen && unseen->is_active())) {
    print("(hidden)\n");
  }
  return line;
}

std::expected<std::string, NoLine> Console::next_line(const Unseen* unseen) {
  std::optional<SignalWatch> watch;  // from when there is something to wait for
  std::string line;
  while (true) {
    const std::size_t end = unread_.find('\n');
    line += unread_.substr(0, end);
    if (line.size() > kLongestLine) line.resize(kLongestLine + 1);
    if (end != std::string::npos) {
      unread_.erase(0, end + 1);
      return without_return(std::move(line));
    }
    unread_.clear();
    if (at_end_) {
      if (line.empty()) return std::unexpected(NoLine::end);
      return without_return(std::move(line));
    }
    if (!watch) watch.emplace();
    const int signal = wait_for_input(*watch);
    if (signal == SIGWINCH) continue;
    if (signal == SIGTSTP) {
      // The shell sets the terminal as it likes it.
      if (unseen != nullptr) unseen->give_back();
      stop_here();
      if (unseen != nullptr) unseen->take();
      continue;
    }
    if (signal != 0) {
      unread_ = std::move(line);
      return std::unexpected(broken_off(signal));
    }
    if (!read_more()) at_end_ = true;
  }
}

std::expected<Key, NoLine> Console::read_key(std::string_view prompt) {
  const SignalWatch watch;
  // A key that answers the prompt must not be shown, however fast it is.
  const Unseen unseen(Unseen::Gives::keys);
  if (const auto ended = discard_typed_ahead(unseen)) return std::unexpected(*ended);
  send(prompt);
  flush();
  auto key = next_key(unseen);
  if (!prompt.empty()) send(cat('\r', std::string(columns(prompt), ' '), '\r'));
  if (key && key->is(kEndOfInput)) return std::unexpected(NoLine::end);
  return key;
}

// Any other key may have been meant for something else.
std::expected<char, NoLine> Console::choose_key(const std::string& prompt, std::string_view keys) {
  const bool fits = columns(prompt) < width();
  if (!fits) print(wrapped(prompt, width()));
  while (true) {
    DUELLO_TRY(const auto key, read_key(fits ? std::string_view(prompt) : "> "));
    if (key.is('\r') || key.is('\n')) return '\n';
    const std::string letter = lowered(key.text);
    if (letter.size() == 1 && keys.contains(letter[0])) return letter[0];
  }
}

std::expected<Key, NoLine> Console::next_key(const Unseen& unseen) {
  constexpr std::chrono::milliseconds kSoon{50};  // the rest of a key comes right behind its first byte
  const SignalWatch watch;
  while (true) {
    const bool begun = !unread_.empty();
    if (begun)
      if (const auto press = first_key(unread_, MoreBytes::may_come)) {
        unread_.erase(0, press->length);
        return press->key;
      }
    const std::optional<int> signal = begun ? watch.wait_for_input(kSoon) : wait_for_input(watch);
    if (!signal) {
      const auto press = first_key(unread_, MoreBytes::will_not);
      unread_.erase(0, press->length);
      return press->key;
    }
    if (*signal == SIGTSTP)
      if (const auto ended = suspend(unseen)) return std::unexpected(*ended);
    if (*signal == SIGTSTP || *signal == SIGWINCH) return Key{.name = Key::Name::resized};
    if (*signal != 0) return std::unexpected(broken_off(*signal));
    if (!read_more()) return std::unexpected(NoLine::end);
  }
}

// A key that is held down begins to repeat after up to 660 ms, and the second of two quick presses comes sooner.
std::optional<NoLine> Console::discard_typed_ahead(const Unseen& unseen) {
  constexpr std::chrono::milliseconds kQuiet{700};
  if (!std::exchange(is_handed_over_, false) || !input_is_terminal_) return std::nullopt;
  flush();
  const SignalWatch watch;
  while (true) {
    unread_.clear();
    tcflush(STDIN_FILENO, TCIFLUSH);
    const auto came = watch.wait_for_input(kQuiet);
    if (!came) return std::nullopt;
    if (*came == SIGWINCH && page_) draw_page("");
    if (*came == SIGTSTP)
      if (const auto ended = suspend(unseen)) return ended;
    if (*came == SIGWINCH || *came == SIGTSTP) continue;
    if (*came != 0) return broken_off(*came);
    if (!read_more()) return NoLine::end;
  }
}

int Console::wait_for_input(const SignalWatch& watch) const {
  if (!unread_.empty()) return 0;
  while (true) {
    const int came = watch.wait_for_input_or(elsewhere_);
    if (came != SignalWatch::kElsewhere || heard_()) return came;
  }
}

void Console::interject(std::string_view text) {
  if (question_) send(question_->line != nullptr ? "\r\033[K" : "\n");
  print(text);
  if (question_ && question_->line != nullptr) show_line(question_->prompt, *question_->line);
  if (question_ && question_->line == nullptr) print(question_->prompt);
  flush();
}

NoLine Console::wait_for_news() {
  flush();
  const SignalWatch watch;
  while (true) {
    const int came = watch.wait_for(elsewhere_);
    if (came == SIGWINCH) continue;
    if (came == SIGTSTP) {
      stop_here();
      continue;
    }
    if (came != SignalWatch::kElsewhere || heard_()) return broken_off(came);
  }
}

NoLine Console::broken_off(int signal) {
  if (signal == SignalWatch::kElsewhere) return NoLine::news;
  signal_ = signal;
  return NoLine::interrupted;
}

// False at the end of the input.
bool Console::read_more() {
  std::array<char, 4096> buffer;
  const ssize_t got = read(STDIN_FILENO, buffer.data(), buffer.size());
  if (got > 0) unread_.append(buffer.data(), static_cast<std::size_t>(got));
  return got > 0;
}

void Console::show_page(const std::string& text) {
  if (!page_) {
    page_watch_.emplace();
    send("\033[?1049h");
  }
  page_ = text;
  draw_page("");
}

std::size_t Console::page_height() const {
  constexpr std::size_t kPrompt = 2;  // and the row below it
  return std::max(height(), kPrompt + 1) - kPrompt;
}

// Row by row: to clear a screen as a whole, or to let it scroll, leaves it in the scrollback of some terminals.
void Console::draw_page(const std::string& prompt) {
  const std::string text = fits_in_front(prompt) ? *page_ : cat(*page_, wrapped(prompt, width()));
  std::vector<std::string> rows = screen_rows(text, screen_width());
  // Where there is not room for all, blank rows are the first to give way, and then what stands highest.
  if (rows.size() > page_height()) std::erase(rows, "");
  erase_page();
  send("\033[H");
  for (std::size_t i = rows.size() - std::min(rows.size(), page_height()); i < rows.size(); ++i)
    send(cat(rows[i], i + 1 < rows.size() || text.ends_with('\n') ? "\n" : ""));
  flush();
}

void Console::erase_page() {
  for (std::size_t row = 1; row <= height(); ++row) send(cat("\033[", row, "H\033[K"));
}

void Console::close_page() {
  if (!page_) return;
  page_.reset();
  cover_.reset();
  erase_page();
  send("\033[H\033[?1049l");
  flush();
  page_watch_.reset();
}

// Ctrl-Z: the terminal goes back to the shell as it was, page and all, and is taken again afterwards. Nobody knows who
// sits there then.
std::optional<NoLine> Console::suspend(const Unseen& unseen) {
  const std::optional<std::string> page = page_;
  const std::optional<Cover> cover = std::exchange(cover_, std::nullopt);
  close_page();
  const bool marks_pastes = question_ && question_->line != nullptr;
  if (marks_pastes) mark_pastes(false);
  flush();
  unseen.give_back();
  stop_here();
  unseen.take();
  if (marks_pastes) mark_pastes(true);
  if (!page) return std::nullopt;
  if (cover) {
    show_page(cover->text);
    if (const auto ended = ask_to_go_on(unseen, cover->prompt)) return ended;
    cover_ = cover;
  }
  show_page(*page);
  return std::nullopt;
}

std::optional<NoLine> Console::ask_to_go_on(const Unseen& unseen, const std::string& prompt) {
  hand_over();
  if (const auto ended = discard_typed_ahead(unseen)) return ended;
  if (!fits_in_front(prompt)) draw_page(prompt);
  while (true) {
    send(cat("\r\033[K", fits_in_front(prompt) ? std::string_view(prompt) : "> "));
    flush();
    const auto key = next_key(unseen);
    if (!key) return key.error();
    if (key->is('\r') || key->is('\n')) return std::nullopt;
    if (key->is(kEndOfInput)) return NoLine::end;
    if (key->name == Key::Name::resized) draw_page(prompt);
  }
}

}  // namespace duello
