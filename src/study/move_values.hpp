// What the moves of a record were worth, in words to stand beside them.
#pragma once

#include <cstddef>
#include <expected>
#include <string>
#include <vector>

#include "match/record.hpp"
#include "solve/knowledge.hpp"

namespace duello {

struct MoveValue {
  std::size_t number;  // of the move, from 1
  std::size_t since;   // the move after which it may be told: a hidden one is worth nothing before its reveal
  std::string sign;    // "?", "?!" or nothing
  std::string phrase;  // "wins in 3"
  std::string why;     // the same, and what would have been better
};

// In the order of the moves, as far as they are not secret.
std::expected<std::vector<MoveValue>, Complaint> values_in(const AnyGame& game, Record record,
                                                           const Knowledge& knowledge);

}  // namespace duello
