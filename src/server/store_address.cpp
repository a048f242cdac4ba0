#include "server/store_address.hpp"

#include <string>

#include "server/postgres_library.hpp"
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

// What is wrong may hold a password, so it is not repeated.
std::unexpected<Complaint> no_store() {
  return complaint("The tables are kept in sqlite:FILE or postgres://USER@HOST/NAME");
}

}  // namespace

std::expected<std::unique_ptr<TableStore>, Complaint> open_store(std::string_view address) {
  if (address.starts_with(kFile) && address.size() > kFile.size())
    return opened(SqliteStore::open(std::string(address.substr(kFile.size()))));
  if (const std::string whole(address); is_postgres_address(whole)) {
    if (PostgresLibrary::get() == nullptr)
      return complaint("PostgreSQL needs the library libpq.so.5, which is not there (Debian has it in libpq5)");
    return opened(PostgresStore::open(whole));
  }
  return no_store();
}

std::expected<void, Complaint> back_up_store(std::string_view address, const std::string& path) {
  if (is_postgres_address(std::string(address)))
    return complaint("A PostgreSQL database is backed up with its own pg_dump");
  if (!address.starts_with(kFile) || address.size() == kFile.size()) return no_store();
  const auto copied = SqliteStore::copy(std::string(address.substr(kFile.size())), path);
  if (!copied) return complaint(copied.error().why);
  return {};
}

}  // namespace duello
