// What is particular to SQLite.
#include "server/sqlite_store.hpp"

#include <gmock/gmock.h>
#include <sqlite3.h>
#include <sys/stat.h>

#include <atomic>
#include <map>
#include <thread>

#include "core/random.hpp"
#include "system/files.hpp"
#include "tests/server/store_fixtures.hpp"

namespace duello {
namespace {

using testing::IsEmpty;
using TroubleKind = StoreTrouble::Kind;

// More than it keeps in its log, at tables that are played at often and others that are not.
TEST_F(SqliteStoreTest, ManyInputsAreFoundAgainInOrder) {
  constexpr std::uint32_t kTables = 40;
  constexpr std::uint32_t kBatches = 20;
  auto store = opened();
  std::vector<std::uint32_t> last(kTables);
  const auto id = [](std::uint32_t table) { return cat("table-", table); };
  for (std::uint32_t i = 0; i < kTables; ++i) ASSERT_TRUE(store->add(stored_table(id(i))));
  const auto check = [&] {
    for (std::uint32_t i = 0; i < kTables; ++i)
      for (const std::uint32_t behind : {0U, last[i] / 2, last[i] - 1, last[i], last[i] + 5}) {
        const auto loaded = store->load(id(i), behind);
        ASSERT_TRUE(loaded && *loaded);
        ASSERT_EQ((*loaded)->inputs.size(), behind > last[i] ? 0 : last[i] - behind);
        for (std::uint32_t k = 0; k < (*loaded)->inputs.size(); ++k)
          ASSERT_EQ((*loaded)->inputs[k], cat("text ", behind + k + 1));
      }
  };
  for (std::uint32_t batch = 0; batch < kBatches; ++batch) {
    std::vector<StoredInput> inputs;
    for (std::uint32_t n = 0; n < 100; ++n)
      for (std::uint32_t i = 0; i < kTables; ++i)
        if (n % (i + 1) == batch % (i + 1)) {
          ++last[i];
          inputs.push_back(stored_input(id(i), last[i], cat("text ", last[i])));
        }
    // What fails leaves nothing behind.
    auto bad = inputs;
    bad.push_back(stored_input("nowhere", 1));
    ASSERT_FALSE(store->append(bad));
    for (int i = 0; i < 5; ++i) {
      ASSERT_THAT(store->append(inputs).value_or(std::vector<bool>()), testing::Each(true));
      for (StoredInput& input : inputs) {
        auto& number = last[number_in<std::uint32_t>(input.table.substr(6)).value_or(0)];
        input.number = ++number;
        input.text = cat("text ", number);
      }
    }
    for (const StoredInput& input : inputs) --last[number_in<std::uint32_t>(input.table.substr(6)).value_or(0)];
    if (batch % 5 == 4) {
      store.reset();
      store = opened();
    }
  }
  check();
  EXPECT_THAT(*store->append(stored_inputs(id(0), last[0], last[0])), testing::Each(false));
  store.reset();
  store = opened();
  check();
}

TEST_F(SqliteStoreTest, BelongsToOneServerAtATime) {
  const auto store = opened();
  EXPECT_EQ(why_not(), cat("Another server uses '", file(), "'"));
  std::filesystem::create_symlink(file(), folder_.in("link"));
  EXPECT_EQ(why_not("link"), cat("Another server uses '", file(), "'"));
  EXPECT_TRUE(store->add(stored_table("a")));
}

TEST_F(SqliteStoreTest, IsForItsOwnerOnly) {
  const auto mode = [this](std::string_view name) {
    return static_cast<unsigned>(std::filesystem::status(folder_.in(name)).permissions());
  };
  const mode_t before = ::umask(0);
  auto store = opened();
  ASSERT_TRUE(store->add(stored_table("a")));
  ASSERT_TRUE(SqliteStore::copy(file(), folder_.in("copy")));
  ::umask(before);
  for (const char* const name : {"tables", "tables-wal", "tables-shm", "tables-lock", "copy"})
    EXPECT_EQ(mode(name), 0600U) << name;
  store.reset();
  std::filesystem::permissions(file(), std::filesystem::perms(0644));
  opened();
  EXPECT_EQ(mode("tables"), 0600U);
}

TEST_F(SqliteStoreTest, RefusesWhatIsNotItsOwn) {
  std::filesystem::create_directory(folder_.in("folder"));
  EXPECT_EQ(why_not("folder"), cat("'", folder_.in("folder"), "' cannot be written: Is a directory"));
  EXPECT_THAT(why_not("none/tables"), testing::EndsWith("/none/tables' cannot be written: No such file or directory"));
  const std::string text(2'000, 'x');
  ASSERT_TRUE(replace_file(file(), {}, text));
  EXPECT_EQ(why_not(), cat("'", file(), "' is not a database of this program"));
  EXPECT_EQ(*contents_of(file(), 10'000), text);
}

class ForeignDatabase : public SqliteStoreTest {
 protected:
  void execute(const char* statements) const {
    sqlite3* database = nullptr;
    ASSERT_EQ(sqlite3_open(file().c_str(), &database), SQLITE_OK);
    ASSERT_EQ(sqlite3_exec(database, statements, nullptr, nullptr, nullptr), SQLITE_OK);
    sqlite3_close(database);
  }
};

TEST_F(ForeignDatabase, IsLeftAlone) {
  execute("CREATE TABLE tables (id TEXT)");
  const auto before = contents_of(file(), 1 << 20);
  EXPECT_EQ(why_not(), cat("'", file(), "' is not a database of this program"));
  EXPECT_EQ(*contents_of(file(), 1 << 20), *before);
}

TEST_F(ForeignDatabase, OfANewerVersionIsLeftAlone) {
  opened();
  execute("PRAGMA user_version = 3");
  EXPECT_EQ(why_not(), cat("'", file(), "' was written by a newer version of this program"));
}

// As version 1 made it: tables, rows of many inputs, and a log whose rows overlap with them.
constexpr const char* kVersion1 = R"(
  PRAGMA application_id = 0x4475656c;
  PRAGMA user_version = 1;
  CREATE TABLE tables (
    id TEXT PRIMARY KEY, setup TEXT NOT NULL, hash1 TEXT NOT NULL, hash2 TEXT NOT NULL, created INTEGER NOT NULL,
    state INTEGER NOT NULL CHECK (state BETWEEN 0 AND 3), listed INTEGER NOT NULL, timed INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX listed_tables ON tables (state, created, id) WHERE listed = 1 AND state < 2;
  CREATE INDEX timed_tables ON tables (id) WHERE timed = 1 AND state = 1;
  CREATE TABLE log (batch INTEGER PRIMARY KEY, inputs TEXT NOT NULL) STRICT;
  CREATE TABLE inputs (
    table_id TEXT NOT NULL, first INTEGER NOT NULL, texts TEXT NOT NULL, PRIMARY KEY (table_id, first)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO tables VALUES ('a', '{"game":"any"}', 'h1', 'h2', 1000, 1, 0, 1), ('b', 'setup b', 'h3', '', 2000, 0, 1, 0),
    ('c', 'setup c', '', '', 3000, 2, 0, 0), ('d', 'setup d', '', '', 4000, 1, 0, 0);
  INSERT INTO inputs VALUES ('a', 1, '5:one, 3:2:2'), ('a', 3, '5:three'), ('c', 1, '3:end'), ('d', 1, '4:fine9:cut');
  INSERT INTO log VALUES (7, '1:a1:35:three1:b1:17:first b'), (8, '1:a1:44:fo:r1:a1:54:five');
)";

TEST_F(ForeignDatabase, OfAnOlderVersionIsUpgradedInPlace) {
  execute(kVersion1);
  auto store = opened();
  for (int twice = 0; twice < 2; ++twice) {
    const auto a = store->load("a", 0);
    ASSERT_TRUE(a && *a) << a.error().why;
    EXPECT_THAT((*a)->inputs, testing::ElementsAre("one, ", "2:2", "three", "fo:r", "five"));
    EXPECT_EQ((*a)->table.setup, R"({"game":"any"})");
    EXPECT_THAT((*a)->table.hashes, testing::ElementsAre("h1", "h2"));
    EXPECT_EQ((*a)->table.created, 1000);
    EXPECT_EQ((*a)->table.state, TableState::playing);
    EXPECT_TRUE((*a)->table.timed && !(*a)->table.listed);
    EXPECT_THAT((*store->load("b", 0))->inputs, testing::ElementsAre("first b"));
    EXPECT_THAT((*store->load("c", 0))->inputs, testing::ElementsAre("end"));
    EXPECT_EQ(store->load("d", 0).error().kind, TroubleKind::damaged);
    EXPECT_EQ(store->listed(TableState::open, 10)->size(), 1U);
    EXPECT_THAT(*store->timed("", 10), testing::ElementsAre("a"));
    store.reset();
    store = opened();
  }
  ASSERT_TRUE(store->append(std::vector{stored_input("a", 6, "", TableState::aborted)}));
  EXPECT_THAT(*store->append(stored_inputs("b", 1, 1)), testing::ElementsAre(false));
}

TEST_F(ForeignDatabase, ThatCannotBeUpgradedIsLeftAsItWas) {
  execute(kVersion1);
  execute("INSERT INTO log VALUES (9, '1:a1:6100:cut')");
  for (int twice = 0; twice < 2; ++twice)
    EXPECT_EQ(why_not(), cat("'", file(), "' is damaged: its log cannot be read"));
  execute("DELETE FROM log WHERE batch = 9");
  EXPECT_TRUE(*opened()->load("a", 0));
}

TEST_F(ForeignDatabase, WithoutItsTablesIsDamaged) {
  opened();
  execute("DROP TABLE inputs");
  EXPECT_EQ(why_not(), cat("'", file(), "' is damaged: something is missing in it"));
}

TEST_F(ForeignDatabase, FinishedTablesAreNotLookedThrough) {
  opened();
  sqlite3* database = nullptr;
  ASSERT_EQ(sqlite3_open(file().c_str(), &database), SQLITE_OK);
  for (const char* const query :
       {"SELECT id FROM tables WHERE timed = 1 AND state = 1 AND id > ? ORDER BY id LIMIT ?",
        "SELECT id FROM tables WHERE listed = 1 AND state < 2 AND state = ? ORDER BY created DESC, id DESC LIMIT ?"}) {
    sqlite3_stmt* plan = nullptr;
    ASSERT_EQ(sqlite3_prepare_v2(database, cat("EXPLAIN QUERY PLAN ", query).c_str(), -1, &plan, nullptr), SQLITE_OK);
    std::string text;
    while (sqlite3_step(plan) == SQLITE_ROW) text += reinterpret_cast<const char*>(sqlite3_column_text(plan, 3));
    EXPECT_THAT(text, testing::MatchesRegex("SEARCH tables USING (COVERING )?INDEX (timed|listed)_tables .*"));
    EXPECT_THAT(text, testing::Not(testing::HasSubstr("TEMP")));
    sqlite3_finalize(plan);
  }
  sqlite3_close(database);
}

// Any byte may be wrong: whatever is told of a table is what was stored of it, or else it is damaged.
TEST_F(SqliteStoreTest, NoDamageIsTakenForAnotherMove) {
  constexpr int kTables = 60;
  constexpr int kFlips = 400;
  std::map<int, std::vector<std::string>> texts;
  const auto id = [](int table) { return cat("table-", (table * 37) % 97); };
  {
    const auto store = opened();
    for (int i = 0; i < kTables; ++i) {
      StoredTable table = stored_table(id(i));
      table.setup = cat(R"({"game":"any","seed":")", i, std::string(200, 's'), "\"}");
      table.listed = i % 3 == 0;
      table.timed = i % 2 == 0;
      ASSERT_TRUE(store->add(table));
      const int inputs = 2 + i % 20;
      std::vector<StoredInput> batch;
      for (int n = 1; n <= inputs; ++n) {
        texts[i].push_back(cat(R"({"player":1,"at":17317368001)", n, R"(,"request":{"move":")", i * n, "\"}}"));
        const auto state = n == inputs && i % 4 == 0 ? TableState::over : TableState::playing;
        batch.push_back(stored_input(id(i), static_cast<std::uint32_t>(n), texts[i].back(), state));
      }
      ASSERT_TRUE(store->append(batch));
    }
  }
  const std::string whole = *contents_of(file(), 1 << 20);
  Random random(11);
  int unopened = 0;
  int damaged = 0;
  int shorter = 0;
  for (int flip = 0; flip < kFlips; ++flip) {
    std::string bytes = whole;
    const auto place = static_cast<std::size_t>(random.below(bytes.size()));
    bytes[place] = static_cast<char>(bytes[place] ^ static_cast<char>(1 + random.below(255)));
    ASSERT_TRUE(replace_file(folder_.in("damaged"), {}, bytes));
    const auto store = SqliteStore::open(folder_.in("damaged"));
    if (!store) {
      ++unopened;
      // The first page has what SQLite needs to read anything.
      EXPECT_LT(place, 4'096U) << store.error().why;
      continue;
    }
    int fine = 0;
    int played_on = 0;
    for (int i = 0; i < kTables; ++i) {
      const auto loaded = (*store)->load(id(i), 0);
      if (!loaded) {
        EXPECT_EQ(loaded.error().kind, TroubleKind::damaged) << loaded.error().why;
        continue;
      }
      if (!*loaded) continue;
      ++fine;
      const std::vector<std::string>& inputs = (*loaded)->inputs;
      ASSERT_LE(inputs.size(), texts[i].size());
      for (std::size_t n = 0; n < inputs.size(); ++n) ASSERT_EQ(inputs[n], texts[i][n]) << "byte " << place;
      // What says how long a row or a page is may hide the last rows there.
      shorter += inputs.size() < texts[i].size() ? 1 : 0;
      if (i % 4 == 0) {
        ASSERT_EQ(inputs.size(), texts[i].size()) << "byte " << place;
      }
      ASSERT_THAT((*loaded)->table.setup, testing::HasSubstr(cat(R"("seed":")", i, "sss")));
      if (flip % 20 != 0) continue;
      const auto next = static_cast<std::uint32_t>(inputs.size() + 1);
      const auto stored = (*store)->append(stored_inputs(id(i), next, next));
      played_on += stored && stored->front() ? 1 : 0;
    }
    if (flip % 20 == 0) {
      EXPECT_GT(played_on, kTables / 2) << "byte " << place;
    }
    damaged += kTables - fine;
    EXPECT_TRUE((*store)->listed(TableState::open, 100));
    EXPECT_TRUE((*store)->timed("", 100));
  }
  EXPECT_LT(unopened, kFlips / 10);
  EXPECT_LT(shorter, 3);
  EXPECT_GT(damaged, 0);
  EXPECT_LT(damaged, kFlips * kTables / 20);
}

// An input is found by the name of its table, which is stored with it and may be damaged, too. Nobody goes on from a
// position that was left behind.
TEST_F(SqliteStoreTest, NoTableLosesInputsUnnoticedWhoseNamesAreDamaged) {
  constexpr std::uint32_t kInputs = 12;
  const std::string id = "table-m";
  {
    const auto store = opened();
    for (const char* const each : {"table-a", "table-m", "table-z"}) {
      ASSERT_TRUE(store->add(stored_table(each)));
      ASSERT_TRUE(store->append(stored_inputs(each, 1, kInputs)));
    }
  }
  const std::string whole = *contents_of(file(), 1 << 20);
  int damaged = 0;
  for (std::uint32_t number = 1; number <= kInputs; ++number)
    for (const char letter : {'b', 'n', '~'}) {
      const std::string text = cat("text ", number);
      std::string bytes = whole;
      // A row has the name of its table, its number in a byte, which 1 does without, and its text. Pages that were
      // split may still hold a copy.
      const std::string row = cat(id, number == 1 ? "" : std::string(1, static_cast<char>(number)), text);
      std::size_t place = bytes.find(row);
      ASSERT_NE(place, bytes.npos) << number;
      for (; place != bytes.npos; place = bytes.find(row, place)) bytes[place + id.size() - 1] = letter;
      ASSERT_TRUE(replace_file(folder_.in("damaged"), {}, bytes));
      const auto store = SqliteStore::open(folder_.in("damaged"));
      ASSERT_TRUE(store) << store.error().why;
      const auto loaded = (*store)->load(id, 0);
      ASSERT_FALSE(loaded) << number << letter << ": " << (*loaded)->inputs.size();
      EXPECT_EQ(loaded.error().kind, TroubleKind::damaged) << loaded.error().why;
      ++damaged;
      // Names that are far out of their order may hide the inputs of others.
      for (const char* const other : {"table-a", "table-z"}) {
        if (letter == '~') break;
        const auto found = (*store)->load(other, 0);
        ASSERT_TRUE(found) << number << letter << ": " << found.error().why;
        EXPECT_EQ((*found)->inputs.size(), kInputs);
      }
    }
  EXPECT_EQ(damaged, kInputs * 3);
}

TEST_F(SqliteStoreTest, AChangedRowDamagesItsTableOnly) {
  {
    const auto store = opened();
    for (const char* const id : {"a", "b", "c", "d", "e", "f"}) {
      ASSERT_TRUE(store->add(stored_table(id)));
      ASSERT_TRUE(store->append(stored_inputs(id, 1, 3)));
    }
  }
  sqlite3* database = nullptr;
  ASSERT_EQ(sqlite3_open(file().c_str(), &database), SQLITE_OK);
  EXPECT_EQ(sqlite3_exec(database, R"(
    UPDATE inputs SET text = 'text 9' WHERE table_id = 'a' AND number = 2;
    UPDATE tables SET setup = replace(setup, 'any', 'all') WHERE id = 'b';
    DELETE FROM inputs WHERE table_id = 'c' AND number = 2;
    UPDATE tables SET hash2 = hash2 || 'x' WHERE id = 'e';
    DELETE FROM tables WHERE id = 'f')",
                         nullptr, nullptr, nullptr),
            SQLITE_OK);
  sqlite3_close(database);
  const auto store = opened();
  for (const auto& [id, why] : {std::pair{"a", "input 2 is not what was stored"},
                                {"b", "its setup is not what was stored"},
                                {"c", "input 2 is missing"},
                                {"e", "its setup is not what was stored"},
                                {"f", "its setup is missing"}}) {
    const auto loaded = store->load(id, 0);
    ASSERT_FALSE(loaded) << id;
    EXPECT_EQ(loaded.error().kind, TroubleKind::damaged);
    EXPECT_EQ(loaded.error().why, cat("The table '", id, "' is damaged: ", why));
  }
  EXPECT_EQ((*store->load("d", 0))->inputs.size(), 3U);
  EXPECT_FALSE(*store->load("never there", 0));
}

TEST_F(SqliteStoreTest, AFullDiskIsTroubleUntilThereIsRoom) {
  const auto store = opened();
  ASSERT_TRUE(store->add(stored_table("a")));
  std::uint32_t last = 0;
  const auto batch = [&] {
    return std::vector{stored_input("a", last + 1, std::string(3'000, 'x')),
                       stored_input("a", last + 2, std::string(3'000, 'y'), TableState::over)};
  };
  {
    const NoRoom full(200'000);
    auto stored = store->append(batch());
    for (; stored && last < 1'000; stored = store->append(batch())) last += 2;
    ASSERT_FALSE(stored);
    EXPECT_EQ(stored.error().kind, TroubleKind::full);
    EXPECT_EQ(stored.error().why, cat("'", file(), "' cannot be written; the disk may be full"));
    const auto added = store->add({.id = "b", .setup = std::string(200'000, 'x')});
    ASSERT_FALSE(added);
    EXPECT_EQ(added.error().kind, TroubleKind::full);
    const std::vector both{stored_table("c"), StoredTable{.id = "d", .setup = std::string(200'000, 'x')}};
    for (const auto& each : store->add_all(both)) EXPECT_FALSE(each);
    EXPECT_EQ((*store->load("a", 0))->inputs.size(), last);
  }
  EXPECT_GT(last, 0U);
  const auto stored = store->append(batch());
  ASSERT_TRUE(stored) << stored.error().why;
  EXPECT_EQ((*store->load("a", 0))->inputs.size(), last + 2);
  for (const char* const id : {"b", "c", "d"}) EXPECT_FALSE(*store->load(id, 0));
}

TEST_F(SqliteStoreTest, TheSpaceOfWhatIsDeletedIsUsedAgain) {
  const auto store = opened();
  std::uintmax_t size = 0;
  for (int round = 0; round < 12; ++round) {
    for (int i = 0; i < 20; ++i) {
      const std::string id = cat("round-", round, "-table-", i);
      ASSERT_TRUE(store->add(stored_table(id)));
      std::vector<StoredInput> inputs;
      for (std::uint32_t n = 1; n <= 40; ++n) inputs.push_back(stored_input(id, n, std::string(300, 'x')));
      inputs.back().state = TableState::withdrawn;
      ASSERT_TRUE(store->append(inputs));
    }
    while (*store->purge({}, wall_time() + 7'200'000)) {
    }
    EXPECT_EQ(rows(), 0);
    ASSERT_TRUE(SqliteStore::copy(file(), folder_.in("copy")));  // without the file beside it
    if (round == 2) size = std::filesystem::file_size(folder_.in("copy"));
  }
  EXPECT_LE(std::filesystem::file_size(folder_.in("copy")), size + size / 10);
}

TEST_F(SqliteStoreTest, ABackupIsWholeAndOfOneMoment) {
  const auto store = opened();
  for (const char* const id : {"a", "b"}) ASSERT_TRUE(store->add(stored_table(id)));
  std::atomic<std::uint32_t> last = 0;
  std::atomic<bool> is_over = false;
  std::thread writer([&] {
    for (std::uint32_t i = 1; !is_over; ++i) {
      ASSERT_TRUE(store->append(std::vector{stored_input("a", i, std::string(1'000, 'x')), stored_input("b", i)}));
      last = i;
    }
  });
  for (int i = 0; i < 5; ++i) {
    while (last < static_cast<std::uint32_t>(20 * (i + 1))) std::this_thread::yield();
    const std::uint32_t before = last;
    const auto made = SqliteStore::copy(file(), folder_.in("copy"));
    EXPECT_TRUE(made) << made.error().why;
    const auto copy = opened("copy");
    const std::size_t inputs = (*copy->load("a", 0))->inputs.size();
    EXPECT_GE(inputs, before);
    EXPECT_EQ((*copy->load("b", 0))->inputs.size(), inputs);
  }
  is_over = true;
  writer.join();
  EXPECT_EQ((*store->load("a", 0))->inputs.size(), last);
}

TEST_F(SqliteStoreTest, ABackupReplacesAnOlderOneAndNothingElse) {
  const auto store = opened();
  ASSERT_TRUE(store->add(stored_table("a")));
  ASSERT_TRUE(replace_file(folder_.in("diary"), {}, "something else"));
  const auto refused = SqliteStore::copy(file(), folder_.in("diary"));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().why, cat("'", folder_.in("diary"), "' is there already, and no older backup"));
  for (int twice = 0; twice < 2; ++twice) EXPECT_TRUE(SqliteStore::copy(file(), folder_.in("copy")));
  EXPECT_TRUE(*opened("copy")->load("a", 0));
  std::filesystem::create_symlink(file(), folder_.in("link"));
  for (const char* const name : {"tables", "tables-wal", "link"}) {
    const auto made = SqliteStore::copy(file(), folder_.in(name));
    ASSERT_FALSE(made);
    EXPECT_EQ(made.error().why, cat("'", folder_.in(name), "' is what is to be copied"));
  }
  ASSERT_TRUE(replace_file(folder_.in("other-wal"), {}, "what is in no file yet"));
  EXPECT_FALSE(SqliteStore::copy(file(), folder_.in("other")));
  std::filesystem::create_directory(folder_.in("folder"));
  const auto made = SqliteStore::copy(file(), folder_.in("folder"));
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().why, cat("'", folder_.in("folder"), "' is not a regular file"));
  EXPECT_EQ(why_not(), cat("Another server uses '", file(), "'"));
  EXPECT_TRUE(*store->load("a", 0));
}

TEST_F(SqliteStoreTest, ABackupThatFindsNoRoomLeavesTheLastOne) {
  const auto store = opened();
  ASSERT_TRUE(store->add(stored_table("a")));
  ASSERT_TRUE(SqliteStore::copy(file(), folder_.in("copy")));
  ASSERT_TRUE(store->append(std::vector{stored_input("a", 1, std::string(300'000, 'x'))}));
  {
    const NoRoom full(200'000);
    const auto made = SqliteStore::copy(file(), folder_.in("copy"));
    ASSERT_FALSE(made);
    EXPECT_EQ(made.error().kind, TroubleKind::full) << made.error().why;
  }
  EXPECT_THAT((*opened("copy")->load("a", 0))->inputs, IsEmpty());
  EXPECT_TRUE(SqliteStore::copy(file(), folder_.in("copy")));
  EXPECT_EQ((*opened("copy")->load("a", 0))->inputs.size(), 1U);
}

TEST_F(SqliteStoreTest, OthersBackItUpWhileItIsInUse) {
  const auto store = opened();
  ASSERT_TRUE(store->add(stored_table("a")));
  const pid_t child = ::fork();
  if (child == 0) ::_exit(SqliteStore::copy(file(), folder_.in("copy")) ? 0 : 1);
  int status = 1;
  ::waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  EXPECT_TRUE(*opened("copy")->load("a", 0));
  ASSERT_TRUE(store->append(stored_inputs("a", 1, 1)));
}

}  // namespace
}  // namespace duello
