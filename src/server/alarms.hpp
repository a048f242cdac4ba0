// When to look at which table again, whether it is in memory or not: its flag falls, or something has to be tried once
// more.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>

#include "match/clock.hpp"

namespace duello {

class Alarms {
 public:
  // Each table has one at most; nothing takes it away.
  void set(const std::string& table, std::optional<Moment> when);
  bool has(const std::string& table) const { return times_.contains(table); }
  std::optional<Moment> next() const;
  // A table whose time has come, and has no alarm any more; nothing if there is none.
  std::optional<std::string> due(Moment now);

 private:
  std::set<std::pair<Moment, std::string>> in_order_;
  std::unordered_map<std::string, Moment> times_;
};

}  // namespace duello
