// How much memory a solve may take.
#pragma once

#include <string>

namespace duello {

// What can be used without pushing anything else out: the least of what follows.
double available_bytes();
// What the machine has left, and what the control groups do that this process is in, as a container's limit is one.
// Below another root the same files are looked for there.
double bytes_left_by_system(const std::string& root = "");
// What the limits of this process leave (ulimit -v, ulimit -d).
double bytes_left_by_limits();

}  // namespace duello
