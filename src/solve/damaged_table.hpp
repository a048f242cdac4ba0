// Tables that cannot be asked any more: one from a file that was taken for sound and turns out not to be, one that is
// gone.
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

// The same for a table in the memory of a graphics processor that does not answer any more.
class LostCard : public std::runtime_error {
 public:
  LostCard() : std::runtime_error("The GPU that has the table does not answer; solve the game again") {}
};

[[noreturn]] void refuse_lost_card();

}  // namespace duello
