// Records, whole and as a list shows them.
#pragma once

#include <expected>
#include <string>
#include <string_view>

#include "json/fields.hpp"
#include "json/writer.hpp"
#include "match/record.hpp"

namespace duello {

// All that the record's text says, and nothing more: secret moves and seeds are veiled as they are there.
void append_record(std::string& text, const Record& record);
// The same back. A complaint where no record could say that.
std::expected<Record, Complaint> read_record(const JsonValue& value);

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
