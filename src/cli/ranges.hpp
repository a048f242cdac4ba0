// Settings with ranges, as the lab takes them: `length=5..13` stands for nine settings.
#pragma once

#include <expected>
#include <span>
#include <string>
#include <vector>

#include "core/text.hpp"

namespace duello {

inline constexpr std::size_t kMostCombinations = 10'000;

// Every combination of what the ranges stand for, the last one running fastest.
std::expected<std::vector<std::vector<std::string>>, Complaint> all_settings(std::span<const std::string> ranges);

}  // namespace duello
