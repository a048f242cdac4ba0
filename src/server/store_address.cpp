#include "server/store_address.hpp"

#include <string>

#include "server/postgres_store.hpp"
#include "server/sqlite_store.hpp"

namespace duello {

namespace {

constexpr std::string_view kFile = "sqlite:";

template <class Store>
std::expected<std::unique_ptr<TableStore>, Complaint> opened(TableStore::Result<std::unique_ptr<Store>> store) {
  if (!store) return complaint(store.error().why);
  return *std::move(store);
}

}  // namespace

// What is wrong may hold a password, so it is not repeated.
std::expected<std::unique_ptr<TableStore>, Complaint> open_store(std::string_view address) {
  if (address.starts_with(kFile) && address.size() > kFile.size())
    return opened(SqliteStore::open(std::string(address.substr(kFile.size()))));
  if (const std::string whole(address); is_postgres_address(whole)) return opened(PostgresStore::open(whole));
  return complaint("The tables are kept in sqlite:FILE or postgres://USER@HOST/NAME");
}

}  // namespace duello
