#include "server/sqlite_store.hpp"

#include <fcntl.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <filesystem>
#include <thread>
#include <utility>

#include "core/text.hpp"
#include "core/try.hpp"
#include "server/sqlite_schema.hpp"
#include "server/store_checksum.hpp"
#include "system/files.hpp"
#include "system/sqlite_statement.hpp"

namespace duello {

namespace {

constexpr int kSqlitePatience = 2'000;  // milliseconds that another program may keep us waiting

constexpr int kMostDoomed = 20;   // tables of one state that are deleted at a time
constexpr int kMostPurged = 500;  // inputs that are deleted at a time

constexpr std::size_t kMostKnown = 100'000;  // tables whose progress is remembered

// Each commit is on the disk when it ends. What a long backup makes of the file beside it is given back.
// Many a commit looks through all pages that are kept in memory, so there are not many.
constexpr const char* kSqliteSettings = R"(
  PRAGMA page_size = 4096;
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA journal_size_limit = 67108864;
  PRAGMA cache_size = -8192;
  PRAGMA cell_size_check = ON;
  PRAGMA trusted_schema = OFF;
)";

std::string sqlite_folder(const std::string& path) { return std::filesystem::path(path).parent_path(); }

// A file that is there, or its place: with no link on the way in both cases.
StoreResult<std::string> sqlite_place(const std::string& file) {
  if (file.empty() || file.ends_with('/')) return broken_store(path_in_quotes(file), " is not the name of a file");
  if (auto real = real_path(file)) return *std::move(real);
  const std::filesystem::path path(file);
  const auto folder = real_path(path.has_parent_path() ? path.parent_path().string() : ".");
  if (!folder) return broken_store(cannot("written", file).error().why);
  return (std::filesystem::path(*folder) / path.filename()).string();
}

StoreResult<Descriptor> lock_beside(const std::string& file) {
  auto lock_file = open_regular(file + "-lock", O_RDWR | O_CREAT | O_NOFOLLOW, 0600);
  if (!lock_file) return broken_store(lock_file.error().why);
  if (lock(*lock_file, Patience::none)) return *std::move(lock_file);
  if (errno != EWOULDBLOCK) return broken_store(cannot("locked", file).error().why);
  return broken_store("Another server uses ", path_in_quotes(file));
}

// Nobody but its owner can read it, from the first moment on; what SQLite puts beside it is like it. Nobody of this
// process may have it open: closing it here would take the locks away that SQLite has on it.
StoreResult<void> make_private(const std::string& file) {
  struct stat status{};
  const auto opened = open_regular(file, O_RDWR | O_CREAT | O_NOFOLLOW, 0600);
  if (!opened) return broken_store(opened.error().why);
  if (::fstat(opened->number(), &status) != 0) return broken_store(cannot("read", file).error().why);
  if (status.st_uid != ::geteuid()) return broken_store(path_in_quotes(file), " belongs to somebody else");
  if ((status.st_mode & 077) != 0 && ::fchmod(opened->number(), 0600) != 0)
    return broken_store(cannot("made private", file).error().why);
  if (status.st_size > 0) return {};
  const Descriptor folder(::open(sqlite_folder(file).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder.is_open()) ::fsync(folder.number());
  return {};
}

// The columns of a table in the order in which they are always asked for.
constexpr std::string_view kSqliteColumns = "id, setup, hash1, hash2, created, state, listed, timed, inputs, checksum";

StoreResult<StoredTable> sqlite_table(const SqliteStatement& row) {
  const auto state = table_state(row.number(5));
  if (!state) return damaged_table(row.text(0), "it has an unknown state");
  StoredTable table{.id = row.text(0),
                    .setup = row.text(1),
                    .hashes = {row.text(2), row.text(3)},
                    .created = row.number(4),
                    .state = *state,
                    .listed = row.number(6) != 0,
                    .timed = row.number(7) != 0};
  if (row.number(9) != checksum_of_table(table)) return damaged_table(table.id, "its setup is not what was stored");
  return table;
}

// The path of an open file, as long as nobody moves it.
std::string path_of_open(const Descriptor& file) {
  std::error_code error;
  return std::filesystem::read_symlink(cat("/proc/self/fd/", file.number()), error);
}

// Copies all pages in one step, which is one read transaction: whoever writes meanwhile is not waited for and goes
// into the log. The copy needs no journal: nobody sees it before it is whole.
bool copy_pages(sqlite3* from, const std::string& to) {
  sqlite3* database = nullptr;
  bool fine =
      sqlite3_open_v2(to.c_str(), &database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOFOLLOW, nullptr) == SQLITE_OK &&
      sqlite3_exec(database, "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF", nullptr, nullptr, nullptr) ==
          SQLITE_OK;
  if (fine) {
    sqlite3_backup* const backup = sqlite3_backup_init(database, "main", from, "main");
    fine = backup != nullptr && sqlite3_backup_step(backup, -1) == SQLITE_DONE;
    fine = (backup == nullptr || sqlite3_backup_finish(backup) == SQLITE_OK) && fine;
  }
  if (!fine) {
    const auto kind = sqlite_trouble(database, to).error().kind;
    errno = kind == StoreTrouble::Kind::full ? ENOSPC : EIO;
  }
  const int error = errno;
  sqlite3_close(database);
  errno = error;
  return fine;
}

// What would be taken for the rest of the copy, or belongs to a database that is open, is no place for one.
StoreResult<void> check_place_of_copy(const std::string& from, const std::string& to) {
  DUELLO_TRY(const auto place, sqlite_place(to));
  for (const char* const also : {"", "-wal", "-shm", "-journal", "-lock"})
    if (place == from + also) return broken_store(path_in_quotes(to), " is what is to be copied");
  for (const char* const also : {"-wal", "-journal"}) {
    std::error_code error;
    if (std::filesystem::file_size(place + also, error) > 0 && !error)
      return broken_store(path_in_quotes(place + also), " shows that ", path_in_quotes(to), " is a database in use");
  }
  // Only an older copy is replaced.
  std::error_code absent;
  if (std::filesystem::file_size(place, absent) == 0 || absent) return {};
  sqlite3* database = nullptr;
  const int status = sqlite3_open_v2(place.c_str(), &database, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOFOLLOW, nullptr);
  const auto version = status == SQLITE_OK ? sqlite_version(database, to) : sqlite_trouble(database, to);
  sqlite3_close(database);
  if (!version || *version == 0) return broken_store(path_in_quotes(to), " is there already, and no older backup");
  return {};
}

}  // namespace

struct SqliteStore::Statements {
  explicit Statements(sqlite3* database)
      : begin(database, "BEGIN IMMEDIATE"),
        commit(database, "COMMIT"),
        add(database, "INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING 1"),
        add_input(database, "INSERT INTO inputs VALUES (?, ?, ?, ?)"),
        progress(database,
                 "SELECT state, coalesce((SELECT max(number) FROM inputs WHERE table_id = ?1), 0) "
                 "FROM tables WHERE id = ?1"),
        change(database, "UPDATE tables SET state = ?, changed = ?, inputs = ? WHERE id = ?"),
        table(database, cat("SELECT ", kSqliteColumns, " FROM tables WHERE id = ?")),
        // Goes on with the tables behind this one: what has lost its name there is still in its place.
        inputs(database,
               "SELECT number, text, checksum, table_id FROM inputs WHERE table_id >= ? ORDER BY table_id, number"),
        later_inputs(database,
                     "SELECT number, text, checksum, table_id FROM inputs WHERE table_id = ? AND number > ? "
                     "ORDER BY number"),
        headless(database,
                 "SELECT 1 FROM inputs WHERE table_id = ?1 AND "
                 "NOT EXISTS (SELECT 1 FROM doomed WHERE table_id = ?1) LIMIT 1"),
        // An index over some of the rows is used only where its condition is said again.
        unfinished(database, cat("SELECT ", kSqliteColumns,
                                 " FROM tables WHERE listed = 1 AND state < 2 AND state = ?"
                                 " ORDER BY created DESC, id DESC LIMIT ?")),
        finished(database, cat("SELECT ", kSqliteColumns,
                               " FROM tables WHERE listed = 1 AND state = ? ORDER BY created DESC, id DESC LIMIT ?")),
        old(database, "SELECT id FROM tables WHERE state <> 1 AND state = ? AND changed < ? ORDER BY changed LIMIT ?"),
        played(database,
               "SELECT id FROM tables WHERE state = 1 AND state = ? AND changed < ? ORDER BY changed LIMIT ?"),
        // An input says at which time it came.
        touch(database,
              "UPDATE tables SET changed = last.at FROM (SELECT max(CASE WHEN json_valid(text) "
              "THEN json_extract(text, '$.at') END) AS at FROM (SELECT text FROM inputs WHERE table_id = ?1 "
              "ORDER BY number DESC LIMIT 1)) AS last WHERE id = ?1 AND last.at > changed"),
        // An index may be damaged; what it says must be so.
        remove(database, "DELETE FROM tables WHERE id = ? AND +state = ? AND +changed < ? RETURNING 1"),
        doom(database, "INSERT INTO doomed VALUES (?) ON CONFLICT DO NOTHING"),
        doomed(database, "SELECT table_id FROM doomed WHERE table_id > ? ORDER BY table_id LIMIT 1"),
        purge(database,
              "DELETE FROM inputs WHERE table_id = ?1 AND number > "
              "(SELECT max(number) FROM inputs WHERE table_id = ?1) - ?2"),
        spare(database, "DELETE FROM doomed WHERE table_id = ?"),
        timed(database, "SELECT id FROM tables WHERE timed = 1 AND state = 1 AND id > ? ORDER BY id LIMIT ?") {}

  bool are_ready() const {
    for (const SqliteStatement* const each :
         {&begin,  &commit,       &add,      &add_input,  &progress, &change, &table,
          &inputs, &later_inputs, &headless, &unfinished, &finished, &old,    &played,
          &touch,  &remove,       &doom,     &doomed,     &purge,    &spare,  &timed})
      if (!each->is_ready()) return false;
    return true;
  }

  SqliteStatement begin;
  SqliteStatement commit;
  SqliteStatement add;
  SqliteStatement add_input;
  SqliteStatement progress;
  SqliteStatement change;
  SqliteStatement table;
  SqliteStatement inputs;
  SqliteStatement later_inputs;
  SqliteStatement headless;
  SqliteStatement unfinished;
  SqliteStatement finished;
  SqliteStatement old;
  SqliteStatement played;
  SqliteStatement touch;
  SqliteStatement remove;
  SqliteStatement doom;
  SqliteStatement doomed;
  SqliteStatement purge;
  SqliteStatement spare;
  SqliteStatement timed;
};

void SqliteStore::Close::operator()(sqlite3* database) const { sqlite3_close(database); }

SqliteStore::SqliteStore(std::string file, Descriptor lock) : file_(std::move(file)), lock_(std::move(lock)) {}
SqliteStore::~SqliteStore() = default;

StoreResult<std::unique_ptr<SqliteStore>> SqliteStore::open(const std::string& file) {
  DUELLO_TRY(auto place, sqlite_place(file));
  DUELLO_TRY(auto lock, lock_beside(place));
  DUELLO_CHECK(make_private(place));
  std::unique_ptr<SqliteStore> store(new SqliteStore(std::move(place), std::move(lock)));
  DUELLO_CHECK(store->begin());
  return store;
}

StoreResult<void> SqliteStore::begin() {
  sqlite3* database = nullptr;
  const int status = sqlite3_open_v2(file_.c_str(), &database,
                                     SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOFOLLOW | SQLITE_OPEN_NOMUTEX, nullptr);
  database_.reset(database);
  if (status != SQLITE_OK) return trouble();
  sqlite3_busy_timeout(database, kSqlitePatience);
  // Nothing is changed in a file of somebody else's.
  DUELLO_TRY(const auto version, sqlite_version(database, file_));
  if (sqlite3_exec(database, kSqliteSettings, nullptr, nullptr, nullptr) != SQLITE_OK) return trouble();
  tidier_ = std::make_unique<SqliteTidier>(database, file_);
  if (const auto made = make_sqlite_tables(database, file_, version); !made) return made;
  statements_ = std::make_unique<Statements>(database);
  if (!statements_->are_ready()) return broken_store(path_in_quotes(file_), " is damaged: something is missing in it");
  return {};
}

std::unexpected<StoreTrouble> SqliteStore::trouble() { return noted(sqlite_trouble(database_.get(), file_).error()); }

std::unexpected<StoreTrouble> SqliteStore::noted(StoreTrouble trouble) {
  if (trouble.kind == StoreTrouble::Kind::fatal && !end_) {
    end_ = trouble;
    // To bring home what may not be there would add to the damage.
    sqlite3_db_config(database_.get(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
  }
  return std::unexpected(std::move(trouble));
}

bool SqliteStore::is_damaged() const { return (sqlite3_extended_errcode(database_.get()) & 0xff) == SQLITE_CORRUPT; }

// Some errors have rolled back already.
void SqliteStore::roll_back() {
  if (sqlite3_get_autocommit(database_.get()) == 0)
    sqlite3_exec(database_.get(), "ROLLBACK", nullptr, nullptr, nullptr);
}

std::vector<StoreResult<void>> SqliteStore::add_all(std::span<const StoredTable> tables) {
  if (end_) return {tables.size(), std::unexpected(*end_)};
  std::vector<StoreResult<void>> added(tables.size());
  StoreResult<void> whole;
  if (!statements_->begin.run()) whole = trouble();
  for (std::size_t i = 0; whole && i < tables.size(); ++i) {
    const auto inserted = insert(tables[i]);
    if (!inserted) whole = std::unexpected(inserted.error());
    if (inserted && !*inserted) added[i] = is_there_already(tables[i]);
  }
  if (whole && !statements_->commit.run()) whole = trouble();
  if (whole) return added;
  roll_back();
  return {tables.size(), whole};
}

StoreResult<bool> SqliteStore::insert(const StoredTable& table) {
  SqliteStatement& add = statements_->add;
  const bool has_input = !table.first_input.empty();
  const bool is_new =
      add.with(table.id, table.setup, table.hashes[0], table.hashes[1], table.created, static_cast<int>(table.state),
               table.listed, table.timed, table.created, has_input, checksum_of_table(table))
          .step();
  if (is_new) add.run();
  if (!add.is_fine()) return trouble();
  if (is_new && has_input && !insert({.table = table.id, .number = 1, .text = table.first_input})) return trouble();
  return is_new;
}

bool SqliteStore::insert(const StoredInput& input) {
  return statements_->add_input
      .with(input.table, input.number, input.text, checksum_of_input(input.table, input.number, input.text))
      .run();
}

StoreResult<std::vector<bool>> SqliteStore::append(std::span<const StoredInput> inputs) {
  if (end_) return std::unexpected(*end_);
  if (inputs.empty()) return std::vector<bool>();
  if (known_.size() > kMostKnown) known_.clear();
  if (!statements_->begin.run()) return trouble();
  StoreResult<std::vector<bool>> stored = append_all(inputs);
  if (stored && !statements_->commit.run()) stored = trouble();
  if (!stored) {
    roll_back();
    known_.clear();
  }
  return stored;
}

StoreResult<std::vector<bool>> SqliteStore::append_all(std::span<const StoredInput> inputs) {
  ++batch_;
  std::vector<bool> stored;
  stored.reserve(inputs.size());
  for (const StoredInput& input : inputs) {
    DUELLO_TRY(const auto found, progress_of(input.table));
    Progress& progress = *found;
    // Whatever follows one that was refused was meant for another position.
    if (input.number <= progress.last) progress.late_in = batch_;
    stored.push_back(progress.late_in != batch_);
    if (progress.late_in == batch_) continue;
    if (input.number != progress.last + 1)
      return broken_store("Input ", input.number, " of table ", in_quotes(input.table), " does not follow ",
                          progress.last);
    if (!insert(input)) return trouble();
    progress.last = input.number;
    if (input.state == progress.state) continue;
    if (!statements_->change.with(static_cast<int>(input.state), wall_time(), input.number, input.table).run())
      return trouble();
    progress.state = input.state;
  }
  return stored;
}

// Nobody else writes here, so what was found once is known from then on.
StoreResult<SqliteStore::Progress*> SqliteStore::progress_of(const std::string& table) {
  if (const auto known = known_.find(table); known != known_.end()) return &known->second;
  SqliteStatement& ask = statements_->progress;
  if (!ask.with(table).step()) {
    if (!ask.is_fine()) return trouble();
    return broken_store("There is no table ", in_quotes(table));
  }
  const auto state = table_state(ask.number(0));
  const auto last = static_cast<std::uint32_t>(ask.number(1));
  ask.done();
  if (!state) return damaged_table(table, "it has an unknown state");
  return &known_.emplace(table, Progress{.last = last, .state = *state}).first->second;
}

StoreResult<std::optional<LoadedTable>> SqliteStore::load(std::string_view id, std::uint32_t behind) {
  if (end_) return std::unexpected(*end_);
  SqliteStatement& table = statements_->table;
  if (!table.with(id).step()) {
    if (!table.is_fine()) return trouble();
    return nothing_of(id);
  }
  auto head = sqlite_table(table);
  const std::int64_t least = table.number(8);
  table.done();
  if (!head) return std::unexpected(head.error());
  LoadedTable loaded{.table = *std::move(head), .inputs = {}};
  SqliteStatement& rows = behind == 0 ? statements_->inputs : statements_->later_inputs;
  behind == 0 ? rows.with(id) : rows.with(id, behind);
  std::uint32_t last = behind;
  while (rows.step()) {
    const std::int64_t number = rows.number(0);
    std::string text = rows.text(1);
    if (rows.text(3) != id) {
      const bool is_ours = rows.number(2) == checksum_of_input(id, last + 1, text);
      rows.done();
      if (is_ours) return damaged_table(id, "input ", last + 1, " has another table's name");
      break;
    }
    const bool is_next = number == std::int64_t{last} + 1;
    if (is_next && rows.number(2) == checksum_of_input(id, ++last, text)) {
      loaded.inputs.push_back(std::move(text));
      continue;
    }
    rows.done();
    if (is_next) return damaged_table(id, "input ", number, " is not what was stored");
    return damaged_table(id, "input ", last + 1, " is missing");
  }
  if (rows.has_failed()) return trouble();
  if (last < least) return damaged_table(id, "input ", last + 1, " is missing");
  return loaded;
}

// A table that was deleted is not damaged, even if some of its inputs are left.
StoreResult<std::optional<LoadedTable>> SqliteStore::nothing_of(std::string_view id) {
  SqliteStatement& headless = statements_->headless;
  const bool is_found = headless.with(id).step();
  if (is_found) headless.done();
  if (is_found) return damaged_table(id, "its setup is missing");
  if (!headless.is_fine()) return trouble();
  return std::nullopt;
}

StoreResult<std::vector<StoredTable>> SqliteStore::listed(TableState state, int most) {
  if (end_) return std::unexpected(*end_);
  SqliteStatement& ask = state < TableState::over ? statements_->unfinished : statements_->finished;
  ask.with(static_cast<int>(state), most);
  std::vector<StoredTable> tables;
  // The list leaves out a damaged table; a request for that table says why.
  while (ask.step())
    if (auto table = sqlite_table(ask)) tables.push_back(*std::move(table));
  if (!ask.is_fine() && !is_damaged()) return trouble();
  return tables;
}

StoreResult<std::vector<std::string>> SqliteStore::timed(std::string_view behind, int most) {
  if (end_) return std::unexpected(*end_);
  SqliteStatement& ask = statements_->timed;
  ask.with(behind, most);
  std::vector<std::string> ids;
  while (ask.step()) ids.push_back(ask.text(0));
  if (!ask.is_fine() && !is_damaged()) return trouble();
  return ids;
}

StoreResult<bool> SqliteStore::purge(const Retention& retention, std::int64_t now) {
  if (end_) return std::unexpected(*end_);
  if (!statements_->begin.run()) return trouble();
  StoreResult<bool> purged = purge_some(retention, now);
  if (purged && *purged && !statements_->commit.run()) purged = trouble();
  if (!purged || !*purged) roll_back();
  return purged;
}

StoreResult<bool> SqliteStore::purge_some(const Retention& retention, std::int64_t now) {
  DUELLO_TRY(const auto tables, doom(retention, now));
  DUELLO_TRY(const auto of_inputs, purge_inputs());
  return tables > 0 || of_inputs > 0;
}

// A table is gone at once, whatever its inputs take.
StoreResult<int> SqliteStore::doom(const Retention& retention, std::int64_t now) {
  int count = 0;
  for (const auto& [state, period] :
       {std::pair{TableState::open, retention.open}, std::pair{TableState::over, retention.over},
        std::pair{TableState::playing, retention.over}, std::pair{TableState::withdrawn, retention.cancelled},
        std::pair{TableState::aborted, retention.cancelled}}) {
    const std::int64_t before = now - period.count();
    const int number = static_cast<int>(state);
    std::vector<std::string> ids;
    SqliteStatement& old = state == TableState::playing ? statements_->played : statements_->old;
    for (old.with(number, before, kMostDoomed); old.step();) ids.push_back(old.text(0));
    if (!old.is_fine()) return trouble();
    for (const std::string& id : ids) {
      // The others have been as they are since their state has changed.
      if (state == TableState::playing) {
        if (!statements_->touch.with(id).run()) return trouble();
        count += sqlite3_changes(database_.get());
      }
      const bool is_removed = statements_->remove.with(id, number, before).step();
      if (is_removed) statements_->remove.run();
      if (!statements_->remove.is_fine()) return trouble();
      if (!is_removed) continue;
      if (!statements_->doom.with(id).run()) return trouble();
      known_.erase(id);
      ++count;
    }
  }
  return count;
}

// The last inputs first, so that it can be interrupted.
StoreResult<int> SqliteStore::purge_inputs() {
  int tables = 0;
  for (int left = kMostPurged; left > 0;) {
    SqliteStatement& doomed = statements_->doomed;
    const bool is_found = doomed.with(purged_).step();
    const std::string id = is_found ? doomed.text(0) : "";
    if (is_found) doomed.done();
    if (!is_found && !doomed.is_fine()) return trouble();
    if (!is_found && std::exchange(purged_, {}).empty()) break;
    if (!is_found) continue;
    if (!statements_->purge.with(id, left).run()) {
      purged_ = id;  // and next time another one
      return trouble();
    }
    ++tables;
    const int deleted = sqlite3_changes(database_.get());
    if (deleted == left) break;
    left -= std::max(deleted, 1);
    purged_ = id;
    if (!statements_->spare.with(id).run()) return trouble();
  }
  return tables;
}

StoreResult<void> SqliteStore::tidy() {
  if (end_) return std::unexpected(*end_);
  auto tidied = tidier_->tidy();
  if (!tidied) return noted(std::move(tidied.error()));
  return {};
}

StoreResult<void> SqliteStore::copy(const std::string& from, const std::string& to) {
  DUELLO_TRY(const auto source, sqlite_place(from));
  if (const auto fine = check_place_of_copy(source, to); !fine) return fine;
  if (::access(source.c_str(), R_OK) != 0) return broken_store(cannot("read", from).error().why);
  sqlite3* database = nullptr;
  const int status = sqlite3_open_v2(source.c_str(), &database, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOFOLLOW, nullptr);
  const std::unique_ptr<sqlite3, Close> opened(database);
  if (status != SQLITE_OK) return sqlite_trouble(database, from);
  sqlite3_busy_timeout(database, kSqlitePatience);
  DUELLO_TRY(const auto version, sqlite_version(database, from));
  if (version == 0) return broken_store(path_in_quotes(from), " is not a database of this program");
  const auto made = replace_file(to, {.exactly = 0600},
                                 [&](const Descriptor& file) { return copy_pages(database, path_of_open(file)); });
  if (made) return {};
  return store_trouble(errno == ENOSPC ? StoreTrouble::Kind::full : StoreTrouble::Kind::broken, made.error().why);
}

}  // namespace duello
