// In WebAssembly: what can still be addressed with 32 bits. A page may be given less, but nothing tells.
#include "system/memory.hpp"

#include <algorithm>
#include <cstdint>

namespace duello {

double available_bytes() {
  constexpr double kPage = 65536;
  constexpr double kAddresses = 65536 * kPage;
  constexpr double kLargestObject = PTRDIFF_MAX;
  return std::min(kLargestObject, kAddresses - kPage * static_cast<double>(__builtin_wasm_memory_size(0)));
}

}  // namespace duello
