// Which addresses have opened tables that are not over. One that nobody ends counts for a day.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "match/clock.hpp"

namespace duello {

class Openers {
 public:
  explicit Openers(std::size_t most) : most_(most) {}

  // Whether somebody there may open one more.
  bool may_open(std::string_view address, Moment now);
  void add(const std::string& table, std::string_view address, Moment now);
  // It is over, or never came to be.
  void forget(const std::string& table);

 private:
  struct Opened {
    std::string address;
    Moment at;
  };

  std::size_t most_;  // of one address
  std::unordered_map<std::string, Opened> tables_;
  std::set<std::pair<Moment, std::string>> by_age_;
  std::map<std::string, std::size_t, std::less<>> counts_;
};

}  // namespace duello
