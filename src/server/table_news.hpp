// What those at a table are told of what has happened there behind a mark. Where nothing is secret most of it is the
// same for everybody, and is written once.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "server/doorkeeper.hpp"
#include "server/table.hpp"

namespace duello {

// How somebody looks at a table: from which seat, and whether they want to see the position every time.
struct Outlook {
  Onlooker onlooker{};
  bool views = false;
};

class TableNews {
 public:
  // The table outlives it, and stays as it is meanwhile.
  TableNews(const ServedTable& table, Bookmark behind, Moment now);

  // `called` is how they have called what brought it about; empty if it was not theirs.
  Message told(const Outlook& outlook, std::string_view called);

 private:
  std::string text_for(const Outlook& outlook, std::string_view called) const;
  void add_events(JsonObject& json, Onlooker onlooker) const;

  const ServedTable& table_;
  Bookmark behind_;
  Moment now_;
  std::string same_;                 // for everybody; empty where there are secrets
  std::array<Message, 2> watchers_;  // all who only watch are told the same: without views, and with them
};

}  // namespace duello
