#include "server/openers.hpp"

#include <algorithm>
#include <chrono>

namespace duello {

namespace {

constexpr auto kCounts = std::chrono::hours(24);
constexpr auto kGlance = std::chrono::minutes(1);    // between two looks after the tables of an address
constexpr auto kAccepted = std::chrono::minutes(1);  // for which a challenge that was accepted counts

constexpr auto kSweep = std::chrono::minutes(1);  // between two looks for counts that can be forgotten

constexpr std::string_view kTooManyTables = "Too many games were opened from your address; end or withdraw some";

TokenBucket::Time bucket_time(Moment moment) { return TokenBucket::Time(moment.time_since_epoch()); }

}  // namespace

bool Openers::Count::is_forgettable(const TokenBucket::Measure& opened, Moment now) const {
  return tables == 0 && accepted == 0 && may_open.is_full(opened, bucket_time(now));
}

void Openers::forget_old(Moment now) {
  while (!by_age_.empty() && by_age_.begin()->first + kCounts <= now) forget(std::string(by_age_.begin()->second));
  for (; !accepted_.empty() && accepted_.front().first + kAccepted <= now; accepted_.pop_front())
    --counts_.find(accepted_.front().second)->second.accepted;
  if (now < swept_ + kSweep) return;
  swept_ = now;
  std::erase_if(counts_, [&](const auto& each) { return each.second.is_forgettable(limits_.opened(), now); });
}

Openers::Count& Openers::count_of(std::string_view address, Moment now) {
  const auto found = counts_.find(address);
  if (found != counts_.end()) return found->second;
  return counts_.try_emplace(std::string(address), TokenBucket(limits_.opened(), bucket_time(now))).first->second;
}

std::string_view Openers::objection_to(std::string_view address, Listed listed, Moment now) {
  forget_old(now);
  const auto found = counts_.find(address);
  if (found == counts_.end()) return {};
  const Count& count = found->second;
  if (count.tables >= limits_.tables) return kTooManyTables;
  if (count.may_open.is_empty(limits_.opened(), bucket_time(now)))
    return "Too many games were opened from your address in a short time; try again in a few minutes";
  if (listed == Listed::yes && count.challenges >= limits_.challenges)
    return "Too many challenges from your address are open; withdraw one, or invite somebody by a link";
  return {};
}

std::string_view Openers::objection_to_guest(std::string_view address, Listed listed, Moment now) {
  forget_old(now);
  const auto found = counts_.find(address);
  if (found == counts_.end()) return {};
  if (found->second.tables >= limits_.tables) return kTooManyTables;
  if (listed == Listed::yes && found->second.accepted >= limits_.challenges)
    return "Too many challenges were accepted from your address; try again in a minute";
  return {};
}

void Openers::add(const std::string& table, std::string_view address, Listed listed, Moment now) {
  const bool is_challenge = listed == Listed::yes;
  tables_.emplace(table, Counted{{std::string(address)}, now, is_challenge});
  by_age_.emplace(now, table);
  Count& count = count_of(address, now);
  count.may_open.take(limits_.opened(), bucket_time(now));
  ++count.tables;
  if (is_challenge) ++count.challenges;
}

void Openers::add_guest(const std::string& table, std::string_view address, Listed listed, Moment now) {
  const auto [found, is_new] = tables_.try_emplace(table, Counted{{}, now});
  if (is_new) by_age_.emplace(now, table);
  Counted& counted = found->second;
  // It may be asked for more than once until it is stored.
  if (counted.has_guest) return;
  counted.has_guest = true;
  counted.addresses.emplace_back(address);
  Count& count = count_of(address, now);
  ++count.tables;
  if (listed == Listed::no) return;
  ++count.accepted;
  accepted_.emplace_back(now, address);
}

void Openers::note_no_challenge(Counted& counted) {
  if (std::exchange(counted.is_challenge, false)) --counts_.find(counted.addresses.front())->second.challenges;
}

void Openers::note(const std::string& table, TableState state) {
  if (state >= TableState::over) return forget(table);
  const auto found = tables_.find(table);
  if (state != TableState::open && found != tables_.end()) note_no_challenge(found->second);
}

void Openers::forget(const std::string& table) {
  const auto found = tables_.find(table);
  if (found == tables_.end()) return;
  note_no_challenge(found->second);
  for (const std::string& address : found->second.addresses) --counts_.find(address)->second.tables;
  by_age_.erase({found->second.at, table});
  tables_.erase(found);
}

std::vector<std::string> Openers::to_look_after(std::string_view address, Moment now) {
  const auto count = counts_.find(address);
  if (count == counts_.end() || now < count->second.looked + kGlance) return {};
  count->second.looked = now;
  std::vector<std::string> all;
  for (const auto& [table, counted] : tables_)
    if (std::ranges::find(counted.addresses, address) != counted.addresses.end()) all.push_back(table);
  return all;
}

std::string Openers::address_of(const std::string& table) const {
  const auto found = tables_.find(table);
  return found == tables_.end() ? "" : found->second.addresses.front();
}

bool Openers::is_challenge(const std::string& table) const {
  const auto found = tables_.find(table);
  return found != tables_.end() && found->second.is_challenge;
}

}  // namespace duello
