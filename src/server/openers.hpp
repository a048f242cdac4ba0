// Which addresses have opened tables, or taken a seat at one, that are not over; how many of those wait in the lobby
// for anybody; and how many tables an address has opened and challenges it has accepted lately. A table that nobody
// ends counts for a day.
#pragma once

#include <cstddef>
#include <deque>
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
#include "server/visitors.hpp"

namespace duello {

class Openers {
 public:
  // Of one address.
  struct Limits {
    std::size_t tables;
    std::size_t challenges;  // among them, in the lobby; and those of others that are accepted in a minute

    // How fast it may open them, so that games that are ended at once do not fill the store: as many in ten minutes as
    // it may have, and twice as many at once.
    TokenBucket::Measure opened() const {
      const auto most = static_cast<double>(tables);
      return {.a_second = most / 600, .at_once = 2 * most};
    }
  };

  explicit Openers(const Limits& limits) : limits_(limits) {}

  // Why somebody there may not open one more, or take a seat at one; empty if they may.
  std::string_view objection_to(std::string_view address, Listed listed, Moment now);
  std::string_view objection_to_guest(std::string_view address, Listed listed, Moment now);
  void add(const std::string& table, std::string_view address, Listed listed, Moment now);
  void add_guest(const std::string& table, std::string_view address, Listed listed, Moment now);
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
    explicit Count(TokenBucket full) : may_open(full) {}
    bool is_forgettable(const TokenBucket::Measure& opened, Moment now) const;

    TokenBucket may_open;
    std::size_t tables = 0;
    std::size_t challenges = 0;
    std::size_t accepted = 0;  // challenges, in the last minute
    Moment looked{};           // after them
  };
  struct Counted {
    std::vector<std::string> addresses;  // of the client that opened it, and of the guest
    Moment at;
    bool is_challenge = false;
    bool has_guest = false;
  };

  void forget_old(Moment now);
  Count& count_of(std::string_view address, Moment now);
  void note_no_challenge(Counted& counted);

  Limits limits_;
  std::unordered_map<std::string, Counted> tables_;
  std::set<std::pair<Moment, std::string>> by_age_;
  std::map<std::string, Count, std::less<>> counts_;
  Moment swept_{};                                       // when counts were forgotten last
  std::deque<std::pair<Moment, std::string>> accepted_;  // challenges, by which address, in the last minute
};

}  // namespace duello
