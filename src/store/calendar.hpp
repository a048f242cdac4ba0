// Dates and times as files and records write them.
#pragma once

#include <string>

namespace duello {

// Where the user is.
std::string today();       // 2026.11.15, as in a record
std::string time_stamp();  // 20261115-184502, as in the name of a file

}  // namespace duello
