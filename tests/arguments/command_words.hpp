// A command line as a program is given it, for tests.
#pragma once

#include <string>
#include <vector>

#include "arguments/parser.hpp"

namespace duello {

class CommandWords {
 public:
  explicit CommandWords(std::vector<std::string> words) : words_(std::move(words)) {
    for (std::string& word : words_) pointers_.push_back(word.data());
  }
  CommandWords(const CommandWords&) = delete;
  CommandWords& operator=(const CommandWords&) = delete;

  operator std::span<char* const>() const { return pointers_; }
  // As they are after the program has read them.
  const std::vector<std::string>& words() const { return words_; }

 private:
  std::vector<std::string> words_;
  std::vector<char*> pointers_;
};

}  // namespace duello
