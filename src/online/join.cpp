// Join: plays or watches at a table that a server has, by its link.
#include "cli/commands.hpp"
#include "online/online.hpp"

namespace duello {

int join(Console& console, const JoinOptions& given) {
  const auto link = TableLink::read(given.link);
  if (!link) return complain(link.error().why);
  if (!given.engine.empty() && link->token.empty())
    return complain("The link is for watching; it has no seat for an engine");
  return play_online(console, *link, {.name = given.name, .engine = given.engine, .movetime = given.movetime});
}

}  // namespace duello
