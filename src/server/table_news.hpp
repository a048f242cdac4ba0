// What those at a table are told of what has happened there behind a mark. Where nothing is secret most of it is the
// same for everybody, and is written once.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "server/table.hpp"

namespace duello {

// How somebody looks at a table: from which seat, and whether they want to see the position every time.
struct Outlook {
  Onlooker onlooker{};
  bool views = false;
};

class TableNews {
 public:
  // Where one of them stands among the texts.
  struct Place {
    std::size_t begin = 0;
    std::size_t size = 0;
  };

  // What is told is written behind the `texts`. They and the table outlive it, and the table stays as it is meanwhile.
  TableNews(const ServedTable& table, Bookmark behind, Moment now, std::string& texts);

  // `called` is how they have called what brought it about; empty if it was not theirs.
  Place told(const Outlook& outlook, std::string_view called);

 private:
  Place written(const Outlook& outlook, std::string_view called);
  std::string text_for(const Outlook& outlook, std::string_view called) const;
  void add_events(JsonObject& json, Onlooker onlooker) const;

  const ServedTable& table_;
  Bookmark behind_;
  Moment now_;
  std::string& texts_;
  std::string same_;                              // for everybody; empty where there are secrets
  std::array<std::optional<Place>, 2> watchers_;  // all who only watch are told the same: without views, and with them
};

}  // namespace duello
