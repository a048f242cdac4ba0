// What the tests of engines share.
#pragma once

#include <chrono>

#include "engines/engine.hpp"

namespace duello {

// No engine that works takes so long, however busy the machine is.
inline constexpr EngineTimes kPatient{.move = std::chrono::seconds(10),
                                      .grace = std::chrono::seconds(10),
                                      .hello = std::chrono::seconds(30),
                                      .ready = std::chrono::seconds(30)};

}  // namespace duello
