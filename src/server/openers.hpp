// Which addresses have opened tables that are not over, and how many of those wait in the lobby for anybody. One that
// nobody ends counts for a day.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "match/clock.hpp"
#include "server/setup.hpp"
#include "server/store.hpp"

namespace duello {

class Openers {
 public:
  // Of one address.
  struct Limits {
    std::size_t tables;
    std::size_t challenges;  // among them, in the lobby
  };

  explicit Openers(const Limits& limits) : limits_(limits) {}

  // Why somebody there may not open one more; empty if they may.
  std::string_view objection_to(std::string_view address, Listed listed, Moment now);
  void add(const std::string& table, std::string_view address, Listed listed, Moment now);
  // It has come so far.
  void note(const std::string& table, TableState state);
  // It is over, or never came to be.
  void forget(const std::string& table);
  // The tables of an address, if nobody has asked for them a moment ago: some may be over although nobody has said so.
  std::vector<std::string> to_look_after(std::string_view address, Moment now);
  // That has opened the table, as far as is known here.
  std::string address_of(const std::string& table) const;
  // Whether it is in the lobby, as far as is known.
  bool is_challenge(const std::string& table) const;

 private:
  struct Count {
    std::size_t tables = 0;
    std::size_t challenges = 0;
    Moment looked{};  // after them
  };
  struct Opened {
    std::string address;
    Moment at;
    bool is_challenge;
  };

  Limits limits_;
  std::unordered_map<std::string, Opened> tables_;
  std::set<std::pair<Moment, std::string>> by_age_;
  std::map<std::string, Count, std::less<>> counts_;
};

}  // namespace duello
