// Stores for tests, each in a place of its own.
#pragma once

#include <gtest/gtest.h>

#include "server/postgres_store.hpp"
#include "server/sqlite_store.hpp"
#include "system/sqlite_statement.hpp"
#include "tests/server/private_postgres.hpp"
#include "tests/server/store_testing.hpp"

namespace duello {

// Made for the first test that needs it, and gone with the last.
class Postgres : public testing::Environment {
 public:
  void TearDown() override { made().reset(); }

  static PrivatePostgres* get() {
    static const bool is_tried = [] {
      auto postgres = PrivatePostgres::make(PrivatePostgres::Disk::not_waited_for);
      if (postgres)
        made() = *std::move(postgres);
      else
        why() = postgres.error().why;
      return true;
    }();
    return is_tried ? made().get() : nullptr;
  }
  static std::string& why() {
    static std::string why;
    return why;
  }

 private:
  static std::unique_ptr<PrivatePostgres>& made() {
    static std::unique_ptr<PrivatePostgres> made;
    return made;
  }
};

inline const testing::Environment* const kPostgres = testing::AddGlobalTestEnvironment(new Postgres);

class PostgresStoreTest : public testing::Test {
 protected:
  void SetUp() override {
    postgres_ = Postgres::get();
    if (postgres_ == nullptr && Postgres::why().starts_with("PostgreSQL is not installed"))
      GTEST_SKIP() << Postgres::why() << '.';
    ASSERT_NE(postgres_, nullptr) << Postgres::why();
    database_ = postgres_->new_database();
  }
  std::unique_ptr<PostgresStore> opened() const {
    auto store = PostgresStore::open(postgres_->address(database_));
    EXPECT_TRUE(store) << store.error().why;
    return store ? *std::move(store) : nullptr;
  }

  // Inputs of all tables.
  int rows() const {
    PostgresConnection connection(postgres_->address(database_),
                                  [](PostgresConnection&) { return PostgresConnection::Result<void>(); });
    return static_cast<int>(connection.run("SELECT count(*) FROM duello_inputs")->number(0, 0));
  }

  PrivatePostgres* postgres_ = nullptr;
  std::string database_;
};

class SqliteStoreTest : public testing::Test {
 protected:
  std::unique_ptr<SqliteStore> opened(std::string_view name = "tables") const {
    auto store = SqliteStore::open(folder_.in(name));
    EXPECT_TRUE(store) << store.error().why;
    return store ? *std::move(store) : nullptr;
  }
  std::string why_not(std::string_view name = "tables") const {
    const auto store = SqliteStore::open(folder_.in(name));
    return store ? "" : store.error().why;
  }
  std::string file() const { return folder_.in("tables"); }
  // Inputs of all tables.
  int rows() const {
    sqlite3* database = nullptr;
    sqlite3_open_v2(file().c_str(), &database, SQLITE_OPEN_READONLY, nullptr);
    int found = -1;
    {
      SqliteStatement count(database, "SELECT count(*) FROM inputs");
      if (count.step()) found = static_cast<int>(count.number(0));
    }
    sqlite3_close(database);
    return found;
  }

  StoreFolder folder_;
};

}  // namespace duello
