// Which tables were opened at this machine by this user. Their invitations are for somebody else.
#pragma once

#include "server/link.hpp"

namespace duello {

// Does nothing where nothing can be kept: it is only a help.
void remember_hosted(const TableLink& table);
bool was_hosted(const TableLink& table);

}  // namespace duello
