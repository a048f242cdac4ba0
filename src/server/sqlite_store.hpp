// The tables in one SQLite file, for a server that is one process.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <unordered_map>

#include "server/sqlite_tidier.hpp"
#include "server/store.hpp"
#include "system/descriptor.hpp"

struct sqlite3;

namespace duello {

class SqliteStore final : public TableStore {
 public:
  // Made if there is none, for its owner alone, and used by this process alone until the end.
  static Result<std::unique_ptr<SqliteStore>> open(const std::string& file);
  // Such a file as of one moment, even while a server uses it, in place of nothing or of an older one.
  static Result<void> copy(const std::string& from, const std::string& to);

  ~SqliteStore() override;

  std::vector<Result<void>> add_all(std::span<const StoredTable> tables) override;
  Result<std::vector<bool>> append(std::span<const StoredInput> inputs) override;
  Result<std::optional<LoadedTable>> load(std::string_view id, std::uint32_t behind) override;
  Result<std::vector<StoredTable>> listed(TableState state, int most) override;
  Result<std::vector<std::string>> timed(std::string_view behind, int most) override;
  Result<bool> purge(const Retention& retention, std::int64_t now) override;
  Result<void> tidy() override;
  // Nobody else can, so this only waits.

 private:
  struct Close {
    void operator()(sqlite3* database) const;
  };
  struct Statements;
  // How far a table is.
  struct Progress {
    std::uint32_t last = 0;  // number
    TableState state = TableState::open;
    std::uint64_t late_in = 0;  // a batch in which somebody was faster
  };

  SqliteStore(std::string file, Descriptor lock);

  Result<void> begin();
  // In a transaction. Whether its id was free.
  Result<bool> insert(const StoredTable& table);
  bool insert(const StoredInput& input);
  Result<std::vector<bool>> append_all(std::span<const StoredInput> inputs);
  // Of a table that has no row.
  Result<std::optional<LoadedTable>> nothing_of(std::string_view id);
  // Stays where it is as long as the batch.
  Result<Progress*> progress_of(const std::string& table);
  // The last error. After a fatal one nothing is done any more.
  std::unexpected<StoreTrouble> trouble();
  // In a transaction.
  Result<bool> purge_some(const Retention& retention, std::int64_t now);
  // How many tables were deleted, and of how many inputs were.
  Result<int> doom(const Retention& retention, std::int64_t now);
  Result<int> purge_inputs();
  std::unexpected<StoreTrouble> noted(StoreTrouble trouble);
  bool is_damaged() const;
  void roll_back();

  std::string file_;  // behind all links
  Descriptor lock_;
  std::unique_ptr<sqlite3, Close> database_;
  std::unique_ptr<Statements> statements_;
  std::unordered_map<std::string, Progress> known_;
  std::uint64_t batch_ = 0;
  std::string purged_;               // the last table whose inputs were deleted
  std::optional<StoreTrouble> end_;  // the fatal trouble that it has met
  std::unique_ptr<SqliteTidier> tidier_;
};

}  // namespace duello
