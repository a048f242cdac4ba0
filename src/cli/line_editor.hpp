// Edits one line of input: `press` takes the keys in order and says when the line is complete. It draws nothing.
// A line that is typed in secret gets an empty history, and nothing that was deleted can be brought back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cli/keys.hpp"

namespace duello {

class LineEditor {
 public:
  // `choices`: Tab was pressed, and several of the completions fit.
  enum class State : std::uint8_t { typing, entered, ended, choices };

  // The Tab key completes to `completions`, the up and down keys recall `history`, whose last line is the newest. The
  // line takes at most `longest` bytes.
  LineEditor(std::vector<std::string> completions, std::size_t longest, std::vector<std::string> history = {});

  State press(const Key& key);
  const std::string& text() const { return lines_[current_]; }
  // The completions that fit what has been typed.
  std::vector<std::string> choices() const;

  // The part of the line that fits into `columns`, at least one, however wide its characters are, and the byte in it at
  // which the cursor is.
  struct Window {
    std::string_view text;
    std::size_t cursor;
  };
  Window window(std::size_t columns) const;

 private:
  State press_character(const Key& key);
  State complete();
  void recall(std::size_t line);
  void insert(std::string_view character);
  void erase_to(std::size_t end);
  std::size_t previous_character() const;
  std::size_t next_character() const;
  std::size_t word_begin() const;
  std::size_t word_end() const;
  std::size_t completion_begin() const;

  std::vector<std::string> completions_;
  std::size_t longest_;
  // The history, changed as the user has edited it, and after it the line that is typed.
  std::vector<std::string> lines_;
  std::size_t current_;
  std::size_t cursor_ = 0;  // a byte of text()
  bool is_pasting_ = false;
};

}  // namespace duello
