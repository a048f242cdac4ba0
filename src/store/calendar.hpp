// The local date and time as files and records write it.
#pragma once

#include <string>

namespace duello {

std::string today();       // 2026.11.15, as in a record
std::string time_stamp();  // 20261115-184502, as in the name of a file

}  // namespace duello
