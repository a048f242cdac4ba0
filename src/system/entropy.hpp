// Chance that comes from outside.
#pragma once

#include <cstdint>

namespace duello {

// A seed that nobody can guess.
std::uint64_t fresh_seed();

}  // namespace duello
