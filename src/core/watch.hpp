// Who may watch long work and stop it.
#pragma once

#include <cstdint>
#include <functional>

namespace duello {

// Told now and then how far the work is, of a total that is 0 where nobody knows it; says whether to go on. May be
// called by any worker, one at a time.
using Watch = std::function<bool(std::uint64_t done, std::uint64_t total)>;

// For whoever does not watch.
inline bool go_on(std::uint64_t /*done*/, std::uint64_t /*total*/) { return true; }

}  // namespace duello
