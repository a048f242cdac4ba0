// What a player wants to do, from wherever it comes.
#pragma once

#include <expected>

#include "json/fields.hpp"
#include "match/duel.hpp"

namespace duello {

// {"move":"…"}, {"amounts":[{"cell":1,"amount":5}, …]} or one of undo, agree, decline, swap and resign, as in
// {"undo":true}. The view is of the seat that asks; a move is one that its game can read or compose there.
std::expected<Request, Complaint> read_request(const JsonValue& value, const AnyGame& game, const AnyView& view);
// The move that the key amounts composes.
std::expected<AnyMove, Complaint> read_amounts(JsonFields& fields, const AnyGame& game, const AnyView& view);

}  // namespace duello
