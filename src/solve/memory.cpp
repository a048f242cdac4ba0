#include "solve/memory.hpp"

#include <array>
#include <cmath>
#include <fstream>
#include <limits>

#include "core/text.hpp"

namespace duello {

double available_bytes() {
  std::ifstream info("/proc/meminfo");
  for (std::string key; info >> key;) {
    double kilobytes = 0;
    if (key == "MemAvailable:" && info >> kilobytes) return kilobytes * 1024;
    info.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
  }
  return std::numeric_limits<double>::infinity();
}

std::string bytes_text(double bytes) {
  constexpr std::array<const char*, 6> kUnits{"bytes", "kB", "MB", "GB", "TB", "PB"};
  std::size_t unit = 0;
  for (; bytes >= 999.5 && unit + 1 < kUnits.size(); ++unit) bytes /= 1000;
  const auto tenths = static_cast<std::uint64_t>(std::llround(bytes * 10));
  if (unit < 3 || tenths >= 1000) return cat((tenths + 5) / 10, ' ', kUnits[unit]);
  return cat(tenths / 10, '.', tenths % 10, ' ', kUnits[unit]);
}

}  // namespace duello
