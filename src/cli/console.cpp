#include "cli/console.hpp"

#include <poll.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <readline/history.h>
#include <readline/readline.h>

namespace duello {

// While this lives, a terminal gives every key at once and shows none.
class KeyByKey {
 public:
  KeyByKey() {
    if (tcgetattr(STDIN_FILENO, &before_) == 0) take();
  }
  KeyByKey(const KeyByKey&) = delete;
  KeyByKey& operator=(const KeyByKey&) = delete;
  ~KeyByKey() { give_back(); }

  void take() const {
    termios raw = before_;
    raw.c_lflag &= ~static_cast<tcflag_t>(ECHO | ICANON);
    raw.c_cc[VMIN] = 1;
    raw.c_cc[VTIME] = 0;
    tcsetattr(STDIN_FILENO, TCSADRAIN, &raw);
  }
  void give_back() const { tcsetattr(STDIN_FILENO, TCSADRAIN, &before_); }

 private:
  termios before_{};
};

namespace {

// Readline calls plain functions and keeps state of its own, so what they share with a read in progress stands here.
struct Edit {
  bool done = false;
  std::optional<std::string> line;
};
Edit g_edit;
std::vector<std::string> g_offers;

volatile std::sig_atomic_t g_caught = 0;

void on_signal(int signal) { g_caught = signal; }

void on_line(char* text) {
  g_edit.done = true;
  if (text != nullptr) g_edit.line = text;
  std::free(text);  // NOLINT: readline allocates with malloc
  rl_callback_handler_remove();
}

char* next_offer(const char* begun, int state) {
  static std::size_t next;
  if (state == 0) next = 0;
  while (next < g_offers.size()) {
    const std::string& offer = g_offers[next++];
    if (offer.starts_with(begun)) return strdup(offer.c_str());
  }
  return nullptr;
}

char** complete(const char* begun, int, int) {
  rl_attempted_completion_over = 1;  // never file names
  return rl_completion_matches(begun, next_offer);
}

// Killed text, macros and repeated commands would outlive the turn in which they were typed, and the other player could
// call them back.
void forget_how_to_recall() {
  for (const Keymap keys :
       {emacs_standard_keymap, emacs_meta_keymap, emacs_ctlx_keymap, vi_insertion_keymap, vi_movement_keymap})
    for (rl_command_func_t* const recall :
         {rl_yank, rl_yank_pop, rl_yank_nth_arg, rl_yank_last_arg, rl_vi_put, rl_vi_redo, rl_vi_editing_mode,
          rl_start_kbd_macro, rl_end_kbd_macro, rl_call_last_kbd_macro, rl_print_last_kbd_macro,
          rl_reverse_search_history, rl_forward_search_history, rl_noninc_reverse_search, rl_noninc_forward_search})
      rl_unbind_function_in_map(recall, keys);
}

void start_readline() {
  static const bool started = [] {
    rl_readline_name = "duello";
    rl_catch_signals = 0;
    rl_catch_sigwinch = 0;
    rl_attempted_completion_function = complete;
    rl_initialize();
    forget_how_to_recall();
    return true;
  }();
  (void)started;
}

constexpr std::array kWatched{SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGWINCH, SIGTSTP};

// While this lives, the watched signals wait until `wait_for_input` lets them through.
class SignalWatch {
 public:
  SignalWatch() {
    sigset_t watched;
    sigemptyset(&watched);
    for (const int signal : kWatched) sigaddset(&watched, signal);
    sigprocmask(SIG_BLOCK, &watched, &outside_);
    struct sigaction catching{};
    catching.sa_handler = on_signal;
    for (std::size_t i = 0; i < kWatched.size(); ++i) sigaction(kWatched[i], &catching, &before_[i]);
    g_caught = 0;
  }
  SignalWatch(const SignalWatch&) = delete;
  SignalWatch& operator=(const SignalWatch&) = delete;
  ~SignalWatch() {
    for (std::size_t i = 0; i < kWatched.size(); ++i) sigaction(kWatched[i], &before_[i], nullptr);
    sigprocmask(SIG_SETMASK, &outside_, nullptr);
  }

  // 0 when there is something to read, or else the signal that came first.
  int wait_for_input() const {
    pollfd input{.fd = STDIN_FILENO, .events = POLLIN, .revents = 0};
    while (ppoll(&input, 1, nullptr, &outside_) < 0) {
      if (errno != EINTR) return SIGHUP;
      if (const int signal = g_caught; signal != 0) {
        g_caught = 0;
        return signal;
      }
    }
    return 0;
  }

 private:
  sigset_t outside_{};
  std::array<struct sigaction, kWatched.size()> before_{};
};

// While this lives, a terminal does not show what is typed.
class Unseen {
 public:
  explicit Unseen(bool wanted) {
    if (!wanted || tcgetattr(STDIN_FILENO, &before_) != 0) return;
    termios without = before_;
    without.c_lflag &= ~static_cast<tcflag_t>(ECHO);
    active_ = tcsetattr(STDIN_FILENO, TCSADRAIN, &without) == 0;
  }
  Unseen(const Unseen&) = delete;
  Unseen& operator=(const Unseen&) = delete;
  ~Unseen() {
    if (active_) tcsetattr(STDIN_FILENO, TCSADRAIN, &before_);
  }
  bool is_active() const { return active_; }

 private:
  termios before_{};
  bool active_ = false;
};

// What a terminal sends for one key press.
Key key_of(std::string_view bytes) {
  using Name = Key::Name;
  constexpr std::pair<std::string_view, Name> kSequences[] = {
      {"\033[D", Name::left},     {"\033OD", Name::left},       {"\033[C", Name::right}, {"\033OC", Name::right},
      {"\033[A", Name::up},       {"\033OA", Name::up},         {"\033[B", Name::down},  {"\033OB", Name::down},
      {"\033[H", Name::home},     {"\033OH", Name::home},       {"\033[1~", Name::home}, {"\033[7~", Name::home},
      {"\033[F", Name::end},      {"\033OF", Name::end},        {"\033[4~", Name::end},  {"\033[8~", Name::end},
      {"\033[5~", Name::page_up}, {"\033[6~", Name::page_down},
  };
  if (bytes.size() == 1) return {Name::character, bytes[0]};
  for (const auto& [sequence, name] : kSequences)
    if (bytes == sequence) return {name};
  return {};
}

// Lines may end as on other systems.
std::string without_return(std::string line) {
  if (line.ends_with('\r')) line.pop_back();
  return line;
}

bool wants_color(ColorChoice choice, bool output_is_terminal, bool can_clear) {
  if (choice != ColorChoice::automatic) return choice == ColorChoice::always;
  const char* const no_color = std::getenv("NO_COLOR");
  return output_is_terminal && can_clear && (no_color == nullptr || *no_color == '\0');
}

bool understands_sequences() {
  const char* const terminal = std::getenv("TERM");
  return terminal != nullptr && *terminal != '\0' && std::string_view(terminal) != "dumb";
}

}  // namespace

Console::Console(ColorChoice color, Boards boards)
    : input_is_terminal_(isatty(STDIN_FILENO) == 1),
      output_is_terminal_(isatty(STDOUT_FILENO) == 1),
      can_clear_(understands_sequences()),
      ink_{wants_color(color, output_is_terminal_, can_clear_)},
      boards_(boards) {}

Console::~Console() { close_page(); }

std::size_t Console::columns() const {
  winsize size{};
  if (!output_is_terminal_ || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return kUsualWidth;
  return size.ws_col;
}

std::size_t Console::width() const { return std::min(columns(), kUsualWidth); }

std::size_t Console::height() const {
  constexpr std::size_t kUsual = 24;
  winsize size{};
  if (!output_is_terminal_ || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_row == 0) return kUsual;
  return size.ws_row;
}

void Console::print(std::string_view text) {
  // A terminal would break long lines in the middle of a word.
  const std::string shown = output_is_terminal_ ? folded(text, columns()) : std::string(text);
  std::fwrite(shown.data(), 1, shown.size(), stdout);
}

bool Console::flush() { return std::fflush(stdout) == 0 && std::ferror(stdout) == 0; }

std::expected<std::string, NoLine> Console::read_line(const std::string& prompt, Privacy privacy,
                                                      std::vector<std::string> offers) {
  if (!is_terminal() || (privacy == Privacy::secret && !can_clear_)) return plain_line(prompt, privacy);
  g_offers = std::move(offers);
  return edit_line(prompt, privacy);
}

std::expected<std::string, NoLine> Console::edit_line(const std::string& prompt, Privacy privacy) {
  start_readline();
  flush();
  const SignalWatch watch;
  g_edit = {};
  rl_callback_handler_install(folded(prompt, columns()).c_str(), on_line);
  while (!g_edit.done) {
    const int signal = watch.wait_for_input();
    if (signal == 0) {
      rl_callback_read_char();
    } else if (signal == SIGWINCH) {
      rl_resize_terminal();
      if (page_) {
        draw_page();
        rl_forced_update_display();
      }
    } else if (signal == SIGTSTP) {
      suspend();
    } else {
      rl_callback_handler_remove();
      print("\n");
      signal_ = signal;
      return std::unexpected(NoLine::interrupted);
    }
  }
  if (!g_edit.line) {
    print("\n");
    return std::unexpected(NoLine::end);
  }
  std::string line = *std::move(g_edit.line);
  if (line.size() > kLongestLine) line.resize(kLongestLine + 1);
  if (privacy == Privacy::open && !line.empty()) add_history(line.c_str());
  return line;
}

std::expected<std::string, NoLine> Console::plain_line(const std::string& prompt, Privacy privacy) {
  const Unseen unseen(input_is_terminal_ && privacy == Privacy::secret);
  print(prompt);
  flush();
  auto line = next_line();
  if (!line || (!input_is_terminal_ && privacy == Privacy::open)) {
    print(line ? printable(*line, kLongestLine) + "\n" : "\n");
  } else if (!input_is_terminal_ || unseen.is_active()) {
    print("(hidden)\n");
  }
  return line;
}

std::expected<std::string, NoLine> Console::next_line() {
  const SignalWatch watch;
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
    const int signal = watch.wait_for_input();
    if (signal == SIGWINCH) continue;
    if (signal == SIGTSTP) {
      std::raise(SIGSTOP);
      continue;
    }
    if (signal != 0) {
      signal_ = signal;
      return std::unexpected(NoLine::interrupted);
    }
    std::array<char, 4096> buffer;
    const ssize_t got = read(STDIN_FILENO, buffer.data(), buffer.size());
    if (got <= 0) at_end_ = true;
    if (got > 0) unread_.assign(buffer.data(), static_cast<std::size_t>(got));
  }
}

std::expected<Key, NoLine> Console::read_key(std::string_view prompt) {
  // A key that answers the prompt must not be shown, however fast it is.
  const KeyByKey keys;
  const std::string shown = folded(prompt, columns());
  print(shown);
  flush();
  const auto key = next_key(keys);
  for (auto rest = std::ranges::count(shown, '\n'); rest != 0; --rest) print("\r\033[K\033[A");
  if (!prompt.empty()) print("\r\033[K");
  return key;
}

std::expected<Key, NoLine> Console::next_key(const KeyByKey& keys) {
  const SignalWatch watch;
  while (true) {
    const int signal = watch.wait_for_input();
    if (signal == SIGWINCH) {
      if (page_) draw_page();
      continue;
    }
    if (signal == SIGTSTP) {
      const std::optional<std::string> page = page_;
      close_page();
      keys.give_back();
      std::raise(SIGSTOP);
      keys.take();
      if (page) show_page(*page);
      continue;
    }
    if (signal != 0) {
      signal_ = signal;
      return std::unexpected(NoLine::interrupted);
    }
    std::array<char, 16> bytes;
    const ssize_t got = read(STDIN_FILENO, bytes.data(), 1);
    constexpr char kEndOfInput = 4;
    if (got <= 0 || bytes[0] == kEndOfInput) return std::unexpected(NoLine::end);
    // The rest of a sequence comes right behind its first byte, and ends with a letter or ~.
    std::size_t length = 1;
    pollfd input{.fd = STDIN_FILENO, .events = POLLIN, .revents = 0};
    constexpr int kSoon = 50;  // milliseconds
    while (bytes[0] == '\033' && length < bytes.size() && poll(&input, 1, kSoon) == 1 &&
           read(STDIN_FILENO, &bytes[length], 1) == 1) {
      const char last = bytes[length++];
      if (length > 2 && last >= '@' && last <= '~') break;
    }
    return key_of({bytes.data(), length});
  }
}

void Console::show_page(const std::string& text) {
  if (!page_) print("\033[?1049h");
  page_ = text;
  draw_page();
}

void Console::draw_page() {
  print(cat("\033[H\033[2J", *page_));
  flush();
}

void Console::close_page() {
  if (!page_) return;
  page_.reset();
  print("\033[H\033[2J\033[?1049l");
  flush();
}

// Ctrl-Z: the terminal goes back to the shell as it was, page and all, and is taken again afterwards.
void Console::suspend() {
  const std::optional<std::string> page = page_;
  close_page();
  rl_deprep_terminal();
  std::raise(SIGSTOP);
  rl_prep_terminal(1);
  if (page) show_page(*page);
  rl_on_new_line();
  rl_redisplay();
}

}  // namespace duello
