#include "store/game_index.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <map>
#include <thread>

#include "core/try.hpp"
#include "match/meeting.hpp"
#include "store/game_store.hpp"
#include "store/record_file.hpp"
#include "system/files.hpp"
#include "system/sqlite_statement.hpp"

namespace duello {

namespace {

constexpr auto kPatience = std::chrono::seconds(10);  // that another program may keep us waiting

constexpr int kVersion = 2;

constexpr const char* kTables = R"(
  CREATE TABLE files (
    name TEXT PRIMARY KEY, changed INTEGER NOT NULL, size INTEGER NOT NULL, trouble TEXT NOT NULL
  ) STRICT;
  CREATE TABLE games (
    file TEXT NOT NULL, number INTEGER NOT NULL, of_file INTEGER NOT NULL, open INTEGER NOT NULL,
    game TEXT NOT NULL, rules TEXT NOT NULL, date TEXT NOT NULL, player1 TEXT NOT NULL, player2 TEXT NOT NULL,
    name1 TEXT NOT NULL, name2 TEXT NOT NULL, first INTEGER NOT NULL, result TEXT NOT NULL, reason TEXT NOT NULL,
    series TEXT NOT NULL, moves INTEGER NOT NULL, PRIMARY KEY (file, number)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX games_by_date ON games (date, file);
)";

std::unexpected<Complaint> index_trouble(sqlite3* database) {
  return complaint("The index of the games cannot be used: ", sqlite3_errmsg(database));
}

struct Seen {
  std::int64_t changed;
  std::int64_t size;
  friend bool operator==(const Seen&, const Seen&) = default;
};

// The records of a folder, by name and with what tells whether they have changed. A file without contents is a game
// that was never begun.
std::map<std::string, Seen> files_in(const std::string& folder) {
  std::map<std::string, Seen> files;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    const std::string file = entry.path().filename();
    struct stat status{};
    if (!file.ends_with(kRecordSuffix) || ::stat(entry.path().c_str(), &status) != 0 || !S_ISREG(status.st_mode))
      continue;
    if (status.st_size == 0) continue;
    files[file.substr(0, file.size() - kRecordSuffix.size())] = {
        status.st_mtim.tv_sec * 1'000'000'000 + status.st_mtim.tv_nsec, status.st_size};
  }
  return files;
}

// Puts the games of one file into the index, in place of what was known of it.
class Indexer {
 public:
  Indexer(sqlite3* database, const std::string& folder)
      : folder_(folder),
        forget_file_(database, "DELETE FROM files WHERE name = ?"),
        forget_games_(database, "DELETE FROM games WHERE file = ?"),
        add_file_(database, "INSERT INTO files VALUES (?, ?, ?, ?)"),
        add_game_(database, "INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)") {}

  bool forget(const std::string& name) { return forget_file_.with(name).run() && forget_games_.with(name).run(); }

  bool take(const std::string& name, const Seen& seen) {
    const std::string path = cat(folder_, '/', name, kRecordSuffix);
    const auto records = load_records(path);
    const std::string trouble = records ? "" : records.error().why;
    // What cannot be opened just now is tried again next time, although the file will look the same.
    const Seen noted = records || open_regular(path, O_RDONLY) ? seen : Seen{};
    bool fine = forget(name) && add_file_.with(name, noted.changed, noted.size, trouble).run();
    if (!records) return fine;
    const bool open = can_be_resumed(*records);
    for (std::size_t i = 0; i < records->size(); ++i)
      fine = fine && add(name, (*records)[i], i + 1, records->size(), open && i + 1 == records->size());
    return fine;
  }

 private:
  bool add(const std::string& name, const Record& record, std::size_t number, std::size_t of_file, bool open) {
    const std::string_view result = record.result();
    return add_game_
        .with(name, number, of_file, open, record.game, record.rules, record.date, record.players[Seat::one],
              record.players[Seat::two], record.tag(kNameTags[0]), record.tag(kNameTags[1]),
              duello::number(record.first), result, record.reason, record.tag(kSeriesTag), record.moves.size())
        .run();
  }

  const std::string& folder_;
  SqliteStatement forget_file_;
  SqliteStatement forget_games_;
  SqliteStatement add_file_;
  SqliteStatement add_game_;
};

// Nothing if another program does not let go of it, or the folder cannot be written.
Descriptor locked_in(const std::string& folder) {
  auto file = open_regular(folder + "/index.lock", O_RDWR | O_CREAT, 0600);
  if (!file) return {};
  const auto deadline = std::chrono::steady_clock::now() + kPatience;
  while (!lock(*file, Patience::none)) {
    if (std::chrono::steady_clock::now() > deadline) return {};
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return *std::move(file);
}

}  // namespace

void GameIndex::Close::operator()(sqlite3* database) const { sqlite3_close(database); }

std::expected<GameIndex, Complaint> GameIndex::over(const std::string& folder, Trust trust) {
  GameIndex index(folder, locked_in(folder));
  for (const Trust each : {trust, Trust::no}) {
    if (index.open(each) && index.refresh()) return index;
    if (!index.is_damaged_) break;
  }
  // It only repeats what the folder says, so one that cannot be used is done without.
  if (!index.open_at(":memory:")) return index_trouble(index.database_.get());
  DUELLO_CHECK(index.refresh());
  return index;
}

bool GameIndex::open(Trust trust) {
  if (!lock_.is_open()) return false;
  const std::string path = folder_ + "/index.sqlite";
  if (trust == Trust::no) {
    database_.reset();
    for (const char* const also : {"", "-journal"}) ::unlink(cat(path, also).c_str());
  }
  if (open_at(path)) return true;
  given_up();
  return false;
}

bool GameIndex::open_at(const std::string& path) {
  sqlite3* database = nullptr;
  const int status = sqlite3_open_v2(path.c_str(), &database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nullptr);
  database_.reset(database);
  if (status != SQLITE_OK) return false;
  sqlite3_busy_timeout(database, static_cast<int>(std::chrono::milliseconds(kPatience).count()));
  if (!SqliteStatement(database, "BEGIN IMMEDIATE").run()) return false;
  SqliteStatement version(database, "PRAGMA user_version");
  const bool is_new = version.step() && version.number(0) != kVersion;
  version.done();
  const bool made = !is_new || (sqlite3_exec(database, "DROP TABLE IF EXISTS files; DROP TABLE IF EXISTS games;",
                                             nullptr, nullptr, nullptr) == SQLITE_OK &&
                                sqlite3_exec(database, kTables, nullptr, nullptr, nullptr) == SQLITE_OK &&
                                SqliteStatement(database, cat("PRAGMA user_version = ", kVersion)).run());
  return SqliteStatement(database, made ? "COMMIT" : "ROLLBACK").run() && made;
}

std::expected<void, Complaint> GameIndex::refresh() {
  sqlite3* const database = database_.get();
  if (!SqliteStatement(database, "BEGIN IMMEDIATE").run()) return given_up();
  std::map<std::string, Seen> known;
  {
    SqliteStatement all(database, "SELECT name, changed, size FROM files");
    while (all.step()) known[all.text(0)] = {all.number(1), all.number(2)};
    if (!all.is_fine()) return given_up();
  }
  const std::map<std::string, Seen> files = files_in(folder_);
  Indexer indexer(database, folder_);
  for (const auto& [name, seen] : known)
    if (!files.contains(name) && !indexer.forget(name)) return given_up();
  for (const auto& [name, seen] : files) {
    const auto found = known.find(name);
    const bool is_same = found != known.end() && found->second == seen;
    if (!is_same && !indexer.take(name, seen)) return given_up();
  }
  troubles_.clear();
  SqliteStatement troubles(database, "SELECT trouble FROM files WHERE trouble <> '' ORDER BY name");
  while (troubles.step()) troubles_.push_back(troubles.text(0));
  if (!troubles.is_fine() || !SqliteStatement(database, "COMMIT").run()) return given_up();
  return {};
}

// Tells a file that is no index any more from one that cannot be used just now.
std::unexpected<Complaint> GameIndex::given_up() {
  const int status = sqlite3_errcode(database_.get());
  is_damaged_ = status == SQLITE_CORRUPT || status == SQLITE_NOTADB;
  const auto why = index_trouble(database_.get());
  sqlite3_exec(database_.get(), "ROLLBACK", nullptr, nullptr, nullptr);
  return why;
}

std::expected<std::vector<KeptGame>, Complaint> GameIndex::games(const HistoryFilter& filter) const {
  SqliteStatement query(database_.get(), R"(
    SELECT file, number, of_file, open, game, rules, date, player1, player2, name1, name2, first, result, reason,
           series, moves
    FROM games JOIN files ON files.name = games.file
    WHERE (?1 = '' OR game = ?1) AND (?2 = '' OR result = ?2) AND (?3 = '' OR date >= ?3) AND (?4 = '' OR date <= ?4)
      AND (?5 = '' OR instr(lower(player1 || char(10) || player2 || char(10) || name1 || char(10) || name2), ?5) > 0)
      AND (?6 = 0 OR open = 1)
    ORDER BY changed DESC, date DESC, file DESC, number DESC LIMIT ?7)");
  const std::string player = lowered(filter.player);
  const int most = filter.most == 0 ? -1 : filter.most;
  query.with(filter.game, filter.result, filter.since, filter.until, player, filter.open_only, most);
  std::vector<KeptGame> games;
  while (query.step()) {
    KeptGame game;
    game.number = static_cast<int>(query.number(1));
    game.name = legible(query.text(0));
    if (query.number(2) != 1) game.name += cat('#', game.number);
    game.path = cat(folder_, '/', query.text(0), kRecordSuffix);
    game.is_open = query.number(3) != 0;
    game.head.game = query.text(4);
    game.head.rules = query.text(5);
    game.head.date = query.text(6);
    game.head.players = {{query.text(7), query.text(8)}};
    for (const Seat seat : kSeats)
      if (const std::string name = query.text(8 + number(seat)); !name.empty())
        game.head.set(kNameTags[index(seat)], name);
    game.head.first = query.number(11) == 2 ? Seat::two : Seat::one;
    const std::string result = query.text(12);
    if (result != "*") game.head.winner = result == "1-0" ? Seat::one : Seat::two;
    game.head.reason = query.text(13);
    if (const std::string series = query.text(14); !series.empty()) game.head.set(kSeriesTag, series);
    game.moves = static_cast<int>(query.number(15));
    games.push_back(std::move(game));
  }
  if (!query.is_fine()) return index_trouble(database_.get());
  return games;
}

}  // namespace duello
