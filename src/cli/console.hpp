// The place where a person sits: a terminal with line editing and private pages, or a pipe.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/pen.hpp"

namespace duello {

enum class ColorChoice : std::uint8_t { automatic, always, never };

// Why there is no line.
enum class NoLine : std::uint8_t { end, interrupted };

// A key that was pressed: a character, or one of those that have none.
struct Key {
  enum class Name : std::uint8_t { character, left, right, up, down, home, end, page_up, page_down, other };

  Name name = Name::other;
  char character = 0;
};

// Whether a typed line may be seen by whoever looks on, and be recalled later.
enum class Privacy : std::uint8_t { open, secret };

class KeyByKey;

class Console {
 public:
  // A longer line is cut one character behind this, so that one can tell.
  static constexpr std::size_t kLongestLine = 1000;

  explicit Console(ColorChoice color, Boards boards = Boards::drawn);
  Console(const Console&) = delete;
  Console& operator=(const Console&) = delete;
  ~Console();

  // A person types here and sees the answer here.
  bool is_terminal() const { return input_is_terminal_ && output_is_terminal_; }
  // The terminal can show a page and take it away again.
  bool has_pages() const { return is_terminal() && can_clear_; }
  Ink ink() const { return ink_; }
  // For words that are written for this screen as it is now; the names are still to come.
  Pen pen() const { return {.ink = ink_, .names = {}, .width = width(), .boards = boards_}; }
  // What prose and boards may take of the screen.
  std::size_t width() const;
  std::size_t height() const;

  void print(std::string_view text);
  // False if something printed so far did not arrive.
  bool flush();

  // Asks for one line. `offers` are the words that the Tab key completes. On a pipe the line is repeated behind the
  // prompt, a secret one as "(hidden)", so that the output reads as a dialogue.
  std::expected<std::string, NoLine> read_line(const std::string& prompt, Privacy privacy,
                                               std::vector<std::string> offers = {});

  // Waits for one key, without Enter, behind a prompt that is gone afterwards. Needs has_pages().
  std::expected<Key, NoLine> read_key(std::string_view prompt = "");

  // The signal that interrupted the last read.
  int signal() const { return signal_; }

  // A page over the screen that leaves nothing behind, neither on the screen nor in its scrollback. Needs has_pages().
  void show_page(const std::string& text);
  void close_page();

 private:
  static constexpr std::size_t kUsualWidth = 80;

  std::size_t columns() const;
  std::expected<std::string, NoLine> edit_line(const std::string& prompt, Privacy privacy);
  std::expected<std::string, NoLine> plain_line(const std::string& prompt, Privacy privacy);
  std::expected<std::string, NoLine> next_line();
  std::expected<Key, NoLine> next_key(const KeyByKey& keys);
  void draw_page();
  void suspend();

  bool input_is_terminal_;
  bool output_is_terminal_;
  bool can_clear_;  // the terminal understands control sequences
  Ink ink_;
  Boards boards_;
  int signal_ = 0;
  std::string unread_;
  bool at_end_ = false;
  std::optional<std::string> page_;
};

}  // namespace duello
