// What is durable of the tables: how each was set up and, in order, all that was accepted at it. Whoever replays that
// has the table again, clocks and series included.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/text.hpp"

namespace duello {

enum class TableState : std::uint8_t { open, playing, over, withdrawn, aborted };
std::string_view name_of(TableState state);
// Nothing if it is none.
std::optional<TableState> table_state(std::int64_t number);

struct StoredTable {
  std::string id;
  std::string setup;                    // JSON; holds the seed of the games, so nobody outside is shown it
  std::array<std::string, 2> hashes{};  // of the players' tokens; empty where nobody sits yet, or a program does
  std::int64_t created = 0;             // milliseconds since 1970
  TableState state = TableState::open;
  bool listed = false;  // for everybody to see
  bool timed = false;   // there is a clock that may run while nobody looks
  std::string
      first_input{};  // JSON; stored as input 1 together with a new table. Empty for none, and when it is loaded
};

struct StoredInput {
  std::string table;
  std::uint32_t number = 0;                // counted from 1 at each table
  std::string text;                        // JSON
  TableState state = TableState::playing;  // of the table behind it
};

struct LoadedTable {
  StoredTable table;
  std::vector<std::string> inputs;  // those behind the number that was asked for
};

// How long tables are kept: open ones from when they were opened, others from their end or their last input.
struct Retention {
  std::chrono::milliseconds open = std::chrono::days(7);
  std::chrono::milliseconds over = std::chrono::days(90);
  // Withdrawn and aborted ones, so that a late guest can still learn what happened.
  std::chrono::milliseconds cancelled = std::chrono::hours(1);
};

// Milliseconds since 1970.
std::int64_t wall_time();

struct StoreTrouble {
  enum class Kind : std::uint8_t {
    full,     // no room; it may come back
    lost,     // the database is away; it may come back
    broken,   // it says something that cannot be
    damaged,  // what is stored of this table is not what was stored; others are not concerned
    // Whether it was stored is not known:
    unknown,  // this store can tell, as soon as it loads the table
    fatal,    // only who opens the file again can tell, and this store does nothing any more
  };
  Kind kind = Kind::broken;
  std::string why;  // a sentence without its full stop
};

template <class What>
using StoreResult = std::expected<What, StoreTrouble>;

// To return trouble where a value is expected.
template <class... Parts>
std::unexpected<StoreTrouble> store_trouble(StoreTrouble::Kind kind, const Parts&... parts) {
  return std::unexpected(StoreTrouble{kind, cat(parts...)});
}
template <class... Parts>
std::unexpected<StoreTrouble> broken_store(const Parts&... parts) {
  return store_trouble(StoreTrouble::Kind::broken, parts...);
}

template <class... Parts>
std::unexpected<StoreTrouble> damaged_table(std::string_view id, const Parts&... parts) {
  return store_trouble(StoreTrouble::Kind::damaged, "The table ", in_quotes(id), " is damaged: ", parts...);
}

inline std::unexpected<StoreTrouble> is_there_already(const StoredTable& table) {
  return broken_store("There is a table ", in_quotes(table.id), " already");
}

// Blocking, and used by one thread at a time; another may call `changed_elsewhere` at the same time. A call that is
// answered with trouble has stored nothing, and never will, unless the trouble is `unknown` or `fatal`.
class TableStore {
 public:
  template <class What>
  using Result = StoreResult<What>;

  TableStore() = default;
  TableStore(const TableStore&) = delete;
  TableStore& operator=(const TableStore&) = delete;
  virtual ~TableStore() = default;

  // What came of each of them; those that are added are on the disk when it returns, with their first inputs.
  virtual std::vector<Result<void>> add_all(std::span<const StoredTable> tables) = 0;
  Result<void> add(const StoredTable& table) { return add_all({&table, 1}).front(); }
  // All of them on the disk when it returns. For each whether its number was free; one that was not is not stored, nor
  // is any behind it at the same table. One that leaves a gap is trouble.
  virtual Result<std::vector<bool>> append(std::span<const StoredInput> inputs) = 0;
  // Nothing if there is no such table.
  virtual Result<std::optional<LoadedTable>> load(std::string_view id, std::uint32_t behind) = 0;
  // Those that are listed, the newest first.
  virtual Result<std::vector<StoredTable>> listed(TableState state, int most) = 0;
  // The ids of those that are played by the clock, behind that id and in the order of their ids.
  virtual Result<std::vector<std::string>> timed(std::string_view behind, int most) = 0;
  // Deletes some of the tables that are kept no longer, or some of their inputs, in a few milliseconds. Whether there
  // is more to delete.
  virtual Result<bool> purge(const Retention& retention, std::int64_t now) = 0;
  // What can be done when those who wait have been answered; to be called after every few calls of the others.
  virtual Result<void> tidy() { return {}; }
  // Whether other processes may use it at the same time.
  virtual bool is_shared() const { return false; }
  // Only of a shared store: waits at most so long for tables that other processes have changed. An empty id means all
  // of them, as some notices may have been missed.
  virtual Result<std::vector<std::string>> changed_elsewhere(int /*milliseconds*/) {
    return std::vector<std::string>();
  }
};

}  // namespace duello
