// How long a test waits for what should come.
#pragma once

#include <chrono>

namespace duello {

// Nothing takes this long unless something hangs, however busy the machine is and whichever sanitizer is at work. No
// test is about this limit.
inline constexpr std::chrono::seconds kTestPatience{300};

// Whether it is done sooner than that, once at least: a busy machine is slow now and then, and what waits for something
// is so each time.
template <typename Work>
bool is_sooner(std::chrono::milliseconds limit, Work work) {
  for (int i = 0; i < 10; ++i) {
    const auto begun = std::chrono::steady_clock::now();
    work();
    if (std::chrono::steady_clock::now() - begun < limit) return true;
  }
  return false;
}

}  // namespace duello
