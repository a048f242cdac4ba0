// Join: plays or watches at a table that a server has, by its link.
#include "cli/commands.hpp"
#include "online/invitation.hpp"
#include "online/online.hpp"
#include "system/files.hpp"

namespace duello {

int join(Console& console, const JoinOptions& given) {
  std::string text = given.link;
  if (text == "-") {
    const auto line = console.read_line("Link: ", Privacy::secret);
    if (!line && line.error() == NoLine::interrupted) return 128 + console.signal();
    if (!line) return complain("There is no link in the input");
    text = *line;
  } else if (text.starts_with('@')) {
    constexpr std::uint64_t kMost = 1 << 20;
    const auto found = contents_of(text.substr(1), kMost);
    if (!found) return complain(found.error().why);
    text = found->substr(0, found->find('\n'));
  }
  const auto link = TableLink::read(trimmed(text));
  if (!link) return complain(link.error().why);
  if (!given.engine.empty() && link->token.empty())
    return complain("The link is for watching; it has no seat for an engine");
  const auto seat = accepted(console, *link, given.name);
  if (!seat && seat.error().why.why.empty()) return seat.error().status;
  if (!seat) return seat.error().status == 1 ? fail(seat.error().why) : complain(seat.error().why.why);
  return play_online(console, *seat, {.name = given.name, .engine = given.engine, .movetime = given.movetime});
}

}  // namespace duello
