// A question with numbered answers.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/console.hpp"

namespace duello {

struct Choice {
  std::string word;
  std::string label;
};

// Asks until one of the choices is named by its number, its word or its beginning; an empty line takes the first.
class Picker {
 public:
  explicit Picker(Console& console) : console_(console) {}

  // Nothing if the person leaves.
  std::optional<std::size_t> pick(std::string_view question, const std::vector<Choice>& choices);
  bool was_interrupted() const { return interrupted_; }

 private:
  Console& console_;
  bool interrupted_ = false;
};

}  // namespace duello
