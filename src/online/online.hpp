// A table that is served elsewhere, at this console: a person plays or watches there, or an engine plays.
#pragma once

#include <string>

#include "cli/console.hpp"
#include "cli/online_play.hpp"
#include "server/link.hpp"

namespace duello {

// Who sits down.
struct OnlineSitter {
  std::string name;      // to be called by; empty: as the game calls the seat
  std::string engine;    // a command that plays instead of a person; empty for none
  int movetime = 1'000;  // milliseconds for each of its moves
};

// Until the last game is over and nobody wants another one. The exit status.
int play_online(Console& console, const TableLink& link, const OnlineSitter& sitter);

// The commands of these names. The exit status.
int host(Console& console, const HostOptions& given);
int join(Console& console, const JoinOptions& given);

}  // namespace duello
