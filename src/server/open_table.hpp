// A table in memory with those who are at it, and what they will be told once it is stored.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "server/hall.hpp"
#include "server/table.hpp"

namespace duello {

using Message = std::shared_ptr<const std::string>;

struct OpenTable {
  // The input that is applied here and not stored yet, with what to do if it cannot be. There is one at a time: what
  // is judged behind it must not be stored if it is not.
  struct Pending {
    std::uint32_t number;
    bool enters;  // it is that of somebody who takes a seat
    std::move_only_function<void(const std::string& why)> fail;
    std::move_only_function<void()> again;  // another process was faster: it is judged once more
  };

  std::string id;
  std::array<std::string, 2> hashes;
  std::unique_ptr<ServedTable> table;  // nothing while it is loaded
  bool is_loading = false;
  bool is_thinking = false;
  std::vector<ClientId> clients;
  std::optional<Pending> pending;
  std::vector<std::move_only_function<void()>> held;  // what is told when that is stored
  // What waits until the table is there and nothing is pending.
  std::deque<std::move_only_function<void(OpenTable*, const std::string& why)>> waiting;
  std::optional<Moment> again;  // when to try what could not be done

  bool is_settled() const { return table && !pending; }
  bool is_idle() const { return clients.empty() && !pending && waiting.empty() && !is_thinking; }
};

}  // namespace duello
