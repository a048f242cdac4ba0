// What perfect play of an open game comes to.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "match/referee.hpp"
#include "solve/oracle.hpp"

namespace duello {

struct Course {
  Swapping swapping;
  Value value;                    // for the player who moves first
  std::vector<std::string> line;  // to the end; of an endless game, how it begins
  std::size_t first_moves;
  std::size_t winning_first_moves;
  std::uint64_t positions;  // of which the value is known

  // The player's number; 0 where neither side can force a win.
  int winner() const { return value.is_neither() ? 0 : value.is_win() ? 1 : 2; }
};

// Perfect play from here, in so many moves at most.
std::vector<std::string> line_from(const AnyGame& game, const Oracle& oracle, AnyPosition position, std::size_t most);
// The same to the end; of an endless game, how it goes on.
std::vector<std::string> line_from(const AnyGame& game, const Oracle& oracle, const AnyPosition& position);

// From the start.
Course course_of(const AnyGame& game, const Oracle& oracle, Swapping swapping);

}  // namespace duello
