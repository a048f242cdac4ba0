// Files of version 1 kept many inputs in one row.
#pragma once

#include <string>

#include "server/store.hpp"

struct sqlite3;

namespace duello {

// In a transaction in which the tables of version 2 were made. Those of version 1 are named old_tables, old_inputs and
// log; they are left as they are. What cannot be read is stored such that its table counts as damaged.
StoreResult<void> copy_version_1(sqlite3* database, const std::string& file);

}  // namespace duello
