// An invitation to a table elsewhere, which is exchanged for a seat before anybody can play there.
#pragma once

#include <expected>
#include <string>

#include "cli/console.hpp"
#include "server/link.hpp"

namespace duello {

// Why there is no seat, and the exit status that follows. Nothing is said of somebody who did not want it.
struct NoSeat {
  Complaint why;
  int status = 1;
};

// The link to enter by. It is the same unless it was an invitation: that is accepted, and the link to the new seat is
// printed. `name` is what its owner wants to be called; empty if nothing.
std::expected<TableLink, NoSeat> accepted(Console& console, const TableLink& link, const std::string& name);

}  // namespace duello
