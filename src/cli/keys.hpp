// What a terminal sends, taken apart: the keys that were pressed, and its answer to a question.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace duello {

// A key that was pressed: a character, or one of those that have none.
struct Key {
  enum class Name : std::uint8_t {
    character,
    left,
    right,
    word_left,
    word_right,
    up,
    down,
    home,
    end,
    page_up,
    page_down,
    erase,
    erase_word,
    paste_begin,
    paste_end,
    resized,
    other
  };

  Name name = Name::other;
  std::string text{};  // of a character, in UTF-8

  bool is(char wanted) const { return name == Name::character && text == std::string_view(&wanted, 1); }
  friend bool operator==(const Key&, const Key&) = default;
};

inline constexpr char kEscape = '\033';
// Tell a terminal whether to send paste_begin and paste_end around text that is pasted.
inline constexpr std::string_view kMarkPastes = "\033[?2004h";
inline constexpr std::string_view kMarkNoPastes = "\033[?2004l";

struct KeyPress {
  Key key;
  std::size_t length;  // of its bytes; at least one
};

// Whether the rest of a key press may still be on its way.
enum class MoreBytes : std::uint8_t { may_come, will_not };

// The first key of some bytes, of which there is at least one; nothing if the key is not whole yet. A key that has no
// name here is `other`, however many bytes it has, so that none of them is taken for a key of its own.
std::optional<KeyPress> first_key(std::string_view bytes, MoreBytes more);

// Where the cursor is, as a terminal tells it when asked.
struct CursorReport {
  std::size_t begin;  // the first of its bytes
  std::size_t length;
  int row;
  int column;
};

// The first report among some bytes.
std::optional<CursorReport> cursor_report_in(std::string_view bytes);

}  // namespace duello
