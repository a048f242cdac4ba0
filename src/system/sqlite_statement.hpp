// One statement of SQL, used as often as needed. What is bound must live until it has run.
#pragma once

#include <sqlite3.h>

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

namespace duello {

class SqliteStatement {
 public:
  SqliteStatement(sqlite3* database, std::string_view text) {
    sqlite3_prepare_v3(database, text.data(), static_cast<int>(text.size()), SQLITE_PREPARE_PERSISTENT, &statement_,
                       nullptr);
  }
  SqliteStatement(const SqliteStatement&) = delete;
  SqliteStatement& operator=(const SqliteStatement&) = delete;
  ~SqliteStatement() { sqlite3_finalize(statement_); }

  bool is_ready() const { return statement_ != nullptr; }

  template <class... Values>
  SqliteStatement& with(const Values&... values) {
    done();
    int place = 0;
    (bind(++place, values), ...);
    return *this;
  }
  // Whether there is a row to be read. Behind the last one the statement is ready for other values.
  bool step() {
    status_ = sqlite3_step(statement_);
    if (status_ == SQLITE_ROW) return true;
    done();
    return false;
  }
  bool run() {
    while (step()) {
    }
    return is_fine();
  }
  // No more rows are wanted.
  void done() { sqlite3_reset(statement_); }
  // Whether all rows were read.
  bool is_fine() const { return status_ == SQLITE_DONE; }
  // No more rows can be read, though there may be some.
  bool has_failed() const { return status_ != SQLITE_DONE && status_ != SQLITE_ROW; }

  std::string text(int column) const {
    const auto* const bytes = reinterpret_cast<const char*>(sqlite3_column_text(statement_, column));
    if (bytes == nullptr) return {};
    return {bytes, static_cast<std::size_t>(sqlite3_column_bytes(statement_, column))};
  }
  std::int64_t number(int column) const { return sqlite3_column_int64(statement_, column); }

 private:
  void bind(int place, std::string_view text) {
    // No text at all would be taken for NULL.
    sqlite3_bind_text64(statement_, place, text.empty() ? "" : text.data(), text.size(), SQLITE_STATIC, SQLITE_UTF8);
  }
  template <std::integral Number>
  void bind(int place, Number number) {
    sqlite3_bind_int64(statement_, place, static_cast<std::int64_t>(number));
  }

  sqlite3_stmt* statement_ = nullptr;
  int status_ = SQLITE_OK;
};

}  // namespace duello
