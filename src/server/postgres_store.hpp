// The tables in a PostgreSQL database, which servers on several machines may share.
#pragma once

#include <memory>
#include <string>

#include "server/postgres_connection.hpp"
#include "server/store.hpp"

namespace duello {

class PostgresStore final : public TableStore {
 public:
  // What is missing in the database is made. If the database is away now, that is trouble; later it is waited for.
  static Result<std::unique_ptr<PostgresStore>> open(const std::string& address);

  std::vector<Result<void>> add_all(std::span<const StoredTable> tables) override;
  Result<std::vector<bool>> append(std::span<const StoredInput> inputs) override;
  Result<std::optional<LoadedTable>> load(std::string_view id, std::uint32_t behind) override;
  Result<std::vector<StoredTable>> listed(TableState state, int most) override;
  Result<std::vector<std::string>> timed(std::string_view behind, int most) override;
  Result<bool> purge(const Retention& retention, std::int64_t now) override;
  // Always refused: PostgreSQL has its own ways.
  bool is_shared() const override { return true; }
  Result<std::vector<std::string>> changed_elsewhere(int milliseconds) override;

 private:
  explicit PostgresStore(const std::string& address);

  Result<void> take_over(PostgresConnection& connection);

  std::string self_;        // whose changes are not somebody else's
  std::int64_t epoch_ = 0;  // counts the connections that write
  PostgresConnection connection_;
  PostgresConnection listener_;
  bool is_new_listener_ = false;
};

}  // namespace duello
