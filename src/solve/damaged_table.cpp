#include "solve/damaged_table.hpp"

namespace duello {

void refuse_damaged_table() { throw DamagedTable(); }

}  // namespace duello
