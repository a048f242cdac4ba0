// The door of this room for the program. What is linked instead of the room (src/without_online.cpp) defines the same
// function, so that the rest of the program is compiled only once.
#pragma once

#include "cli/online_play.hpp"

namespace duello {

OnlinePlay online_play();

}  // namespace duello
