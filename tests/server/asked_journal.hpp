// A journal on a store in memory. When the store is asked, and when the hall hears of it, is the business of `Asker`,
// which derives from it and has
//   ask<What>(answer, ask)   to call `ask()` some time and, later, `answer` with what came of it;
//   stored(table)            which is told of every input.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "server/journal.hpp"
#include "tests/server/memory_store.hpp"

namespace duello {

template <class Asker>
class AskedJournal : public Journal {
 public:
  void append(StoredInput input, Answer<bool> answer) override {
    asker().template ask<bool>(std::move(answer), [this, input = std::move(input)]() -> StoreResult<bool> {
      const auto taken = store_.append({&input, 1});
      if (!taken) return std::unexpected(taken.error());
      if ((*taken)[0]) asker().stored(input.table);
      return (*taken)[0];
    });
  }
  void add(StoredTable table, Answer<void> answer) override {
    asker().template ask<void>(std::move(answer), [this, table = std::move(table)] { return store_.add(table); });
  }
  void load(std::string id, std::uint32_t behind, Answer<std::optional<LoadedTable>> answer) override {
    asker().template ask<std::optional<LoadedTable>>(
        std::move(answer), [this, id = std::move(id), behind] { return store_.load(id, behind); });
  }
  void listed(TableState state, int most, Answer<std::vector<StoredTable>> answer) override {
    asker().template ask<std::vector<StoredTable>>(std::move(answer),
                                                   [this, state, most] { return store_.listed(state, most); });
  }
  void timed(std::string behind, int most, Answer<std::vector<std::string>> answer) override {
    asker().template ask<std::vector<std::string>>(
        std::move(answer), [this, behind = std::move(behind), most] { return store_.timed(behind, most); });
  }

 private:
  friend Asker;
  explicit AskedJournal(MemoryStore& store) : store_(store) {}

  Asker& asker() { return static_cast<Asker&>(*this); }

  MemoryStore& store_;
};

}  // namespace duello
