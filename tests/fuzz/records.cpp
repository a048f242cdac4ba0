// Text as records: a complaint fit to be shown, or records that read back as they are written and can be replayed or
// say why not.
#include "match/replay.hpp"

#include "arena/arena.hpp"
#include "match/series.hpp"
#include "tests/fuzz/input.hpp"

using namespace duello;

namespace {

std::expected<std::unique_ptr<const AnyGame>, Complaint> game_of(const Record& record) {
  const auto entry = find_game(record.game);
  if (!entry) return std::unexpected(entry.error());
  return (*entry)->make(words_of(record.rules));
}

void check_complaint(const Complaint& complaint) { must(!complaint.why.empty() && is_printable(complaint.why)); }

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto records = read_records(text);
  if (!records) {
    check_complaint(records.error());
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
    const auto game = game_of(record);
    if (!game) {
      check_complaint(game.error());
      continue;
    }
    const auto referee = refereed(**game, record);
    if (!referee) {
      check_complaint(referee.error());
      continue;
    }
    Record replay = record_of(**game, (*referee)->conditions());
    bring_up_to_date(replay, **referee);
    must(replay.winner == record.winner && replay.moves.size() == record.moves.size());
    must(refereed(**game, replay).has_value());
  }
  return 0;
}
