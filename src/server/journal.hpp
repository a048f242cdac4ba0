// What the hall asks of the store, without waiting for it. Every answer comes later, in the thread that runs the hall,
// and answers to `append` come in the order of the calls.
#pragma once

#include <expected>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "server/store.hpp"

namespace duello {

class Journal {
 public:
  template <class What>
  using Answer = std::move_only_function<void(std::expected<What, StoreTrouble>)>;

  Journal() = default;
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;
  virtual ~Journal() = default;

  // False: the number was taken by another process.
  virtual void append(StoredInput input, Answer<bool> answer) = 0;
  virtual void add(StoredTable table, Answer<void> answer) = 0;
  virtual void load(std::string id, std::uint32_t behind, Answer<std::optional<LoadedTable>> answer) = 0;
  virtual void listed(TableState state, int most, Answer<std::vector<StoredTable>> answer) = 0;
  virtual void timed(std::string behind, int most, Answer<std::vector<std::string>> answer) = 0;
  // Whether all that was asked for is answered.
  virtual bool is_settled() const = 0;
};

}  // namespace duello
