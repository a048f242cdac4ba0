// How fast inputs are stored, a batch at a time and each batch on the disk, and how soon a server with a million
// finished tables is ready.
#include <benchmark/benchmark.h>
#include <sqlite3.h>
#include <stdlib.h>

#include <cinttypes>
#include <cstdio>
#include <filesystem>

#include "server/postgres_store.hpp"
#include "server/sqlite_store.hpp"
#include "tests/server/private_postgres.hpp"

namespace duello {
namespace {

constexpr std::uint32_t kTables = 1'000;  // that are played at

class TemporaryFolder {
 public:
  TemporaryFolder() {
    path_ = std::filesystem::temp_directory_path() / "duello-bench-XXXXXX";
    if (::mkdtemp(path_.data()) == nullptr) path_.clear();
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }

  std::string in(std::string_view name) const { return cat(path_, '/', name); }

 private:
  std::string path_;
};

// As long as those of tables, and in no order.
std::string id_of(std::uint32_t table) {
  char digits[17];
  std::snprintf(digits, sizeof digits, "%016" PRIx64, (table + 1) * 0x9e3779b97f4a7c15U);
  return digits;
}

void append(benchmark::State& state, TableStore& store) {
  const std::string text = R"({"seat":1,"at":1731736800123,"id":"x1","request":{"move":"12"}})";
  const auto size = static_cast<std::uint32_t>(state.range(0));
  for (std::uint32_t i = 0; i < kTables; ++i)
    if (!store.add({.id = id_of(i), .setup = std::string(200, 'x')})) state.SkipWithError("no table");
  std::uint32_t next = 0;
  for (auto _ : state) {
    std::vector<StoredInput> batch;
    for (std::uint32_t i = 0; i < size; ++i, ++next)
      batch.push_back({.table = id_of(next % kTables), .number = next / kTables + 1, .text = text});
    const auto stored = store.append(batch);
    if (!stored || !stored->back()) state.SkipWithError("not stored");
    if (!store.tidy()) state.SkipWithError("not tidied");
  }
  state.counters["inputs/s"] = benchmark::Counter(static_cast<double>(next), benchmark::Counter::kIsRate);
}

void sqlite(benchmark::State& state) {
  const TemporaryFolder folder;
  append(state, **SqliteStore::open(folder.in("tables")));
}
BENCHMARK(sqlite)->Arg(1)->Arg(25)->Arg(100)->Unit(benchmark::kMicrosecond)->UseRealTime();

void postgres(benchmark::State& state) {
  static const auto kServer = PrivatePostgres::make(PrivatePostgres::Disk::waited_for);
  if (!kServer) return state.SkipWithError(kServer.error().why.c_str());
  append(state, **PostgresStore::open((*kServer)->address((*kServer)->new_database())));
}
BENCHMARK(postgres)->Arg(1)->Arg(25)->Arg(100)->Unit(benchmark::kMicrosecond)->UseRealTime();

// Tables that are opened at the same time, as when many want a rematch.
void sqlite_add(benchmark::State& state) {
  const TemporaryFolder folder;
  const auto store = *SqliteStore::open(folder.in("tables"));
  std::uint32_t next = 0;
  for (auto _ : state) {
    std::vector<StoredTable> tables;
    for (std::int64_t i = 0; i < state.range(0); ++i)
      tables.push_back({.id = id_of(next++), .setup = std::string(200, 'x')});
    for (const auto& added : store->add_all(tables))
      if (!added) state.SkipWithError("not added");
    if (!store->tidy()) state.SkipWithError("not tidied");
  }
}
BENCHMARK(sqlite_add)->Arg(1)->Arg(200)->Unit(benchmark::kMicrosecond)->UseRealTime();

// A file with a million tables that are over.
class ManyTables {
 public:
  ManyTables() {
    {
      const auto made = SqliteStore::open(file());
    }
    sqlite3* database = nullptr;
    sqlite3_open(file().c_str(), &database);
    are_made_ = sqlite3_exec(database, R"(
      PRAGMA synchronous = OFF;
      BEGIN;
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000)
        INSERT INTO tables SELECT printf('table-%010d', i), printf('%0200d', i), 'a', 'b', i, 2, 1, 1, i, 1, 0 FROM n;
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000)
        INSERT INTO inputs SELECT printf('table-%010d', i), 1, printf('%0100d', i), 0 FROM n;
      COMMIT)",
                             nullptr, nullptr, nullptr) == SQLITE_OK;
    sqlite3_close(database);
  }
  bool are_made() const { return are_made_; }
  std::string file() const { return folder_.in("tables"); }

 private:
  TemporaryFolder folder_;
  bool are_made_ = false;
};

// With all that a server asks before it is there for others.
void open_with_a_million_tables(benchmark::State& state) {
  static const ManyTables kTablesThatAreOver;
  if (!kTablesThatAreOver.are_made()) state.SkipWithError("the tables cannot be made");
  for (auto _ : state) {
    const auto store = SqliteStore::open(kTablesThatAreOver.file());
    const bool is_open = (*store)->listed(TableState::open, 100) && (*store)->timed("", 1'000);
    if (!is_open) state.SkipWithError("not open");
  }
}
BENCHMARK(open_with_a_million_tables)->Unit(benchmark::kMicrosecond)->UseRealTime();

}  // namespace
}  // namespace duello

BENCHMARK_MAIN();
