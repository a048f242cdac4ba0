// In the program for other distributions this takes the place of the C library's function, which glibc has only from
// 2.36 on. The standard library's random_device calls it, and Beast calls that.
#include <sys/random.h>

#include <cstdint>

extern "C" std::uint32_t arc4random() noexcept {
  std::uint32_t value = 0;
  while (::getrandom(&value, sizeof value, 0) != sizeof value) continue;  // interrupted by a signal
  return value;
}
