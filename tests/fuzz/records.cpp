// Text as records: a complaint fit to be shown, or records that read back as they are written and can be replayed or
// say why not.
#include "match/replay.hpp"

#include "arena/arena.hpp"
#include "match/series.hpp"
#include "tests/fuzz/input.hpp"

using namespace duello;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto records = read_records(text);
  if (!records) {
    must(!records.error().why.empty() && is_printable(records.error().why));
    return 0;
  }
  if (const auto series = Series::told_by(*records); !series) must(is_printable(series.error().why));
  for (const Record& record : *records) {
    if (const auto plan = ArenaPlan::read(record.tag(kEventTag))) must(plan->text() == record.tag(kEventTag));
    const std::string written = record_text(record);
    const auto again = read_records(written);
    must(again && again->size() == 1 && record_text(again->front()) == written);
    must(again->front().moves.size() == record.moves.size());
    for (const Seat seat : kSeats) must(again->front().players[seat] == record.players[seat]);
    const auto game = replayed(record);
    if (!game) {
      must(!game.error().why.empty() && is_printable(game.error().why));
      continue;
    }
    Record replay = record_of(*game->game, game->referee->conditions());
    bring_up_to_date(replay, *game->referee);
    must(replay.winner == record.winner && replay.moves.size() == record.moves.size());
    must(replayed(replay).has_value());
  }
  return 0;
}
