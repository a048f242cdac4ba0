#include "server/alarms.hpp"

namespace duello {

void Alarms::set(const std::string& table, std::optional<Moment> when) {
  const auto known = times_.find(table);
  if (known != times_.end()) {
    if (known->second == when) return;
    in_order_.erase({known->second, table});
    times_.erase(known);
  }
  if (!when) return;
  in_order_.emplace(*when, table);
  times_.emplace(table, *when);
}

std::optional<Moment> Alarms::next() const {
  if (in_order_.empty()) return std::nullopt;
  return in_order_.begin()->first;
}

std::optional<std::string> Alarms::due(Moment now) {
  if (in_order_.empty() || in_order_.begin()->first > now) return std::nullopt;
  std::string table = in_order_.begin()->second;
  set(table, std::nullopt);
  return table;
}

}  // namespace duello
