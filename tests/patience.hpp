// How long a test waits for what should come.
#pragma once

#include <chrono>

namespace duello {

// Nothing takes this long unless something hangs, however busy the machine is and whichever sanitizer is at work. No
// test is about this limit.
inline constexpr std::chrono::seconds kTestPatience{300};

}  // namespace duello
