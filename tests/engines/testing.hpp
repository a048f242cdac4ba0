// What the tests of engines share.
#pragma once

#include <chrono>

#include "engines/engine.hpp"
#include "tests/patience.hpp"

namespace duello {

inline constexpr EngineTimes kPatient{
    .move = kTestPatience, .grace = kTestPatience, .hello = kTestPatience, .ready = kTestPatience};

}  // namespace duello
