// What a player says to the table, from wherever it comes.
#pragma once

#include <expected>

#include "json/reader.hpp"
#include "players/player.hpp"

namespace duello {

// {"move":"…"}, {"undo":true}, {"resign":true} or {"swap":true}. The view is of the seat that answers; a move is one
// that its game can read there.
std::expected<Answer, Complaint> read_answer(const JsonValue& value, const AnyGame& game, const AnyView& view);

}  // namespace duello
