#include "online/record.hpp"

#include <unistd.h>

#include <algorithm>

#include "core/try.hpp"
#include "json/fields.hpp"
#include "server/web_client.hpp"
#include "store/game_store.hpp"
#include "store/record_file.hpp"

namespace duello {

std::expected<std::vector<Record>, Complaint> fetched_records(const TableLink& link, const AnyGame& game) {
  DUELLO_TRY(const auto answer, asked(link.server, {.target = cat("/api/tables/", link.table, "/record")}));
  if (answer.status != 200) {
    const JsonValue value = read_json(answer.body).value_or(JsonValue{});
    const std::string refused = JsonFields::lenient(value, "the answer").text_or_none("error");
    return complaint(refused.empty() ? "The server does not hand it out" : clause_of(refused));
  }
  auto records = read_records(answer.body);
  const auto is_of_game = [&](const Record& record) { return record.game == game.facts().id && record.winner; };
  if (!records || !std::ranges::all_of(*records, is_of_game)) return complaint("What the server calls it is none");
  return records;
}

std::expected<void, Complaint> keep_records(const TableLink& link, const std::vector<Record>& records) {
  DUELLO_TRY(const auto store, GameStore::of_user());
  const std::string stem = cat(store.folder(), "/online-", link.table);
  // Somebody else at this machine sat at the same table, or has looked at its end before.
  if (::access(cat(stem, kRecordSuffix).c_str(), F_OK) == 0) return {};
  DUELLO_TRY(auto file, RecordFile::create(stem, Readers::anybody, Durability::machine));
  for (const Record& record : records) {
    if (const auto put = file.put(record); !put) return put;
    file.begin_next();
  }
  return {};
}

}  // namespace duello
