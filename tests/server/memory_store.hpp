// A store that forgets everything in the end, and can be made to fail; several halls may share one.
#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "server/store.hpp"

namespace duello {

class MemoryStore final : public TableStore {
 public:
  std::string trouble;  // what goes wrong with everything that is asked; empty for nothing
  StoreTrouble::Kind kind = StoreTrouble::Kind::lost;

  std::vector<Result<void>> add_all(std::span<const StoredTable> added) override {
    if (!trouble.empty()) return {added.size(), failed()};
    for (const StoredTable& table : added) {
      LoadedTable& made = tables[table.id] = {table, {}};
      made.table.first_input.clear();
      if (!table.first_input.empty()) made.inputs.push_back(table.first_input);
    }
    return std::vector<Result<void>>(added.size());
  }
  Result<std::vector<bool>> append(std::span<const StoredInput> inputs) override {
    if (!trouble.empty()) return failed();
    std::vector<bool> taken;
    for (const StoredInput& input : inputs)
      if (!tables.contains(input.table)) return broken_store("There is no table ", in_quotes(input.table));
    for (const StoredInput& input : inputs) {
      LoadedTable& table = tables.at(input.table);
      taken.push_back(input.number == table.inputs.size() + 1);
      if (!taken.back()) continue;
      table.inputs.push_back(input.text);
      table.table.state = input.state;
    }
    return taken;
  }
  Result<std::optional<LoadedTable>> load(std::string_view id, std::uint32_t behind) override {
    if (!trouble.empty()) return failed();
    const auto found = tables.find(std::string(id));
    if (found == tables.end()) return std::nullopt;
    LoadedTable loaded = found->second;
    loaded.inputs.erase(loaded.inputs.begin(), loaded.inputs.begin() + behind);
    return loaded;
  }
  Result<std::vector<StoredTable>> listed(TableState state, int most) override {
    if (!trouble.empty()) return failed();
    std::vector<StoredTable> all;
    for (const auto& [id, each] : tables)
      if (each.table.listed && each.table.state == state) all.push_back(each.table);
    if (all.size() > static_cast<std::size_t>(most)) all.resize(static_cast<std::size_t>(most));
    return all;
  }
  Result<std::vector<std::string>> timed(std::string_view behind, int most) override {
    std::vector<std::string> all;
    for (const auto& [id, each] : tables)
      if (each.table.timed && each.table.state == TableState::playing && id > behind &&
          all.size() < static_cast<std::size_t>(most))
        all.push_back(id);
    return all;
  }
  Result<bool> purge(const Retention& /*retention*/, std::int64_t /*now*/) override { return false; }

  std::map<std::string, LoadedTable> tables;

 private:
  std::unexpected<StoreTrouble> failed() const {
    return std::unexpected(StoreTrouble{kind, trouble.empty() ? "It cannot be done" : trouble});
  }
};

}  // namespace duello
