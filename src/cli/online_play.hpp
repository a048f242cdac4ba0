// The work of the commands host and join. It needs TLS, so it is compiled apart from them, in the room `online`: a
// program that is linked without that room still declares both commands.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "catalog/chosen_game.hpp"
#include "cli/console.hpp"
#include "core/seat.hpp"
#include "match/meeting.hpp"

namespace duello {

struct HostOptions : Agreement {
  GameChoice game;
  Seat seat = Seat::one;
  std::string server = "http://127.0.0.1:8080";
  std::string name;
  bool is_listed = false;
  bool shows_values = false;
  std::optional<int> claim_after;  // minutes; nothing: as the server has it
};

struct JoinOptions {
  std::string link;  // or "-" to be asked for it, or "@" and the name of a file that holds it
  std::string name;
  std::string engine;    // a command that plays instead of a person; empty for none
  int movetime = 1'000;  // milliseconds for each of its moves
};

// Both return the exit status. Both are empty in a program without the room `online`.
struct OnlinePlay {
  std::function<int(Console&, const HostOptions&)> host{};
  std::function<int(Console&, const JoinOptions&)> join{};
};

}  // namespace duello
