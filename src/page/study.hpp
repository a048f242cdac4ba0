// What can be asked of a position.
#pragma once

#include <expected>

#include "core/random.hpp"
#include "json/fields.hpp"
#include "page/place.hpp"
#include "study/shelf.hpp"

namespace duello {

// What is seen of it, and the words of the last move.
void append_position(std::string& text, const Place& place);
// The move of whoever is to move that places the amounts of the question.
std::expected<AnyMove, Complaint> composed_at(const Place& place, JsonFields& question);
// What it and its moves are worth to the player to move, as far as that is the business of whoever asks.
Reply analysis_at(const Place& place, JsonFields& question, Shelf& shelf);
// Three steps of help, for the player to move.
Reply hint_at(const Place& place, Shelf& shelf, Random random);

}  // namespace duello
