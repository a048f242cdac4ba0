#include "json/records.hpp"

namespace duello {

std::string read_date(JsonFields& fields, std::string_view key) {
  std::string date = fields.text_or_none(key);
  if (!date.empty() && !is_date(date)) fields.must_be(key, "a date as in 2026.11.15");
  return date;
}

void append_history_row(std::string& text, const HistoryRow& row) {
  const Record& head = row.head;
  JsonObject(text)
      .add("name", row.name)
      .add("file", legible(row.file))
      .add("number", row.number)
      .add("game", head.game)
      .add("rules", head.rules)
      .add("date", head.date)
      .add("players", kSeats,
           [&](std::string& at, Seat seat) {
             JsonObject(at).add("who", legible(head.players[seat])).add("name", head.name(seat));
           })
      .add("first", head.first)
      .add("moves", row.moves)
      .add("result", head.result())
      .add("reason", head.reason)
      .add("resumable", row.is_resumable);
}

}  // namespace duello
