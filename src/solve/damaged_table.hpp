// A table from a file that was taken for sound and turns out not to be.
#pragma once

#include <stdexcept>

namespace duello {

// Looking every position up would take as long as solving the game, so a large table can be found wanting when it is
// asked. There is no answer then, deep inside, and the program ends with this sentence.
class DamagedTable : public std::runtime_error {
 public:
  DamagedTable() : std::runtime_error("The table is wrong about the game; solve the game again") {}
};

[[noreturn]] void refuse_damaged_table();

}  // namespace duello
