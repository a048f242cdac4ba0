// The place where a person sits: a terminal with line editing and private pages, or a pipe.
#pragma once

#include <cstdint>
#include <expected>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/keys.hpp"
#include "cli/line_editor.hpp"
#include "cli/terminal.hpp"
#include "core/pen.hpp"
#include "match/typed.hpp"

namespace duello {

enum class ColorChoice : std::uint8_t { automatic, always, never };

// Why there is no line. `news` comes only where somebody listens to more than the keyboard.
enum class NoLine : std::uint8_t { end, interrupted, news };

// Whether a typed line may be seen by whoever looks on, and be recalled later.
enum class Privacy : std::uint8_t { open, secret };

// The rows that text takes on a screen of so many columns, broken between words where it can be.
std::vector<std::string> screen_rows(std::string_view text, std::size_t width);

class Console {
 public:
  // A longer line is cut one character behind this, so that one can tell.
  static constexpr std::size_t kLongestLine = kLongestTypedLine;

  explicit Console(ColorChoice color, Boards boards = Boards::drawn);
  Console(const Console&) = delete;
  Console& operator=(const Console&) = delete;
  ~Console();

  // A person types here and sees the answer here.
  bool is_terminal() const { return input_is_terminal_ && output_is_terminal_; }
  // The terminal says of itself that it can show a page and take it away again.
  bool has_pages() const { return is_terminal() && describes_pages_; }
  // Whether a page really leaves nothing behind. The terminal is asked, once: it may have been told to do without.
  std::expected<bool, NoLine> keeps_pages_apart();
  Ink ink() const { return ink_; }
  // For words that are written for this screen as it is now; the names are still to come.
  Pen pen() const { return {.ink = ink_, .names = {}, .width = width(), .boards = boards_}; }
  Paper paper() const {
    return [this] { return pen(); };
  }
  // What prose and boards may take of the screen.
  std::size_t width() const;
  std::size_t height() const;

  void print(std::string_view text);
  // False if something printed so far did not arrive.
  bool flush();

  // Asks for one line. `offers` are the words that the Tab key completes. A secret line is shown on a page, and nowhere
  // else. On a pipe the line is repeated behind the prompt, a secret one as "(hidden)", so that the output reads as a
  // dialogue.
  std::expected<std::string, NoLine> read_line(const std::string& prompt, Privacy privacy,
                                               std::vector<std::string> offers = {});

  // Waits for one key, without Enter, behind a prompt that is gone afterwards. A new size of the screen counts as a
  // key. Needs is_terminal().
  std::expected<Key, NoLine> read_key(std::string_view prompt = "");

  // Waits for one of some keys, in either case, or for Enter, which is '\n'. Needs is_terminal().
  std::expected<char, NoLine> choose_key(const std::string& prompt, std::string_view keys);

  // Whoever is asked for a line or a key can also be told of something: when the descriptor can be read from, `heard`
  // is called, and says whether the question is broken off. A negative descriptor is none.
  void listen(int descriptor, std::function<bool()> heard) {
    elsewhere_ = descriptor;
    heard_ = std::move(heard);
  }
  // Shows something at once, above a line that is being typed.
  void interject(std::string_view text);
  // Waits for something to be heard that would break off a question. Nothing typed is lost.
  NoLine wait_for_news();

  // The next question is for another person. At a terminal, discards what is typed before the question appears and
  // shortly after it, so that a second press of Enter does not answer for the next player. Keeps input from a pipe.
  void hand_over() { is_handed_over_ = true; }

  // The signal that interrupted the last read.
  int signal() const { return signal_; }

  // A page over the screen that leaves nothing behind, neither on the screen nor in its scrollback. If it is too tall,
  // its end is shown. Needs has_pages().
  void show_page(const std::string& text);
  void close_page();
  // Sets the text that hides an open page after the program was stopped, until Enter is pressed: another person may be
  // at the screen by then. It applies until the page is closed.
  void cover_page(std::string text, std::string prompt) { cover_ = {std::move(text), std::move(prompt)}; }
  bool page_is_open() const { return page_.has_value(); }
  // How many lines a page may have above a prompt.
  std::size_t page_height() const;

 private:
  static constexpr std::size_t kUsualWidth = 80;

  struct Cover {
    std::string text;
    std::string prompt;
  };

  std::size_t screen_width() const;
  // As it is, without regard to the width.
  void send(std::string_view text);
  std::expected<std::string, NoLine> edited_line(const std::string& prompt, std::vector<std::string> offers);
  std::expected<std::string, NoLine> secret_line(const std::string& prompt, std::vector<std::string> offers);
  std::expected<std::string, NoLine> plain_line(const std::string& prompt, Privacy privacy);
  std::expected<std::string, NoLine> next_line(const Unseen* unseen);
  std::expected<Key, NoLine> next_key(const Unseen& unseen);
  // After a hand-over: waits until nothing has been typed for a while. Why that did not come, if it did not.
  std::optional<NoLine> discard_typed_ahead(const Unseen& unseen);
  std::optional<NoLine> ask_to_go_on(const Unseen& unseen, const std::string& prompt);
  bool fits_in_front(const std::string& prompt) const;
  std::size_t room_for_line(std::string_view prompt) const;
  std::expected<void, NoLine> edit(const Unseen& unseen, LineEditor& line);
  void show_line(const std::string& prompt, const LineEditor& line);
  // What is shown in front of a line that is typed; a longer prompt, and all its rows but the last, are printed first.
  std::string begin_prompt(const std::string& prompt);
  void mark_pastes(bool are_marked);
  // As SignalWatch has it; kElsewhere if the question is broken off.
  int wait_for_input(const SignalWatch& watch) const;
  NoLine broken_off(int signal);
  bool read_more();
  void draw_page(const std::string& prompt);
  void erase_page();
  // Why nothing more is to be read afterwards, if so.
  std::optional<NoLine> suspend(const Unseen& unseen);

  bool input_is_terminal_;
  bool output_is_terminal_;
  bool describes_pages_;
  Ink ink_;
  Boards boards_;
  int signal_ = 0;
  int elsewhere_ = -1;
  // The question that is being answered in the open. Without an editor the terminal itself edits the line.
  struct Question {
    std::string prompt;
    const LineEditor* line;
  };
  std::optional<Question> question_;
  std::vector<std::string> history_;
  std::function<bool()> heard_;
  std::string unread_;  // what has come in and was not asked for yet
  bool at_end_ = false;
  std::optional<bool> keeps_pages_apart_;
  std::optional<std::string> page_;
  std::optional<Cover> cover_;
  bool is_handed_over_ = false;
  std::optional<SignalWatch> page_watch_;  // nothing ends the program between a page and the way back from it
};

}  // namespace duello
