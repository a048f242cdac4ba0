// A connection to PostgreSQL that is made when it is needed, and made anew when it was lost. No call waits longer than
// two seconds, but for the time that it takes to find the address of a host; and nothing that is said of it holds the
// password.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "server/store.hpp"

struct pg_conn;
struct pg_result;

namespace duello {

// What a statement has answered.
class PostgresRows {
 public:
  explicit PostgresRows(pg_result* rows) : rows_(rows) {}

  int count() const;
  std::string text(int row, int column) const;
  std::int64_t number(int row, int column) const;
  bool is_null(int row, int column) const;
  bool flag(int row, int column) const { return text(row, column) == "t"; }

 private:
  friend class PostgresConnection;
  struct Clear {
    void operator()(pg_result* rows) const;
  };
  std::unique_ptr<pg_result, Clear> rows_;
};

class PostgresConnection {
 public:
  template <class What>
  using Result = TableStore::Result<What>;
  // What must be done on every new connection before anything else.
  using Begin = std::function<Result<void>(PostgresConnection&)>;

  PostgresConnection(std::string address, Begin begin);

  // Connects if need be. One that has just failed is not tried again at once, but after pauses that grow.
  Result<void> be_ready();
  // One statement with its values.
  Result<PostgresRows> run(std::string_view statement, std::span<const std::string> values = {});
  // The same for one that stores something. If no answer came, it may still be done later: that is trouble `unknown`.
  Result<PostgresRows> store(std::string_view statement, std::span<const std::string> values);
  // Several statements in one transaction, which may take that long.
  Result<PostgresRows> run_all(const std::string& statements, std::chrono::seconds patience = {});
  // What was told on the channels that this connection listens to; nothing if nothing was in that time.
  Result<std::vector<std::string>> told(int milliseconds);
  // The encoding of the database, and the like.
  std::string parameter(const char* name) const;

 private:
  using Clock = std::chrono::steady_clock;
  enum class Wait : std::uint8_t { reading, writing, both };
  struct Close {
    void operator()(pg_conn* connection) const;
  };

  Result<void> connect();
  Result<void> greet();
  Result<PostgresRows> answer();
  bool is_alive();
  bool wait(Wait what, Clock::time_point until) const;
  std::string cleaned(std::string_view message) const;
  std::unexpected<StoreTrouble> lost();
  std::unexpected<StoreTrouble> refused(const PostgresRows& rows);

  std::string address_;
  std::vector<std::string> secrets_;
  Begin begin_;
  std::unique_ptr<pg_conn, Close> connection_;
  std::map<std::string, std::string, std::less<>> prepared_;  // names by statement
  Clock::time_point deadline_;
  bool is_beginning_ = false;
  bool is_sent_ = false;  // the last statement may have reached the server
  bool is_cut_ = false;   // and the connection was lost before its answer
  Clock::time_point next_try_;
  Clock::duration pause_{};
  std::string last_trouble_;
};

// Whether it can be the address of a database. It may hold a password, so it is not repeated.
bool is_postgres_address(const std::string& address);

}  // namespace duello
