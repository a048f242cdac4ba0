// A question with numbered answers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "cli/console.hpp"

namespace duello {

struct Choice {
  std::string word;
  std::string label;
  std::string about{};  // in a column of its own, where there is room
};

// Whether there is something before the question.
enum class Back : std::uint8_t { impossible, possible };

// Why nothing was chosen.
enum class NoChoice : std::uint8_t { back, quit, interrupted };

// Asks until one of the choices is named by its number, its word or enough of it; an empty line takes the first.
std::expected<std::size_t, NoChoice> pick(Console& console, std::string_view question,
                                          const std::vector<Choice>& choices, Back back);

}  // namespace duello
