// The table of an arena as JSON.
#pragma once

#include <string>

#include "arena/arena.hpp"
#include "json/writer.hpp"

namespace duello {

void append_standings(std::string& text, const AnyGame& game, const ArenaPlan& plan, const Standings& standings,
                      double seconds);

}  // namespace duello
