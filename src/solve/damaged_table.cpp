#include "solve/damaged_table.hpp"

#include <exception>

namespace duello {

// So said, it can be compiled where there are no exceptions; there it ends the program.
void refuse_damaged_table() { std::rethrow_exception(std::make_exception_ptr(DamagedTable())); }
void refuse_lost_card() { std::rethrow_exception(std::make_exception_ptr(LostCard())); }

}  // namespace duello
