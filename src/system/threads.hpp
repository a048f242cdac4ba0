// Workers on several cores.
#pragma once

#include <memory>

#include "core/workers.hpp"

namespace duello {

// As many workers as there are cores, or as asked for.
std::unique_ptr<Workers> make_workers(unsigned count = 0);

}  // namespace duello
