// What two players have agreed on before they play, from whoever asks for a table.
#pragma once

#include <cstdint>
#include <expected>
#include <string_view>

#include "json/fields.hpp"
#include "match/meeting.hpp"

namespace duello {

// Whether such a player can play where there is no command line: a person, or a program of our own.
std::expected<void, Complaint> can_sit(std::string_view who);

// The keys are players, names, first, swap, best_of, rounds and seed; `fresh` is the seed if none is given.
Agreement read_agreement(JsonFields& fields, const Facts& facts, std::uint64_t fresh);

}  // namespace duello
