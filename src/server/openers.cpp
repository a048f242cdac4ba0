#include "server/openers.hpp"

#include <chrono>

namespace duello {

namespace {

constexpr auto kCounts = std::chrono::hours(24);
constexpr auto kGlance = std::chrono::minutes(1);  // between two looks after the tables of an address

}  // namespace

std::string_view Openers::objection_to(std::string_view address, Listed listed, Moment now) {
  while (!by_age_.empty() && by_age_.begin()->first + kCounts <= now) forget(std::string(by_age_.begin()->second));
  const auto found = counts_.find(address);
  if (found == counts_.end()) return {};
  const Count& count = found->second;
  if (count.tables >= limits_.tables) return "Too many games were opened from your address; end or withdraw some";
  if (listed == Listed::yes && count.challenges >= limits_.challenges)
    return "Too many challenges from your address are open; withdraw one, or invite somebody by a link";
  return {};
}

void Openers::add(const std::string& table, std::string_view address, Listed listed, Moment now) {
  const bool is_challenge = listed == Listed::yes;
  tables_.emplace(table, Opened{std::string(address), now, is_challenge});
  by_age_.emplace(now, table);
  Count& count = counts_[std::string(address)];
  ++count.tables;
  if (is_challenge) ++count.challenges;
}

void Openers::note(const std::string& table, TableState state) {
  if (state >= TableState::over) return forget(table);
  const auto found = tables_.find(table);
  if (state == TableState::open || found == tables_.end() || !found->second.is_challenge) return;
  found->second.is_challenge = false;
  --counts_.find(found->second.address)->second.challenges;
}

void Openers::forget(const std::string& table) {
  const auto found = tables_.find(table);
  if (found == tables_.end()) return;
  const auto count = counts_.find(found->second.address);
  if (found->second.is_challenge) --count->second.challenges;
  if (--count->second.tables == 0) counts_.erase(count);
  by_age_.erase({found->second.at, table});
  tables_.erase(found);
}

std::vector<std::string> Openers::to_look_after(std::string_view address, Moment now) {
  const auto count = counts_.find(address);
  if (count == counts_.end() || now < count->second.looked + kGlance) return {};
  count->second.looked = now;
  std::vector<std::string> all;
  for (const auto& [table, opened] : tables_)
    if (opened.address == address) all.push_back(table);
  return all;
}

std::string Openers::address_of(const std::string& table) const {
  const auto found = tables_.find(table);
  return found == tables_.end() ? "" : found->second.address;
}

bool Openers::is_challenge(const std::string& table) const {
  const auto found = tables_.find(table);
  return found != tables_.end() && found->second.is_challenge;
}

}  // namespace duello
