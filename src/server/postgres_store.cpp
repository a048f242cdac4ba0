#include "server/postgres_store.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "core/text.hpp"
#include "core/try.hpp"
#include "server/store_checksum.hpp"
#include "system/entropy.hpp"

namespace duello {

namespace {

constexpr int kPostgresVersion = 2;

// A second server that begins at the same time waits for the first, and then finds all of it there.
constexpr std::string_view kPostgresLock = "SELECT pg_advisory_xact_lock(75274862259311);";

// Ids are compared byte by byte, as everywhere else. `changed` is when the state changed last, and `inputs` how many
// there were then: should some of them be missing, it is noticed. `doomed` are tables that are deleted and have inputs
// left. Rows of version 1 have no checksums. Everything that is asked of many tables has an index over just those;
// `state + 0` keeps the planner from using the one over games that are played for anything but deleting.
constexpr std::string_view kPostgresTables = R"(
  CREATE TABLE IF NOT EXISTS duello_tables (
    id text COLLATE "C" PRIMARY KEY, setup text NOT NULL, hash1 text NOT NULL, hash2 text NOT NULL,
    created bigint NOT NULL, state smallint NOT NULL CONSTRAINT duello_tables_state_check CHECK (state BETWEEN 0 AND 4),
    listed boolean NOT NULL, timed boolean NOT NULL, changed bigint NOT NULL, inputs integer NOT NULL, checksum bigint
  );
  CREATE TABLE IF NOT EXISTS duello_inputs (
    table_id text COLLATE "C" NOT NULL, number integer NOT NULL, text text NOT NULL, checksum bigint,
    PRIMARY KEY (table_id, number)
  );
  CREATE INDEX IF NOT EXISTS duello_listed ON duello_tables (state, created, id) WHERE listed AND state < 2;
  CREATE INDEX IF NOT EXISTS duello_timed ON duello_tables (id) WHERE timed AND state = 1;
  CREATE INDEX IF NOT EXISTS duello_changed ON duello_tables (state, changed, id) WHERE state <> 1;
  CREATE INDEX IF NOT EXISTS duello_played ON duello_tables (changed) WHERE state + 0 = 1;
  CREATE TABLE IF NOT EXISTS duello_writers (
    id text PRIMARY KEY, epoch bigint NOT NULL, process integer NOT NULL, began timestamptz NOT NULL
  );
  CREATE TABLE IF NOT EXISTS duello_doomed (table_id text COLLATE "C" PRIMARY KEY);
)";

// What version 1 did not have. Nobody knows when a game ended: its time begins now.
constexpr std::string_view kPostgresUpgrade = R"(
  DO $$ BEGIN
    IF (SELECT version FROM duello_version) <> 1 THEN RETURN; END IF;
    ALTER TABLE duello_tables DROP CONSTRAINT duello_tables_state_check,
      ADD CONSTRAINT duello_tables_state_check CHECK (state BETWEEN 0 AND 4),
      ADD COLUMN changed bigint, ADD COLUMN inputs integer, ADD COLUMN checksum bigint;
    UPDATE duello_tables SET
      changed = CASE state WHEN 0 THEN created ELSE floor(extract(epoch FROM now()) * 1000)::bigint END,
      inputs = coalesce((SELECT max(number) FROM duello_inputs WHERE table_id = id), 0);
    ALTER TABLE duello_tables ALTER COLUMN changed SET NOT NULL, ALTER COLUMN inputs SET NOT NULL;
    ALTER TABLE duello_inputs ADD COLUMN checksum bigint;
    DROP FUNCTION duello_append(text, text[], integer[], smallint[], text[], integer[], text[]);
    UPDATE duello_version SET version = 2;
  END $$;
)";

// Whatever a server stores, it stores in the epoch of its connection. A new connection begins another epoch: it ends
// the backend of the one before, and waits for what that has begun, which holds a lock on the row of the server. What
// comes too late stores nothing. So when this is done, what can be seen is all that the connection before has stored,
// and will ever store. A row that is deleted is made anew.
constexpr std::string_view kPostgresEndBackend = R"(
  SELECT pg_terminate_backend(a.pid) FROM duello_writers AS w
    JOIN pg_stat_activity AS a ON a.pid = w.process AND a.backend_start = w.began
   WHERE w.id = $1 AND a.pid <> pg_backend_pid()
)";
constexpr std::string_view kPostgresTakeOver = R"(
  INSERT INTO duello_writers
    SELECT $1, $2::bigint, pid, backend_start FROM pg_stat_activity WHERE pid = pg_backend_pid()
    ON CONFLICT (id) DO UPDATE SET epoch = excluded.epoch, process = excluded.process, began = excluded.began
)";
constexpr std::string_view kPostgresForgetWriters =
    "DELETE FROM duello_writers WHERE began < now() - interval '30 days' AND id <> $1";

// A batch, in one round trip and one transaction. `tables` are the tables of the batch in their order, with the first
// number and the last state of each. The answer: at which of them somebody was faster. Locking a table before looking
// at its last number makes sure that all of what is meant for it is stored, or nothing; locked in one order, nobody
// waits for each other. A payload of pg_notify is less than 8000 bytes.
constexpr std::string_view kPostgresAppend = R"(
  CREATE OR REPLACE FUNCTION duello_append(
    self text, tables text[], firsts integer[], states smallint[], ids text[], numbers integer[], texts text[],
    checksums bigint[], writer_epoch bigint
  ) RETURNS SETOF text LANGUAGE plpgsql AS $$
  DECLARE
    before smallint[];
    late text[];
    gap text;
  BEGIN
    PERFORM FROM duello_writers WHERE id = self AND epoch = writer_epoch FOR SHARE;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'another connection stores now' USING ERRCODE = 'DU003';
    END IF;
    SELECT coalesce(array_agg(locked.state), '{}') INTO before
      FROM (SELECT state FROM duello_tables WHERE id = ANY (tables) ORDER BY id FOR NO KEY UPDATE) AS locked;
    IF cardinality(before) <> cardinality(tables) THEN
      RAISE EXCEPTION 'there is no such table' USING ERRCODE = 'DU001';
    END IF;
    SELECT coalesce(array_agg(t.id) FILTER (WHERE last.number = t.first), '{}'),
           min(t.id) FILTER (WHERE last.number IS NULL AND t.first > 1)
      INTO late, gap
      FROM unnest(tables, firsts) AS t (id, first) LEFT JOIN LATERAL (
             SELECT number FROM duello_inputs WHERE table_id = t.id AND number BETWEEN t.first - 1 AND t.first
              ORDER BY number DESC LIMIT 1) AS last ON true;
    IF gap IS NOT NULL THEN
      RAISE EXCEPTION 'the inputs of table % would have a gap', gap USING ERRCODE = 'DU002';
    END IF;
    INSERT INTO duello_inputs
      SELECT b.id, b.number, b.text, b.checksum
        FROM unnest(ids, numbers, texts, checksums) AS b (id, number, text, checksum)
       WHERE b.id <> ALL (late);
    IF before <> states THEN
      UPDATE duello_tables SET state = b.state, changed = floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint,
             inputs = (SELECT max(i.number) FROM duello_inputs AS i WHERE i.table_id = b.id)
        FROM unnest(tables, states) AS b (id, state)
       WHERE duello_tables.id = b.id AND duello_tables.state <> b.state AND b.id <> ALL (late);
    END IF;
    PERFORM pg_notify('duello', self || ' ' || string_agg(b.id, ' '))
       FROM (SELECT t.id, (row_number() OVER () - 1) / 200 AS part FROM unnest(tables) AS t (id)
              WHERE t.id <> ALL (late)) AS b
      GROUP BY b.part;
    RETURN QUERY SELECT unnest(late);
  END $$;
)";

// Tables and their first inputs, at once. The answer: those whose ids were free.
constexpr std::string_view kPostgresAdd = R"(
  CREATE OR REPLACE FUNCTION duello_add(
    self text, writer_epoch bigint, ids text[], setups text[], first_hashes text[], second_hashes text[],
    times bigint[], states smallint[], are_listed boolean[], are_timed boolean[], checksums bigint[],
    first_inputs text[], input_checksums bigint[]
  ) RETURNS SETOF text LANGUAGE plpgsql AS $$
  DECLARE
    added text[];
  BEGIN
    PERFORM FROM duello_writers WHERE id = self AND epoch = writer_epoch FOR SHARE;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'another connection stores now' USING ERRCODE = 'DU003';
    END IF;
    WITH fresh AS (
      INSERT INTO duello_tables
        SELECT t.id, t.setup, t.hash1, t.hash2, t.created, t.state, t.listed, t.timed, t.created,
               CASE t.input WHEN '' THEN 0 ELSE 1 END, t.checksum
          FROM unnest(ids, setups, first_hashes, second_hashes, times, states, are_listed, are_timed, checksums,
                      first_inputs) AS t (id, setup, hash1, hash2, created, state, listed, timed, checksum, input)
        ON CONFLICT DO NOTHING RETURNING id
    ) SELECT coalesce(array_agg(id), '{}') INTO added FROM fresh;
    INSERT INTO duello_inputs
      SELECT t.id, 1, t.input, t.checksum FROM unnest(ids, first_inputs, input_checksums) AS t (id, input, checksum)
       WHERE t.input <> '' AND t.id = ANY (added)
      ON CONFLICT DO NOTHING;
    RETURN QUERY SELECT unnest(added);
  END $$;
)";

// A table is gone at once, whatever its inputs take; several servers may do this at the same time. The answer: whether
// anything was deleted.
constexpr std::string_view kPostgresPurge = R"(
  CREATE OR REPLACE FUNCTION duello_purge(open_before bigint, over_before bigint, cancelled_before bigint)
  RETURNS boolean LANGUAGE plpgsql AS $$
  DECLARE
    each record;
    ids text[];
    tables integer := 0;
    space integer := 500;
    deleted integer;
  BEGIN
    FOR each IN SELECT * FROM (VALUES (0::smallint, open_before), (2, over_before), (3, cancelled_before),
                                      (4, cancelled_before)) AS limits (state, before) LOOP
      SELECT coalesce(array_agg(old.id), '{}') INTO ids
        FROM (SELECT id FROM duello_tables WHERE state <> 1 AND state = each.state AND changed < each.before
               ORDER BY changed LIMIT 20 FOR UPDATE SKIP LOCKED) AS old;
      INSERT INTO duello_doomed SELECT unnest(ids) ON CONFLICT DO NOTHING;
      DELETE FROM duello_tables WHERE id = ANY (ids);
      tables := tables + cardinality(ids);
    END LOOP;
    -- A game that was begun is as old as its last input, which says at which time it came. Nobody adds one while the
    -- table is locked.
    SELECT coalesce(array_agg(old.id), '{}') INTO ids
      FROM (SELECT id FROM duello_tables WHERE state + 0 = 1 AND changed < over_before
             ORDER BY changed LIMIT 20 FOR UPDATE SKIP LOCKED) AS old;
    UPDATE duello_tables SET changed = last.at
      FROM (SELECT DISTINCT ON (table_id) table_id, substring(text from '"at":([0-9]{1,15})')::bigint AS at
              FROM duello_inputs WHERE table_id = ANY (ids) ORDER BY table_id, number DESC) AS last
     WHERE id = last.table_id AND last.at > changed;
    tables := tables + cardinality(ids);
    SELECT coalesce(array_agg(id), '{}') INTO ids FROM duello_tables WHERE id = ANY (ids) AND changed < over_before;
    INSERT INTO duello_doomed SELECT unnest(ids) ON CONFLICT DO NOTHING;
    DELETE FROM duello_tables WHERE id = ANY (ids);
    FOR each IN SELECT table_id FROM duello_doomed LIMIT 500 FOR UPDATE SKIP LOCKED LOOP
      DELETE FROM duello_inputs WHERE table_id = each.table_id AND
        number > (SELECT max(number) FROM duello_inputs WHERE table_id = each.table_id) - space;
      GET DIAGNOSTICS deleted = ROW_COUNT;
      tables := tables + 1;
      EXIT WHEN deleted = space;
      DELETE FROM duello_doomed WHERE table_id = each.table_id;
      space := space - greatest(deleted, 1);
      EXIT WHEN space <= 0;
    END LOOP;
    RETURN tables > 0;
  END $$;
)";

constexpr std::string_view kPostgresColumns =
    "id, setup, hash1, hash2, created, state, listed, timed, checksum, inputs";

// What is missing is made, which needs more rights than to use it.
StoreResult<void> make_tables(PostgresConnection& connection) {
  const auto version_in = [&](const std::string& source) -> StoreResult<std::int64_t> {
    DUELLO_TRY(const auto version, connection.run(cat("SELECT version FROM ", source)));
    if (version.count() != 1) return broken_store("The database is not one of this program");
    return version.number(0, 0);
  };
  DUELLO_TRY(const auto found, connection.run("SELECT to_regclass('duello_version') IS NOT NULL"));
  StoreResult<std::int64_t> version = 0;
  if (found.flag(0, 0)) version = version_in("duello_version");
  if (version && *version < kPostgresVersion) {
    // An upgrade looks at every table.
    const auto made =
        connection.run_all(cat("SET LOCAL statement_timeout = 0;", kPostgresLock, *version == 0 ? "" : kPostgresUpgrade,
                               kPostgresTables, kPostgresAppend, kPostgresAdd, kPostgresPurge,
                               "CREATE TABLE IF NOT EXISTS duello_version AS SELECT ", kPostgresVersion, " AS version"),
                           std::chrono::hours(1));
    if (!made) return std::unexpected(made.error());
    version = version_in("duello_version");
  }
  if (!version) return std::unexpected(version.error());
  if (*version > kPostgresVersion) return broken_store("The database was written by a newer version of this program");
  return {};
}

StoreResult<void> postgres_listen(PostgresConnection& connection) {
  DUELLO_CHECK(connection.run("LISTEN duello"));
  return {};
}

// As PostgreSQL reads an array.
class ArrayText {
 public:
  void add(std::string_view text) {
    begin();
    text_ += '"';
    for (const char c : text) {
      if (c == '"' || c == '\\') text_ += '\\';
      text_ += c;
    }
    text_ += '"';
  }
  void add(std::int64_t number) {
    begin();
    append(text_, number);
  }
  std::string text() const { return text_ + '}'; }

 private:
  void begin() {
    if (text_.size() > 1) text_ += ',';
  }
  std::string text_ = "{";
};

struct Stretch {
  std::uint32_t first = 0;
  std::uint32_t last = 0;
  TableState state = TableState::open;
};

// The tables of a batch in the order of their ids.
StoreResult<std::map<std::string_view, Stretch>> stretches_in(std::span<const StoredInput> inputs) {
  std::map<std::string_view, Stretch> stretches;
  for (const StoredInput& input : inputs) {
    const auto [found, is_new] = stretches.try_emplace(input.table, Stretch{.first = input.number});
    if (!is_new && input.number != found->second.last + 1)
      return broken_store(
          cat("Input ", input.number, " of table ", in_quotes(input.table), " does not follow ", found->second.last));
    found->second.last = input.number;
    found->second.state = input.state;
  }
  return stretches;
}

std::vector<std::string> add_values(const std::string& self, std::int64_t epoch, std::span<const StoredTable> tables) {
  std::array<ArrayText, 11> columns;
  for (const StoredTable& table : tables) {
    columns[0].add(table.id);
    columns[1].add(table.setup);
    columns[2].add(table.hashes[0]);
    columns[3].add(table.hashes[1]);
    columns[4].add(table.created);
    columns[5].add(static_cast<std::int64_t>(table.state));
    columns[6].add(table.listed ? "t" : "f");
    columns[7].add(table.timed ? "t" : "f");
    columns[8].add(std::int64_t{checksum_of_table(table)});
    columns[9].add(table.first_input);
    columns[10].add(std::int64_t{checksum_of_input(table.id, 1, table.first_input)});
  }
  std::vector<std::string> values{self, cat(epoch)};
  for (const ArrayText& column : columns) values.push_back(column.text());
  return values;
}

std::vector<std::string> append_values(const std::string& self, std::int64_t epoch, std::span<const StoredInput> inputs,
                                       const std::map<std::string_view, Stretch>& stretches) {
  ArrayText tables;
  ArrayText firsts;
  ArrayText states;
  for (const auto& [id, stretch] : stretches) {
    tables.add(id);
    firsts.add(std::int64_t{stretch.first});
    states.add(static_cast<std::int64_t>(stretch.state));
  }
  ArrayText ids;
  ArrayText numbers;
  ArrayText texts;
  ArrayText checksums;
  for (const StoredInput& input : inputs) {
    ids.add(input.table);
    numbers.add(std::int64_t{input.number});
    texts.add(input.text);
    checksums.add(std::int64_t{checksum_of_input(input.table, input.number, input.text)});
  }
  return {self,           tables.text(), firsts.text(),    states.text(), ids.text(),
          numbers.text(), texts.text(),  checksums.text(), cat(epoch)};
}

// A row of version 1 has no checksum.
bool is_as_stored(const PostgresRows& rows, int row, int column, std::uint32_t checksum) {
  return rows.is_null(row, column) || rows.number(row, column) == checksum;
}

StoreResult<StoredTable> postgres_table(const PostgresRows& rows, int row) {
  const auto state = table_state(rows.number(row, 5));
  if (!state) return damaged_table(rows.text(row, 0), "it has an unknown state");
  StoredTable table{.id = rows.text(row, 0),
                    .setup = rows.text(row, 1),
                    .hashes = {rows.text(row, 2), rows.text(row, 3)},
                    .created = rows.number(row, 4),
                    .state = *state,
                    .listed = rows.flag(row, 6),
                    .timed = rows.flag(row, 7)};
  if (!is_as_stored(rows, row, 8, checksum_of_table(table)))
    return damaged_table(table.id, "its setup is not what was stored");
  return table;
}

}  // namespace

PostgresStore::PostgresStore(const std::string& address)
    : self_(cat(fresh_seed())),
      connection_(address, [this](PostgresConnection& connection) { return take_over(connection); }),
      listener_(address, [this](PostgresConnection& connection) {
        is_new_listener_ = true;
        return postgres_listen(connection);
      }) {}

StoreResult<std::unique_ptr<PostgresStore>> PostgresStore::open(const std::string& address) {
  std::unique_ptr<PostgresStore> store(new PostgresStore(address));
  DUELLO_CHECK(store->connection_.be_ready());
  return store;
}

StoreResult<void> PostgresStore::take_over(PostgresConnection& connection) {
  if (const auto made = make_tables(connection); !made) return made;
  const std::string values[] = {self_, cat(++epoch_)};
  for (const std::string_view statement : {kPostgresEndBackend, kPostgresTakeOver, kPostgresForgetWriters}) {
    const std::size_t count = statement == kPostgresTakeOver ? 2 : 1;
    DUELLO_CHECK(connection.run(statement, std::span(values).first(count)));
  }
  return {};
}

std::vector<StoreResult<void>> PostgresStore::add_all(std::span<const StoredTable> tables) {
  if (const auto ready = connection_.be_ready(); !ready) return {tables.size(), std::unexpected(ready.error())};
  const auto rows = connection_.store("SELECT duello_add($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)",
                                      add_values(self_, epoch_, tables));
  if (!rows) return {tables.size(), std::unexpected(rows.error())};
  std::set<std::string> ids;
  for (int i = 0; i < rows->count(); ++i) ids.insert(rows->text(i, 0));
  std::vector<StoreResult<void>> added(tables.size());
  for (std::size_t i = 0; i < tables.size(); ++i)
    if (ids.erase(tables[i].id) == 0) added[i] = is_there_already(tables[i]);
  return added;
}

StoreResult<std::vector<bool>> PostgresStore::append(std::span<const StoredInput> inputs) {
  if (inputs.empty()) return std::vector<bool>();
  DUELLO_TRY(const auto stretches, stretches_in(inputs));
  DUELLO_CHECK(connection_.be_ready());
  DUELLO_TRY(const auto late, connection_.store("SELECT duello_append($1, $2, $3, $4, $5, $6, $7, $8, $9)",
                                                append_values(self_, epoch_, inputs, stretches)));
  std::vector<bool> stored(inputs.size(), true);
  for (int i = 0; i < late.count(); ++i)
    for (std::size_t k = 0; k < inputs.size(); ++k)
      if (inputs[k].table == late.text(i, 0)) stored[k] = false;
  return stored;
}

// One statement sees one moment: the table stands in front of its inputs.
StoreResult<std::optional<LoadedTable>> PostgresStore::load(std::string_view id, std::uint32_t behind) {
  const std::string values[] = {std::string(id), cat(behind)};
  const auto rows =
      connection_.run(cat("SELECT ", kPostgresColumns,
                          ", 0::bigint AS number FROM duello_tables WHERE id = $1 UNION ALL "
                          "SELECT NULL, text, NULL, NULL, NULL, NULL, NULL, NULL, checksum, NULL, number "
                          "FROM duello_inputs WHERE table_id = $1 AND number > $2::bigint "
                          // Of a table that was deleted some may be left.
                          "AND NOT EXISTS (SELECT FROM duello_doomed WHERE table_id = $1) ORDER BY number"),
                      values);
  if (!rows) return std::unexpected(rows.error());
  if (rows->count() == 0) return std::nullopt;
  if (rows->is_null(0, 0)) return damaged_table(id, "its setup is missing");
  DUELLO_TRY(auto head, postgres_table(*rows, 0));
  LoadedTable loaded{.table = std::move(head), .inputs = {}};
  std::uint32_t last = behind;
  for (int i = 1; i < rows->count(); ++i) {
    std::string text = rows->text(i, 1);
    if (rows->number(i, 10) != std::int64_t{last} + 1) return damaged_table(id, "input ", last + 1, " is missing");
    if (!is_as_stored(*rows, i, 8, checksum_of_input(id, ++last, text)))
      return damaged_table(id, "input ", last, " is not what was stored");
    loaded.inputs.push_back(std::move(text));
  }
  if (last < rows->number(0, 9)) return damaged_table(id, "input ", last + 1, " is missing");
  return loaded;
}

StoreResult<std::vector<StoredTable>> PostgresStore::listed(TableState state, int most) {
  const std::string values[] = {cat(static_cast<int>(state)), cat(most)};
  // An index over some of the rows is used only where its condition is said again.
  DUELLO_TRY(const auto rows, connection_.run(cat("SELECT ", kPostgresColumns, " FROM duello_tables WHERE listed AND ",
                                                  state < TableState::over ? "state < 2 AND " : "",
                                                  "state = $1 ORDER BY created DESC, id DESC LIMIT $2"),
                                              values));
  std::vector<StoredTable> tables;
  for (int i = 0; i < rows.count(); ++i) {
    // The list leaves out a damaged table; a request for that table says why.
    if (auto table = postgres_table(rows, i)) tables.push_back(*std::move(table));
  }
  return tables;
}

StoreResult<std::vector<std::string>> PostgresStore::timed(std::string_view behind, int most) {
  const std::string values[] = {std::string(behind), cat(most)};
  DUELLO_TRY(const auto rows,
             connection_.run("SELECT id FROM duello_tables WHERE timed AND state = 1 AND id > $1 ORDER BY id LIMIT $2",
                             values));
  std::vector<std::string> ids;
  for (int i = 0; i < rows.count(); ++i) ids.push_back(rows.text(i, 0));
  return ids;
}

StoreResult<bool> PostgresStore::purge(const Retention& retention, std::int64_t now) {
  const std::string values[] = {cat(now - retention.open.count()), cat(now - retention.over.count()),
                                cat(now - retention.cancelled.count())};
  DUELLO_TRY(const auto purged, connection_.run("SELECT duello_purge($1, $2, $3)", values));
  return purged.flag(0, 0);
}

StoreResult<std::vector<std::string>> PostgresStore::changed_elsewhere(int milliseconds) {
  // Whoever has just begun to listen does not know what was told before.
  DUELLO_CHECK(listener_.be_ready());
  if (std::exchange(is_new_listener_, false)) return std::vector<std::string>{""};
  DUELLO_TRY(const auto told, listener_.told(milliseconds));
  if (std::exchange(is_new_listener_, false)) return std::vector<std::string>{""};
  std::vector<std::string> ids;
  for (const std::string& text : told) {
    const std::vector<std::string> words = words_of(text);
    if (words.empty() || words[0] == self_) continue;
    ids.insert(ids.end(), words.begin() + 1, words.end());
  }
  std::ranges::sort(ids);
  ids.erase(std::ranges::unique(ids).begin(), ids.end());
  return ids;
}

}  // namespace duello
