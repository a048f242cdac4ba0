// The records of the games at a table elsewhere, which its server hands out when the last is over.
#pragma once

#include <expected>
#include <vector>

#include "core/any_game.hpp"
#include "match/record.hpp"
#include "server/link.hpp"

namespace duello {

// They are of that game.
std::expected<std::vector<Record>, Complaint> fetched_records(const TableLink& link, const AnyGame& game);

// Puts them among the user's games, unless they are there.
std::expected<void, Complaint> keep_records(const TableLink& link, const std::vector<Record>& records);

}  // namespace duello
