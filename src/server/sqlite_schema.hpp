// What is in a SQLite file of this program, and how a file of an older version becomes one of this version.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "server/store.hpp"

struct sqlite3;

namespace duello {

// The last error of this connection to this file, as trouble.
std::unexpected<StoreTrouble> sqlite_trouble(sqlite3* database, const std::string& file);

// 0 for an empty file; trouble if it is not a database of this program, or one of a newer version.
StoreResult<std::int64_t> sqlite_version(sqlite3* database, const std::string& file);
// Makes the tables in an empty file, or upgrades an older one in place; all of it in one transaction.
StoreResult<void> make_sqlite_tables(sqlite3* database, const std::string& file, std::int64_t version);

}  // namespace duello
