#include "system/entropy.hpp"

#include <sys/random.h>

#include <cerrno>
#include <system_error>

namespace duello {

std::uint64_t fresh_seed() {
  std::uint64_t seed = 0;
  if (::getentropy(&seed, sizeof seed) != 0) throw std::system_error(errno, std::generic_category());
  return seed;
}

}  // namespace duello
