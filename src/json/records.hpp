// Records as a list shows them.
#pragma once

#include <string>
#include <string_view>

#include "json/fields.hpp"
#include "json/writer.hpp"
#include "match/record.hpp"

namespace duello {

// A date as records have it; empty if the key is missing.
std::string read_date(JsonFields& fields, std::string_view key);

// A game that is kept somewhere.
struct HistoryRow {
  std::string_view name;
  std::string_view file;
  int number;          // in the file, from 1
  const Record& head;  // without moves
  int moves;
  bool is_resumable;
};

void append_history_row(std::string& text, const HistoryRow& row);

}  // namespace duello
