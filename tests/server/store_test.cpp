// What is durable, whichever database keeps it: numbers without gaps, the first who comes, and nothing lost that was
// answered.
#include "server/store.hpp"

#include <gmock/gmock.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <atomic>
#include <thread>

#include "server/postgres_store.hpp"
#include "server/sqlite_store.hpp"
#include "system/descriptor.hpp"
#include "system/files.hpp"
#include "tests/server/private_postgres.hpp"
#include "tests/server/store_testing.hpp"

namespace duello {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using TroubleKind = StoreTrouble::Kind;

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

const testing::Environment* const kPostgres = testing::AddGlobalTestEnvironment(new Postgres);

class PostgresStoreTest : public testing::Test {
 protected:
  void SetUp() override {
    postgres_ = Postgres::get();
    if (postgres_ == nullptr && Postgres::why().starts_with("PostgreSQL is not installed"))
      GTEST_SKIP() << Postgres::why();
    ASSERT_NE(postgres_, nullptr) << Postgres::why();
    database_ = postgres_->new_database();
  }
  std::unique_ptr<PostgresStore> opened() const {
    auto store = PostgresStore::open(postgres_->address(database_));
    EXPECT_TRUE(store) << store.error().why;
    return store ? *std::move(store) : nullptr;
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

  StoreFolder folder_;
};

template <class Fixture>
class TableStoreTest : public Fixture {
 protected:
  void SetUp() override {
    Fixture::SetUp();
    if (!this->IsSkipped() && !this->HasFatalFailure()) store_ = this->opened();
  }
  void reopen() {
    store_.reset();
    store_ = this->opened();
  }
  // All inputs of a table, one behind the other.
  std::string all(const std::string& table, std::uint32_t behind = 0) {
    const auto loaded = store_->load(table, behind);
    if (!loaded) return loaded.error().why;
    if (!*loaded) return "no such table";
    return joined((*loaded)->inputs, "|");
  }
  TableState state_of(const std::string& table) { return (*store_->load(table, 0))->table.state; }

  std::unique_ptr<TableStore> store_;
};

using Fixtures = testing::Types<SqliteStoreTest, PostgresStoreTest>;
struct FixtureNames {
  template <class Fixture>
  static std::string GetName(int) {  // NOLINT: GoogleTest's name
    return std::is_same_v<Fixture, SqliteStoreTest> ? "Sqlite" : "Postgres";
  }
};
TYPED_TEST_SUITE(TableStoreTest, Fixtures, FixtureNames);

TYPED_TEST(TableStoreTest, WhatWasAddedIsLoadedAfterOpeningAgain) {
  StoredTable table = stored_table("a");
  table.setup = R"({"name":"Zoë \"the\" {1,2} \\ 'x'"})";
  table.listed = true;
  ASSERT_TRUE(this->store_->add(table));
  const std::string text = R"({"request":{"move":"{\"1\",\\2}"},"name":"Łódź ♞"})";
  const auto stored =
      this->store_->append(std::vector{stored_input("a", 1, text), stored_input("a", 2, "", TableState::over)});
  ASSERT_TRUE(stored) << stored.error().why;
  EXPECT_THAT(*stored, ElementsAre(true, true));
  this->reopen();
  const auto loaded = this->store_->load("a", 0);
  ASSERT_TRUE(loaded && *loaded);
  const StoredTable& found = (*loaded)->table;
  EXPECT_EQ(found.id, "a");
  EXPECT_EQ(found.setup, table.setup);
  EXPECT_EQ(found.hashes, table.hashes);
  EXPECT_EQ(found.created, table.created);
  EXPECT_EQ(found.state, TableState::over);
  EXPECT_TRUE(found.listed);
  EXPECT_FALSE(found.timed);
  EXPECT_THAT((*loaded)->inputs, ElementsAre(text, ""));
}

TYPED_TEST(TableStoreTest, NoTableIsAddedTwice) {
  ASSERT_TRUE(this->store_->add(stored_table("a")));
  const auto again = this->store_->add(stored_table("a"));
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().kind, TroubleKind::broken);
  EXPECT_EQ(again.error().why, "There is a table 'a' already");
}

TYPED_TEST(TableStoreTest, TablesThatAreAddedTogetherHaveTheirOwnFates) {
  ASSERT_TRUE(this->store_->add(stored_table("b")));
  const std::vector tables{stored_table("a"), stored_table("b"), stored_table("c"), stored_table("c")};
  const auto added = this->store_->add_all(tables);
  ASSERT_EQ(added.size(), 4U);
  EXPECT_TRUE(added[0] && added[2]);
  ASSERT_TRUE(!added[1] && !added[3]);
  EXPECT_EQ(added[1].error().why, "There is a table 'b' already");
  EXPECT_EQ(added[3].error().why, "There is a table 'c' already");
  for (const char* const id : {"a", "b", "c"}) EXPECT_TRUE(this->store_->append(stored_inputs(id, 1, 2)));
}

TYPED_TEST(TableStoreTest, OnlyWhatIsBehindANumberIsLoaded) {
  ASSERT_TRUE(this->store_->add(stored_table("a")));
  ASSERT_TRUE(this->store_->append(stored_inputs("a", 1, 12)));
  EXPECT_EQ(this->all("a", 9), "text 10|text 11|text 12");
  EXPECT_EQ(this->all("a", 12), "");
  EXPECT_EQ(this->all("a", 20), "");
  EXPECT_EQ(this->all("b"), "no such table");
}

TYPED_TEST(TableStoreTest, ANumberIsTakenOnce) {
  ASSERT_TRUE(this->store_->add(stored_table("a")));
  ASSERT_TRUE(this->store_->add(stored_table("b")));
  ASSERT_TRUE(this->store_->append(stored_inputs("a", 1, 3)));
  const auto stored = this->store_->append(
      std::vector{stored_input("b", 1, "b1"), stored_input("a", 3, "late"), stored_input("b", 2, "b2")});
  ASSERT_TRUE(stored) << stored.error().why;
  EXPECT_THAT(*stored, ElementsAre(true, false, true));
  EXPECT_EQ(this->all("a"), "text 1|text 2|text 3");
  EXPECT_EQ(this->all("b"), "b1|b2");
}

TYPED_TEST(TableStoreTest, NothingIsStoredBehindANumberThatWasTaken) {
  ASSERT_TRUE(this->store_->add(stored_table("a")));
  ASSERT_TRUE(this->store_->append(stored_inputs("a", 1, 3)));
  const auto stored = this->store_->append(
      std::vector{stored_input("a", 3, "late"), stored_input("a", 4, "for another position", TableState::over)});
  ASSERT_TRUE(stored) << stored.error().why;
  EXPECT_THAT(*stored, ElementsAre(false, false));
  EXPECT_EQ(this->all("a"), "text 1|text 2|text 3");
  EXPECT_EQ(this->state_of("a"), TableState::playing);
}

TYPED_TEST(TableStoreTest, AGapIsTroubleAndNothingOfTheBatchIsStored) {
  ASSERT_TRUE(this->store_->add(stored_table("a")));
  ASSERT_TRUE(this->store_->add(stored_table("b")));
  for (const auto& batch : {std::vector{stored_input("b", 1), stored_input("a", 2)},
                            std::vector{stored_input("b", 1), stored_input("a", 1), stored_input("a", 3)},
                            std::vector{stored_input("b", 1), stored_input("c", 1)}}) {
    const auto stored = this->store_->append(batch);
    ASSERT_FALSE(stored);
    EXPECT_EQ(stored.error().kind, TroubleKind::broken);
    EXPECT_EQ(this->all("a"), "");
    EXPECT_EQ(this->all("b"), "");
  }
  EXPECT_TRUE(this->store_->append(stored_inputs("a", 1, 1)));
}

TYPED_TEST(TableStoreTest, ATableIsInTheStateBehindItsLastInput) {
  ASSERT_TRUE(this->store_->add(stored_table("a")));
  EXPECT_EQ(this->state_of("a"), TableState::open);
  ASSERT_TRUE(this->store_->append(std::vector{stored_input("a", 1), stored_input("a", 2, "", TableState::over),
                                               stored_input("a", 3, "", TableState::playing)}));
  EXPECT_EQ(this->state_of("a"), TableState::playing);
  ASSERT_TRUE(this->store_->append(std::vector{stored_input("a", 4, "", TableState::withdrawn)}));
  EXPECT_EQ(this->state_of("a"), TableState::withdrawn);
}

TYPED_TEST(TableStoreTest, TheFirstWhoComesGetsTheSeat) {
  ASSERT_TRUE(this->store_->add(stored_table("a")));
  EXPECT_FALSE(*this->store_->take_seat("a", 0, "bb"));
  EXPECT_TRUE(*this->store_->take_seat("a", 1, "bb"));
  EXPECT_TRUE(*this->store_->take_seat("a", 1, "bb"));  // whoever did not hear the answer asks again
  EXPECT_FALSE(*this->store_->take_seat("a", 1, "cc"));
  EXPECT_FALSE(*this->store_->take_seat("b", 1, "cc"));
  EXPECT_THAT((*this->store_->load("a", 0))->table.hashes, ElementsAre("aa", "bb"));
}

TYPED_TEST(TableStoreTest, NobodySitsDownAtATableThatWasWithdrawn) {
  ASSERT_TRUE(this->store_->add(stored_table("a")));
  ASSERT_TRUE(this->store_->append(std::vector{stored_input("a", 1, "", TableState::withdrawn)}));
  EXPECT_FALSE(*this->store_->take_seat("a", 1, "bb"));
}

TYPED_TEST(TableStoreTest, ListsTheNewestFirst) {
  for (int i = 0; i < 6; ++i) {
    StoredTable table = stored_table(std::string(1, "dbfaec"[i]));
    table.created = i / 2;
    table.listed = i != 3;
    ASSERT_TRUE(this->store_->add(table));
  }
  ASSERT_TRUE(this->store_->append(std::vector{stored_input("f", 1), stored_input("c", 1, "", TableState::over)}));
  const auto ids = [this](TableState state, int most) {
    std::string text;
    const auto tables = this->store_->listed(state, most);
    for (const StoredTable& table : *tables) text += table.id;
    return text;
  };
  EXPECT_EQ(ids(TableState::open, 10), "edb");
  EXPECT_EQ(ids(TableState::open, 2), "ed");
  EXPECT_EQ(ids(TableState::playing, 10), "f");
  EXPECT_EQ(ids(TableState::over, 10), "c");
  EXPECT_EQ(ids(TableState::withdrawn, 10), "");
}

TYPED_TEST(TableStoreTest, TellsPageByPageWhereAClockRuns) {
  for (const char* const id : {"b", "D", "a", "_", "c", "-", "e"}) {
    StoredTable table = stored_table(id);
    table.timed = table.id != "c";
    ASSERT_TRUE(this->store_->add(table));
    if (table.id == "e") continue;
    ASSERT_TRUE(this->store_->append(stored_inputs(id, 1, 1)));
  }
  ASSERT_TRUE(this->store_->append(std::vector{stored_input("a", 2, "", TableState::over)}));
  EXPECT_THAT(*this->store_->timed("", 2), ElementsAre("-", "D"));
  EXPECT_THAT(*this->store_->timed("D", 2), ElementsAre("_", "b"));
  EXPECT_THAT(*this->store_->timed("b", 2), IsEmpty());
}

TYPED_TEST(TableStoreTest, StoresALargeBatch) {
  std::vector<StoredInput> inputs;
  for (int i = 0; i < 50; ++i) {
    const std::string id = cat("table-number-", i);
    ASSERT_TRUE(this->store_->add(stored_table(id)));
    for (std::uint32_t n = 1; n <= 20; ++n) inputs.push_back(stored_input(id, n, std::string(500, 'x')));
  }
  const auto stored = this->store_->append(inputs);
  ASSERT_TRUE(stored) << stored.error().why;
  EXPECT_EQ(stored->size(), 1'000U);
  EXPECT_THAT(*stored, testing::Each(true));
}

TYPED_TEST(TableStoreTest, WhatWasAnsweredIsThereAfterAKill) {
  ASSERT_TRUE(this->store_->add(stored_table("a")));
  this->store_.reset();
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    const auto store = this->opened();
    for (std::uint32_t i = 1; store->append(stored_inputs("a", i, i)); ++i)
      if (::write(ends[1], &i, sizeof i) != sizeof i) break;
    ::_exit(1);
  }
  const Descriptor in(ends[0]);
  ::close(ends[1]);
  std::uint32_t answered = 0;
  while (answered < 40 && ::read(in.number(), &answered, sizeof answered) == sizeof answered) {
  }
  ::kill(child, SIGKILL);
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_TRUE(WIFSIGNALED(status));
  while (::read(in.number(), &answered, sizeof answered) == sizeof answered) {
  }
  EXPECT_GE(answered, 40U);
  this->reopen();
  const auto loaded = this->store_->load("a", 0);
  ASSERT_TRUE(loaded && *loaded);
  const auto found = static_cast<std::uint32_t>((*loaded)->inputs.size());
  EXPECT_GE(found, answered);
  EXPECT_TRUE(this->store_->append(stored_inputs("a", found + 1, found + 1)));
}

// SQLite

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

// A commit writes beside the file; what is there goes to where it belongs when nobody waits, and when it is much.
TEST_F(SqliteStoreTest, ManyPagesAreBroughtHomeWhenItIsTidied) {
  constexpr std::uint32_t kSize = 100;  // of a batch
  const auto store = opened();
  ASSERT_TRUE(store->add(stored_table("a")));
  const auto size = [this] { return std::filesystem::file_size(file()); };
  const auto before = size();
  std::vector<StoredInput> inputs;
  for (std::uint32_t i = 1; i <= kSize; ++i) inputs.push_back(stored_input("a", i, std::string(5'000, 'x')));
  for (std::uint32_t batch = 0; batch < 12; ++batch) {
    ASSERT_TRUE(store->append(inputs));
    for (StoredInput& input : inputs) input.number += kSize;
    if (batch == 0) store->tidy();
    ASSERT_EQ(size(), before);
  }
  store->tidy();
  EXPECT_GT(size(), before + 5'000'000);
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
  ASSERT_TRUE(store->back_up(folder_.in("copy")));
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
  execute("PRAGMA user_version = 2");
  EXPECT_EQ(why_not(), cat("'", file(), "' was written by a newer version of this program"));
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
    const auto made = store->back_up(folder_.in("copy"));
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
  const auto refused = store->back_up(folder_.in("diary"));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().why, cat("'", folder_.in("diary"), "' is there already, and no older backup"));
  for (int twice = 0; twice < 2; ++twice) EXPECT_TRUE(store->back_up(folder_.in("copy")));
  EXPECT_TRUE(*opened("copy")->load("a", 0));
  std::filesystem::create_symlink(file(), folder_.in("link"));
  for (const char* const name : {"tables", "tables-wal", "link"}) {
    const auto made = store->back_up(folder_.in(name));
    ASSERT_FALSE(made);
    EXPECT_EQ(made.error().why, cat("'", folder_.in(name), "' is what is to be copied"));
  }
  ASSERT_TRUE(replace_file(folder_.in("other-wal"), {}, "what is in no file yet"));
  EXPECT_FALSE(store->back_up(folder_.in("other")));
  std::filesystem::create_directory(folder_.in("folder"));
  const auto made = store->back_up(folder_.in("folder"));
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().why, cat("'", folder_.in("folder"), "' is not a regular file"));
  EXPECT_EQ(why_not(), cat("Another server uses '", file(), "'"));
  EXPECT_TRUE(*store->load("a", 0));
}

TEST_F(SqliteStoreTest, ABackupThatFindsNoRoomLeavesTheLastOne) {
  const auto store = opened();
  ASSERT_TRUE(store->add(stored_table("a")));
  ASSERT_TRUE(store->back_up(folder_.in("copy")));
  ASSERT_TRUE(store->append(std::vector{stored_input("a", 1, std::string(300'000, 'x'))}));
  {
    const NoRoom full(200'000);
    const auto made = store->back_up(folder_.in("copy"));
    ASSERT_FALSE(made);
    EXPECT_EQ(made.error().kind, TroubleKind::full) << made.error().why;
  }
  EXPECT_THAT((*opened("copy")->load("a", 0))->inputs, IsEmpty());
  EXPECT_TRUE(store->back_up(folder_.in("copy")));
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

// PostgreSQL

TEST_F(PostgresStoreTest, TwoMayBeginAtOnce) {
  std::vector<std::thread> threads;
  std::atomic<int> fine = 0;
  for (int i = 0; i < 6; ++i) threads.emplace_back([&] { fine += opened() != nullptr ? 1 : 0; });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(fine, 6);
}

TEST_F(PostgresStoreTest, WhatIsMeantForOnePositionIsStoredTogetherOrNotAtAll) {
  const std::vector<std::string> tables{"a", "b", "c"};
  for (const std::string& table : tables) ASSERT_TRUE(opened()->add(stored_table(table)));
  std::atomic<int> taken = 0;
  const auto play = [&](const std::string& name) {
    const auto store = opened();
    for (int i = 0; i < 60; ++i) {
      std::vector<StoredInput> batch;
      for (std::size_t k = 0; k < tables.size(); ++k) {
        const std::string& table = tables[name == "x" ? k : tables.size() - 1 - k];
        const auto last = static_cast<std::uint32_t>((*store->load(table, 0))->inputs.size());
        for (std::uint32_t n = 1; n <= 2; ++n) batch.push_back(stored_input(table, last + n, cat(name, i, '/', n)));
      }
      const auto stored = store->append(batch);
      ASSERT_TRUE(stored) << stored.error().why;
      for (std::size_t k = 0; k < batch.size(); k += 2) EXPECT_EQ((*stored)[k], (*stored)[k + 1]);
      taken += static_cast<int>(std::ranges::count(*stored, false));
    }
  };
  std::thread other(play, "y");
  play("x");
  other.join();
  EXPECT_GT(taken, 0);
  const auto store = opened();
  std::size_t all = 0;
  for (const std::string& table : tables) {
    const auto inputs = (*store->load(table, 0))->inputs;
    all += inputs.size();
    for (std::size_t i = 0; i < inputs.size(); i += 2)
      EXPECT_EQ(inputs[i].substr(0, inputs[i].size() - 1), inputs[i + 1].substr(0, inputs[i].size() - 1));
  }
  EXPECT_EQ(all + static_cast<std::size_t>(taken), std::size_t{240} * tables.size());
}

TEST_F(PostgresStoreTest, OneOfManyGetsTheSeat) {
  ASSERT_TRUE(opened()->add(stored_table("a")));
  std::vector<std::thread> threads;
  std::atomic<int> winners = 0;
  for (int i = 0; i < 6; ++i)
    threads.emplace_back([&, i] { winners += *opened()->take_seat("a", 1, cat("hash ", i)) ? 1 : 0; });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(winners, 1);
}

TEST_F(PostgresStoreTest, TellsWhatOthersHaveChanged) {
  const auto one = opened();
  const auto two = opened();
  EXPECT_TRUE(one->is_shared());
  // Whoever begins to listen may have missed anything.
  EXPECT_THAT(*one->changed_elsewhere(1'000), ElementsAre(""));
  std::vector<StoredInput> batch;
  std::vector<std::string> expected;
  for (int i = 0; i < 500; ++i) {
    expected.push_back(cat("table-number-", 100 + i));
    ASSERT_TRUE(one->add(stored_table(expected.back())));
    batch.push_back(stored_input(expected.back(), 1));
  }
  ASSERT_TRUE(two->append(batch));
  std::vector<std::string> changed;
  while (changed.size() < expected.size()) {
    const auto more = one->changed_elsewhere(1'000);
    ASSERT_TRUE(more && !more->empty());
    changed.insert(changed.end(), more->begin(), more->end());
  }
  std::ranges::sort(changed);
  EXPECT_EQ(changed, expected);
  // Not what was its own, nor what came too late.
  ASSERT_TRUE(one->append(std::vector{stored_input(expected[0], 2)}));
  ASSERT_TRUE(two->append(std::vector{stored_input(expected[0], 2)}));
  EXPECT_THAT(*one->changed_elsewhere(50), IsEmpty());
  ASSERT_TRUE(one->add(stored_table("a")));
  ASSERT_TRUE(two->take_seat("a", 1, "bb"));
  EXPECT_THAT(*one->changed_elsewhere(1'000), ElementsAre("a"));
}

TEST_F(PostgresStoreTest, ADatabaseThatWasAwayComesBack) {
  const auto store = opened();
  ASSERT_TRUE(store->add(stored_table("a")));
  EXPECT_THAT(*store->changed_elsewhere(1'000), ElementsAre(""));
  postgres_->stop();
  for (int i = 0; i < 20; ++i) {
    const auto began = std::chrono::steady_clock::now();
    const auto stored = store->append(stored_inputs("a", 1, 1));
    EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::milliseconds(2'500));
    ASSERT_FALSE(stored);
    EXPECT_EQ(stored.error().kind, TroubleKind::lost);
    EXPECT_THAT(stored.error().why, testing::StartsWith("The database is away: "));
    EXPECT_THAT(stored.error().why, testing::Not(testing::HasSubstr("a-secret")));
  }
  EXPECT_FALSE(store->changed_elsewhere(10));
  EXPECT_FALSE(PostgresStore::open(postgres_->address(database_)));
  ASSERT_TRUE(postgres_->start());
  const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(8);
  auto stored = store->append(stored_inputs("a", 1, 1));
  while (!stored && std::chrono::steady_clock::now() < until) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    stored = store->append(stored_inputs("a", 1, 1));
  }
  ASSERT_TRUE(stored) << stored.error().why;
  auto changed = store->changed_elsewhere(10);
  while (!changed && std::chrono::steady_clock::now() < until) changed = store->changed_elsewhere(10);
  ASSERT_TRUE(changed);
  EXPECT_THAT(*changed, ElementsAre(""));
}

TEST_F(PostgresStoreTest, AConnectionThatWasCutWhileNobodyLookedIsNotMissed) {
  const auto store = opened();
  ASSERT_TRUE(store->add(stored_table("a")));
  postgres_->stop();
  ASSERT_TRUE(postgres_->start());
  const auto stored = store->append(stored_inputs("a", 1, 1));
  EXPECT_TRUE(stored) << stored.error().why;
}

TEST_F(PostgresStoreTest, ADatabaseThatHangsIsNotWaitedFor) {
  const auto store = opened();
  ASSERT_TRUE(store->add(stored_table("a")));
  std::thread other(
      [&] { postgres_->execute(database_, "BEGIN; LOCK TABLE duello_tables; SELECT pg_sleep(2.5); COMMIT"); });
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  const auto began = std::chrono::steady_clock::now();
  const auto stored = store->append(stored_inputs("a", 1, 1));
  EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::milliseconds(2'500));
  ASSERT_FALSE(stored);
  EXPECT_EQ(stored.error().kind, TroubleKind::lost);
  other.join();
  EXPECT_TRUE(store->append(stored_inputs("a", 1, 1)));
}

TEST_F(PostgresStoreTest, ADiskThatIsFullIsTroubleUntilThereIsRoom) {
  const auto store = opened();
  ASSERT_TRUE(store->add(stored_table("a")));
  ASSERT_EQ(postgres_->execute(database_, R"(
    CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$;
    CREATE TRIGGER no_room BEFORE UPDATE ON duello_tables EXECUTE FUNCTION no_room())"),
            "");
  const auto stored = store->append(stored_inputs("a", 1, 1));
  ASSERT_FALSE(stored);
  EXPECT_EQ(stored.error().kind, TroubleKind::full);
  EXPECT_THAT((*store->load("a", 0))->inputs, IsEmpty());
  ASSERT_EQ(postgres_->execute(database_, "DROP TRIGGER no_room ON duello_tables"), "");
  EXPECT_TRUE(store->append(stored_inputs("a", 1, 1)));
}

TEST_F(PostgresStoreTest, OfANewerVersionIsLeftAlone) {
  opened();
  ASSERT_EQ(postgres_->execute(database_, "UPDATE duello_version SET version = 2"), "");
  const auto store = PostgresStore::open(postgres_->address(database_));
  ASSERT_FALSE(store);
  EXPECT_EQ(store.error().why, "The database was written by a newer version of this program");
}

TEST_F(PostgresStoreTest, MustSpeakUtf8) {
  ASSERT_EQ(postgres_->execute("postgres", "CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0"), "");
  const auto store = PostgresStore::open(postgres_->address("latin"));
  ASSERT_FALSE(store);
  EXPECT_EQ(store.error().why, "The database must have the encoding UTF8");
}

TEST_F(PostgresStoreTest, FinishedTablesAreNotLookedThrough) {
  opened();
  ASSERT_EQ(postgres_->execute(database_, R"(
    INSERT INTO duello_tables SELECT 'id ' || i, '', '', '', i, 2, true, true FROM generate_series(1, 20000) AS i;
    ANALYZE duello_tables;
    PREPARE timed (text, bigint) AS
      SELECT id FROM duello_tables WHERE timed AND state = 1 AND id > $1 ORDER BY id LIMIT $2;
    PREPARE listed (smallint, bigint) AS SELECT id FROM duello_tables WHERE listed AND state < 2 AND state = $1
      ORDER BY created DESC, id DESC LIMIT $2;
    SET plan_cache_mode = force_generic_plan;
    CREATE FUNCTION check_plan(query text, index text) RETURNS void LANGUAGE plpgsql AS $$
    DECLARE line text; plan text := ''; BEGIN
      FOR line IN EXECUTE 'EXPLAIN ' || query LOOP plan := plan || line; END LOOP;
      IF plan NOT LIKE '%' || index || '%' OR plan LIKE '%Sort%' THEN RAISE EXCEPTION '%', plan; END IF;
    END $$;
    SELECT check_plan('EXECUTE timed ('''', 10)', 'duello_timed');
    SELECT check_plan('EXECUTE listed (0::smallint, 10)', 'duello_listed'))"),
            "");
}

TEST_F(PostgresStoreTest, IsBackedUpByItsOwnProgram) {
  const auto made = opened()->back_up("copy");
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().why, "A PostgreSQL database is backed up with its own pg_dump");
}

}  // namespace
}  // namespace duello
