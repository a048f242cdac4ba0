// A line that is typed in secret. It has the keys that are named here and remembers nothing: no history, nothing that
// was deleted or undone, no key bindings of anybody's own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cli/keys.hpp"

namespace duello {

class SecretLine {
 public:
  enum class State : std::uint8_t { typing, entered, ended };

  // `offers` are the words that the Tab key completes; a line takes no more characters than `most`.
  SecretLine(std::vector<std::string> offers, std::size_t most) : offers_(std::move(offers)), most_(most) {}

  State press(const Key& key);
  const std::string& text() const { return text_; }

  // What can be seen of the line in so many columns, of which there is at least one, and where the cursor is in it.
  struct Window {
    std::string_view text;
    std::size_t cursor;
  };
  Window window(std::size_t columns) const;

 private:
  State press_character(char character);
  void insert(char character);
  void erase(std::size_t begin, std::size_t end);
  std::size_t word_begin() const;
  void complete();

  std::vector<std::string> offers_;
  std::size_t most_;
  std::string text_;
  std::size_t cursor_ = 0;
};

}  // namespace duello
