#include "system/clock.hpp"

#include <chrono>

namespace duello {

double seconds_passed() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace duello
