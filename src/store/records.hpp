// Records as they lie in files.
#pragma once

#include <expected>
#include <string>
#include <vector>

#include "match/record.hpp"

namespace duello {

// What standard input is called on the command line.
inline constexpr std::string_view kStandardInput = "-";

// All games of a file, or of standard input. A complaint begins with the file's name.
std::expected<std::vector<Record>, Complaint> load_records(const std::string& file);

// The same beginning for a complaint about one of them.
std::unexpected<Complaint> wrong_in(const std::string& file, const Complaint& what);

}  // namespace duello
