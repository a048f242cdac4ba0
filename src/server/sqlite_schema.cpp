#include "server/sqlite_schema.hpp"

#include <sqlite3.h>

#include "core/text.hpp"
#include "server/sqlite_upgrade.hpp"
#include "system/files.hpp"
#include "system/sqlite_statement.hpp"

namespace duello {

namespace {

constexpr std::int64_t kSqliteVersion = 2;
constexpr int kSqliteApplication = 0x4475656c;  // "Duel"

// `changed` is when the state changed last, or later, and `inputs` how many there were when it did: should some of them
// be missing, it is noticed. `doomed` are tables that are deleted and have inputs left. Everything that is asked of
// many tables has an index over just those.
constexpr const char* kSqliteTables = R"(
  CREATE TABLE tables (
    id TEXT PRIMARY KEY, setup TEXT NOT NULL, hash1 TEXT NOT NULL, hash2 TEXT NOT NULL, created INTEGER NOT NULL,
    state INTEGER NOT NULL CHECK (state BETWEEN 0 AND 4), listed INTEGER NOT NULL, timed INTEGER NOT NULL,
    changed INTEGER NOT NULL, inputs INTEGER NOT NULL, checksum INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE inputs (
    table_id TEXT NOT NULL, number INTEGER NOT NULL, text TEXT NOT NULL, checksum INTEGER NOT NULL,
    PRIMARY KEY (table_id, number)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE doomed (table_id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
  CREATE INDEX listed_tables ON tables (state, created, id) WHERE listed = 1 AND state < 2;
  CREATE INDEX timed_tables ON tables (id) WHERE timed = 1 AND state = 1;
  CREATE INDEX changed_tables ON tables (state, changed, id) WHERE state <> 1;
  CREATE INDEX played_tables ON tables (changed) WHERE state = 1;
)";

constexpr const char* kSetVersion1Aside = R"(
  DROP INDEX listed_tables;
  DROP INDEX timed_tables;
  ALTER TABLE tables RENAME TO old_tables;
  ALTER TABLE inputs RENAME TO old_inputs;
)";
constexpr const char* kDropVersion1 = "DROP TABLE old_tables; DROP TABLE old_inputs; DROP TABLE log;";

bool execute(sqlite3* database, const std::string& statements) {
  return sqlite3_exec(database, statements.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK;
}

// In a transaction.
StoreResult<void> fill(sqlite3* database, const std::string& file, std::int64_t version) {
  if (version == 1 && !execute(database, kSetVersion1Aside)) return sqlite_trouble(database, file);
  if (!execute(database, kSqliteTables)) return sqlite_trouble(database, file);
  if (version == 1) {
    if (const auto copied = copy_version_1(database, file); !copied) return copied;
    if (!execute(database, kDropVersion1)) return sqlite_trouble(database, file);
  }
  if (!execute(database,
               cat("PRAGMA application_id = ", kSqliteApplication, "; PRAGMA user_version = ", kSqliteVersion)))
    return sqlite_trouble(database, file);
  return {};
}

}  // namespace

// SQLite knows one way for a disk to be full; to be over one's quota is another.
std::unexpected<StoreTrouble> sqlite_trouble(sqlite3* database, const std::string& file) {
  using enum StoreTrouble::Kind;
  const std::string name = path_in_quotes(file);
  const int extended = sqlite3_extended_errcode(database);
  if (extended == SQLITE_IOERR_WRITE || extended == SQLITE_IOERR_SHMSIZE)
    return store_trouble(full, name, " cannot be written; the disk may be full");
  // What was to be synced may be on the disk or not, and a second attempt would say nothing about it.
  if (extended == SQLITE_IOERR_FSYNC || extended == SQLITE_IOERR_DIR_FSYNC)
    return store_trouble(fatal, name, " cannot be synced to the disk, so nobody knows what is stored");
  switch (extended & 0xff) {
    case SQLITE_FULL:
      return store_trouble(full, "There is no room on the disk for ", name);
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return store_trouble(lost, name, " is kept busy by another program");
    case SQLITE_IOERR:
    case SQLITE_CANTOPEN:
    case SQLITE_READONLY:
    case SQLITE_NOMEM:
    case SQLITE_PERM:
      return store_trouble(lost, name, " cannot be used just now: ", sqlite3_errmsg(database));
    case SQLITE_CORRUPT:
      return store_trouble(damaged, name, " is damaged: ", sqlite3_errmsg(database));
    case SQLITE_NOTADB:
      return broken_store(name, " is not a database of this program");
    default:
      return broken_store(name, " cannot be used: ", sqlite3_errmsg(database));
  }
}

StoreResult<std::int64_t> sqlite_version(sqlite3* database, const std::string& file) {
  SqliteStatement ask(database,
                      "SELECT (SELECT * FROM pragma_application_id), (SELECT * FROM pragma_user_version), "
                      "(SELECT count(*) FROM sqlite_schema)");
  if (!ask.step()) return sqlite_trouble(database, file);
  const std::int64_t application = ask.number(0);
  const std::int64_t version = ask.number(1);
  const bool is_empty = ask.number(2) == 0;
  ask.done();
  if (application == 0 && version == 0 && is_empty) return 0;
  if (application != kSqliteApplication || version < 1)
    return broken_store(path_in_quotes(file), " is not a database of this program");
  if (version > kSqliteVersion)
    return broken_store(path_in_quotes(file), " was written by a newer version of this program");
  return version;
}

StoreResult<void> make_sqlite_tables(sqlite3* database, const std::string& file, std::int64_t version) {
  if (version == kSqliteVersion) return {};
  if (!execute(database, "BEGIN IMMEDIATE")) return sqlite_trouble(database, file);
  auto made = fill(database, file, version);
  if (made && !execute(database, "COMMIT")) made = sqlite_trouble(database, file);
  if (!made && sqlite3_get_autocommit(database) == 0) execute(database, "ROLLBACK");
  return made;
}

}  // namespace duello
