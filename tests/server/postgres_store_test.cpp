// What is particular to PostgreSQL.
#include "server/postgres_store.hpp"

#include <gmock/gmock.h>

#include <atomic>
#include <barrier>
#include <thread>

#include "tests/server/store_fixtures.hpp"

namespace duello {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using TroubleKind = StoreTrouble::Kind;

constexpr int kLong = std::chrono::milliseconds(kTestPatience).count();

TEST_F(PostgresStoreTest, TwoMayBeginAtOnce) {
  std::vector<std::thread> threads;
  std::atomic<int> fine = 0;
  for (int i = 0; i < 6; ++i) threads.emplace_back([&] { fine += opened() != nullptr ? 1 : 0; });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(fine, 6);
}

TEST_F(PostgresStoreTest, WhatIsMeantForOnePositionIsStoredTogetherOrNotAtAll) {
  constexpr int kRounds = 60;
  const std::vector<std::string> tables{"a", "b", "c"};
  for (const std::string& table : tables) ASSERT_TRUE(opened()->add(stored_table(table)));
  std::atomic<int> taken = 0;
  // Both have looked before either writes, so in every round each table's place is wanted twice.
  std::barrier both(2);
  const auto play = [&](const std::string& name) {
    const auto store = opened();
    for (int i = 0; i < kRounds; ++i) {
      std::vector<StoredInput> batch;
      for (std::size_t k = 0; k < tables.size(); ++k) {
        const std::string& table = tables[name == "x" ? k : tables.size() - 1 - k];
        const auto last = static_cast<std::uint32_t>((*store->load(table, 0))->inputs.size());
        for (std::uint32_t n = 1; n <= 2; ++n) batch.push_back(stored_input(table, last + n, cat(name, i, '/', n)));
      }
      both.arrive_and_wait();
      const auto stored = store->append(batch);
      both.arrive_and_wait();
      if (!stored) {
        ADD_FAILURE() << stored.error().why;
        continue;
      }
      for (std::size_t k = 0; k < batch.size(); k += 2) EXPECT_EQ((*stored)[k], (*stored)[k + 1]);
      taken += static_cast<int>(std::ranges::count(*stored, false));
    }
  };
  std::thread other(play, "y");
  play("x");
  other.join();
  EXPECT_EQ(static_cast<std::size_t>(taken), std::size_t{2} * kRounds * tables.size());
  const auto store = opened();
  for (const std::string& table : tables) {
    const auto inputs = (*store->load(table, 0))->inputs;
    EXPECT_EQ(inputs.size(), std::size_t{2} * kRounds);
    for (std::size_t i = 0; i + 1 < inputs.size(); i += 2)
      EXPECT_EQ(inputs[i].substr(0, inputs[i].size() - 1), inputs[i + 1].substr(0, inputs[i].size() - 1));
  }
}

TEST_F(PostgresStoreTest, TellsWhatOthersHaveChanged) {
  const auto one = opened();
  const auto two = opened();
  EXPECT_TRUE(one->is_shared());
  // Whoever begins to listen may have missed anything.
  EXPECT_THAT(*one->changed_elsewhere(kLong), ElementsAre(""));
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
    const auto more = one->changed_elsewhere(kLong);
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
  ASSERT_TRUE(two->append(std::vector{stored_input("a", 1)}));
  EXPECT_THAT(*one->changed_elsewhere(kLong), ElementsAre("a"));
}

TEST_F(PostgresStoreTest, ADatabaseThatWasAwayComesBack) {
  const auto store = opened();
  ASSERT_TRUE(store->add(stored_table("a")));
  EXPECT_THAT(*store->changed_elsewhere(kLong), ElementsAre(""));
  postgres_->stop();
  for (int i = 0; i < 20; ++i) {
    const auto stored = store->append(stored_inputs("a", 1, 1));
    ASSERT_FALSE(stored);
    EXPECT_EQ(stored.error().kind, TroubleKind::lost);
    EXPECT_THAT(stored.error().why, testing::StartsWith("The database is away: "));
    EXPECT_THAT(stored.error().why, testing::Not(testing::HasSubstr("a-secret")));
  }
  EXPECT_FALSE(store->changed_elsewhere(10));
  EXPECT_FALSE(PostgresStore::open(postgres_->address(database_)));
  ASSERT_TRUE(postgres_->start());
  const auto until = std::chrono::steady_clock::now() + kTestPatience;
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
  {
    // Locked until it is disconnected: by us, or by the server if the store waits so long.
    const auto other = postgres_->connect(database_);
    ASSERT_EQ(other->execute("SET idle_in_transaction_session_timeout = '60s'; BEGIN; LOCK TABLE duello_tables"), "");
    const auto stored = store->append(stored_inputs("a", 1, 1));
    ASSERT_FALSE(stored) << "it has waited for the lock";
    EXPECT_EQ(stored.error().kind, TroubleKind::lost);
  }
  const auto until = std::chrono::steady_clock::now() + kTestPatience;
  while (!store->append(stored_inputs("a", 1, 1))) ASSERT_LT(std::chrono::steady_clock::now(), until);
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

TEST_F(PostgresStoreTest, SeveralMayDeleteAtOnce) {
  const auto store = opened();
  std::vector<StoredTable> tables;
  for (int i = 0; i < 300; ++i) {
    tables.push_back(stored_table(cat("table ", i)));
    tables.back().created = 0;
    tables.back().first_input = "{}";
  }
  for (const auto& added : store->add_all(tables)) ASSERT_TRUE(added);
  std::vector<std::thread> threads;
  std::atomic<int> troubles = 0;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&] {
      const auto own = opened();
      for (int calls = 0; calls < 30; ++calls) troubles += own->purge({}, wall_time()) ? 0 : 1;
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(troubles, 0);
  EXPECT_EQ(rows(), 0);
  EXPECT_FALSE(*store->load("table 0", 0));
}

TEST_F(PostgresStoreTest, OfANewerVersionIsLeftAlone) {
  opened();
  ASSERT_EQ(postgres_->execute(database_, "UPDATE duello_version SET version = 3"), "");
  const auto store = PostgresStore::open(postgres_->address(database_));
  ASSERT_FALSE(store);
  EXPECT_EQ(store.error().why, "The database was written by a newer version of this program");
}

TEST_F(PostgresStoreTest, OfAnOlderVersionIsUpgradedInPlace) {
  ASSERT_EQ(postgres_->execute(database_, R"(
    CREATE TABLE duello_tables (
      id text COLLATE "C" PRIMARY KEY, setup text NOT NULL, hash1 text NOT NULL, hash2 text NOT NULL,
      created bigint NOT NULL, state smallint NOT NULL CHECK (state BETWEEN 0 AND 3), listed boolean NOT NULL,
      timed boolean NOT NULL
    );
    CREATE TABLE duello_inputs (
      table_id text COLLATE "C" NOT NULL, number integer NOT NULL, text text NOT NULL, PRIMARY KEY (table_id, number)
    );
    CREATE INDEX duello_listed ON duello_tables (state, created, id) WHERE listed AND state < 2;
    CREATE INDEX duello_timed ON duello_tables (id) WHERE timed AND state = 1;
    CREATE FUNCTION duello_append(
      self text, tables text[], firsts integer[], states smallint[], ids text[], numbers integer[], texts text[]
    ) RETURNS SETOF text LANGUAGE sql AS 'SELECT 1::text';
    CREATE TABLE duello_version AS SELECT 1 AS version;
    INSERT INTO duello_tables VALUES ('a', 'setup a', 'h1', 'h2', 1000, 1, false, true),
                                     ('b', 'setup b', 'h3', '', 2000, 0, true, false);
    INSERT INTO duello_inputs VALUES ('a', 1, 'one'), ('a', 2, 'two'))"),
            "");
  std::vector<std::thread> threads;
  std::atomic<int> fine = 0;
  for (int i = 0; i < 4; ++i) threads.emplace_back([&] { fine += opened() != nullptr ? 1 : 0; });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(fine, 4);
  const auto store = opened();
  ASSERT_THAT(*store->append(std::vector{stored_input("a", 3, "three", TableState::aborted)}), ElementsAre(true));
  const auto a = store->load("a", 0);
  ASSERT_TRUE(a && *a) << a.error().why;
  EXPECT_THAT((*a)->inputs, ElementsAre("one", "two", "three"));
  EXPECT_EQ((*a)->table.state, TableState::aborted);
  EXPECT_EQ((*a)->table.setup, "setup a");
  EXPECT_EQ(store->listed(TableState::open, 10)->size(), 1U);
  EXPECT_NE(postgres_->execute(database_, "SELECT duello_append('', '{}', '{}', '{}', '{}', '{}', '{}')"), "")
      << "an older server could still write";
}

TEST_F(PostgresStoreTest, AChangedRowDamagesItsTableOnly) {
  const auto store = opened();
  for (const char* const id : {"a", "b", "c", "d", "e", "f"}) {
    StoredTable table = stored_table(id);
    table.listed = true;
    ASSERT_TRUE(store->add(table));
    ASSERT_TRUE(store->append(stored_inputs(id, 1, 3)));
  }
  ASSERT_EQ(postgres_->execute(database_, R"(
    UPDATE duello_inputs SET text = 'text 9' WHERE table_id = 'a' AND number = 2;
    UPDATE duello_tables SET setup = replace(setup, 'any', 'all') WHERE id = 'b';
    DELETE FROM duello_inputs WHERE table_id = 'c' AND number = 2;
    UPDATE duello_tables SET hash2 = hash2 || 'x' WHERE id = 'e';
    DELETE FROM duello_tables WHERE id = 'f')"),
            "");
  for (const auto& [id, why] : {std::pair{"a", "input 2 is not what was stored"},
                                {"b", "its setup is not what was stored"},
                                {"c", "input 2 is missing"},
                                {"e", "its setup is not what was stored"},
                                {"f", "its setup is missing"}}) {
    const auto loaded = store->load(id, 0);
    ASSERT_FALSE(loaded);
    EXPECT_EQ(loaded.error().kind, TroubleKind::damaged);
    EXPECT_EQ(loaded.error().why, cat("The table '", id, "' is damaged: ", why));
  }
  EXPECT_EQ((*store->load("d", 0))->inputs.size(), 3U);
  EXPECT_EQ(store->listed(TableState::playing, 10)->size(), 3U);
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
    INSERT INTO duello_tables SELECT 'id ' || i, '', '', '', i, 2, true, true, i, 0, 0 FROM generate_series(1, 20000) AS i;
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

}  // namespace
}  // namespace duello
