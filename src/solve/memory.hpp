// How much memory a solve may take.
#pragma once

#include <string>

namespace duello {

// What can be used without pushing anything else out.
double available_bytes();
// "129 MB", "3.5 GB".
std::string bytes_text(double bytes);

}  // namespace duello
