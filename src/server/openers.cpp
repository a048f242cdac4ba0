#include "server/openers.hpp"

#include <chrono>

namespace duello {

namespace {

constexpr auto kCounts = std::chrono::hours(24);

}  // namespace

bool Openers::may_open(std::string_view address, Moment now) {
  while (!by_age_.empty() && by_age_.begin()->first + kCounts <= now) forget(std::string(by_age_.begin()->second));
  const auto found = counts_.find(address);
  return found == counts_.end() || found->second < most_;
}

void Openers::add(const std::string& table, std::string_view address, Moment now) {
  tables_.emplace(table, Opened{std::string(address), now});
  by_age_.emplace(now, table);
  ++counts_[std::string(address)];
}

void Openers::forget(const std::string& table) {
  const auto found = tables_.find(table);
  if (found == tables_.end()) return;
  by_age_.erase({found->second.at, table});
  if (const auto count = counts_.find(found->second.address); --count->second == 0) counts_.erase(count);
  tables_.erase(found);
}

}  // namespace duello
