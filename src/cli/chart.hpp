// A picture of what the lab found.
#pragma once

#include <expected>
#include <string>
#include <vector>

#include "cli/commands.hpp"
#include "study/findings.hpp"

namespace duello {

// An SVG document: for each of the rules two bars, how often the first of two random players wins and how often a
// perfect second player beats a random first one, and who wins when both play perfectly.
std::string chart(const Facts& facts, const std::vector<Finding>& findings, const LabOptions& options);

std::expected<void, Complaint> write_chart(const std::string& file, const std::string& svg);

}  // namespace duello
