#include "server/sqlite_upgrade.hpp"

#include <charconv>
#include <optional>

#include "core/text.hpp"
#include "server/sqlite_schema.hpp"
#include "server/store_checksum.hpp"
#include "system/sqlite_statement.hpp"

namespace duello {

namespace {

constexpr std::int64_t kNoChecksum = -1;  // that no input has

// A row of version 1: texts one after the other, each with its length before it. Takes the next one away; nothing if
// there is none.
std::optional<std::string_view> next_piece(std::string_view& row) {
  std::size_t size = 0;
  const auto [end, error] = std::from_chars(row.data(), row.data() + row.size(), size);
  const auto digits = static_cast<std::size_t>(end - row.data());
  if (error != std::errc() || digits == row.size() || *end != ':' || size > row.size() - digits - 1)
    return std::nullopt;
  const std::string_view piece = row.substr(digits + 1, size);
  row.remove_prefix(digits + 1 + size);
  return piece;
}

class Upgrade {
 public:
  Upgrade(sqlite3* database, const std::string& file)
      : database_(database),
        file_(file),
        // A number may be in both old tables; both have the same text then.
        add_(database, "INSERT INTO inputs VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING") {}

  StoreResult<void> copy_tables() const {
    const std::int64_t now = wall_time();
    SqliteStatement all(database_,
                        "SELECT id, setup, hash1, hash2, created, state, listed, timed, "
                        "coalesce((SELECT max(number) FROM inputs WHERE table_id = id), 0) FROM old_tables");
    SqliteStatement add(database_, "INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    while (all.step()) {
      const StoredTable table{.id = all.text(0),
                              .setup = all.text(1),
                              .hashes = {all.text(2), all.text(3)},
                              .created = all.number(4),
                              .listed = all.number(6) != 0,
                              .timed = all.number(7) != 0};
      const std::int64_t state = all.number(5);
      // Nobody knows when it ended: its time begins now.
      const std::int64_t changed = state == static_cast<std::int64_t>(TableState::open) ? table.created : now;
      if (!add.with(table.id, table.setup, table.hashes[0], table.hashes[1], table.created, state, table.listed,
                    table.timed, changed, all.number(8), checksum_of_table(table))
               .run())
        return sqlite_trouble(database_, file_);
    }
    if (!all.is_fine()) return sqlite_trouble(database_, file_);
    return {};
  }

  StoreResult<void> copy_inputs() {
    SqliteStatement rows(database_, "SELECT table_id, first, texts FROM old_inputs");
    while (rows.step()) {
      const std::string table = rows.text(0);
      const std::string texts = rows.text(2);
      auto number = static_cast<std::uint32_t>(rows.number(1));
      for (std::string_view rest = texts; !rest.empty(); ++number) {
        const auto text = next_piece(rest);
        if (!(text ? add(table, number, *text) : add_damaged(table, number))) return sqlite_trouble(database_, file_);
        if (!text) break;
      }
    }
    if (!rows.is_fine()) return sqlite_trouble(database_, file_);
    return {};
  }

  StoreResult<void> copy_log() {
    SqliteStatement rows(database_, "SELECT inputs FROM log ORDER BY batch");
    while (rows.step()) {
      const std::string row = rows.text(0);
      for (std::string_view rest = row; !rest.empty();) {
        const auto table = next_piece(rest);
        const auto number = table ? next_piece(rest) : std::nullopt;
        const auto text = number ? next_piece(rest) : std::nullopt;
        const auto value = text ? number_in<std::uint32_t>(*number) : std::nullopt;
        if (!value) return broken_store(path_in_quotes(file_), " is damaged: its log cannot be read");
        if (!add(std::string(*table), *value, *text)) return sqlite_trouble(database_, file_);
      }
    }
    if (!rows.is_fine()) return sqlite_trouble(database_, file_);
    return {};
  }

 private:
  bool add(const std::string& table, std::uint32_t number, std::string_view text) {
    return add_.with(table, number, text, checksum_of_input(table, number, text)).run();
  }
  bool add_damaged(const std::string& table, std::uint32_t number) {
    return add_.with(table, number, std::string_view(), kNoChecksum).run();
  }

  sqlite3* database_;
  const std::string& file_;
  SqliteStatement add_;
};

}  // namespace

StoreResult<void> copy_version_1(sqlite3* database, const std::string& file) {
  Upgrade upgrade(database, file);
  if (const auto copied = upgrade.copy_inputs(); !copied) return copied;
  if (const auto copied = upgrade.copy_log(); !copied) return copied;
  return upgrade.copy_tables();
}

}  // namespace duello
