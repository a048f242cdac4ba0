// The inputs in a SQLite file. The newest are in a log that only grows at its end, one row a batch: so a batch dirties
// few pages, at however many tables it was played. What is in the log is in memory too. When that is much, those of the
// tables that have waited longest go to where they stay: all that one table has in the log becomes one row of its own.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "server/sqlite_statement.hpp"
#include "server/store.hpp"

namespace duello {

class SqliteInputs {
 public:
  static constexpr std::size_t kMostLogged = 32'768;  // inputs
  static constexpr const char* kTables = R"(
    CREATE TABLE log (batch INTEGER PRIMARY KEY, inputs TEXT NOT NULL) STRICT;
    CREATE TABLE inputs (
      table_id TEXT NOT NULL, first INTEGER NOT NULL, texts TEXT NOT NULL, PRIMARY KEY (table_id, first)
    ) STRICT, WITHOUT ROWID;
  )";

  explicit SqliteInputs(sqlite3* database);

  bool is_ready() const;

  // All that follow: nothing, or false, if SQLite has failed or what it has is damaged, which `is_damaged` tells.
  bool is_damaged() const { return is_damaged_; }
  // What is in the log: in the beginning, and whenever a transaction has failed.
  bool read();
  // The number of a table's last input; 0 if there is none.
  std::optional<std::uint32_t> last(const std::string& table);
  std::optional<std::vector<std::string>> behind(std::string_view table, std::uint32_t number);
  // In a transaction: inputs that follow those before, and then all of them as one batch.
  void add(const StoredInput& input);
  bool write();

 private:
  // What is in the log of one table.
  struct Logged {
    std::int64_t batch = 0;  // of the first of them
    std::uint32_t first = 0;
    std::uint32_t count = 0;
    std::string texts;  // as a row of the table's own will have them
  };

  void note(const std::string& table, std::uint32_t number, std::string_view text);
  bool take(std::string_view row, std::unordered_map<std::string, std::uint32_t>& kept);
  bool fold();
  bool damaged() {
    is_damaged_ = true;
    return false;
  }

  SqliteStatement read_log_;
  SqliteStatement add_batch_;
  SqliteStatement forget_;
  SqliteStatement add_row_;
  SqliteStatement last_row_;
  SqliteStatement rows_;
  std::unordered_map<std::string, Logged> logged_;
  std::deque<std::pair<std::int64_t, std::string>> waiting_;  // tables that are in the log, by their first batches
  std::size_t count_ = 0;                                     // inputs in the log
  std::int64_t batch_ = 0;                                    // the last
  std::string row_;                                           // of the batch that is being written
  bool is_damaged_ = false;
};

}  // namespace duello
