// Text as the file of an arena that is to go on: a complaint fit to be shown, or a plan and games that are counted as
// what they are.
#include "arena/arena.hpp"

#include "tests/fuzz/input.hpp"

using namespace duello;

namespace {

// Larger arenas are as good as these, but take their time.
bool is_small(const ArenaPlan& plan) { return plan.players.size() <= 12 && plan.all_games() <= 10'000; }

void check(const Standings& standings, std::uint64_t accepted) {
  must(standings.played == accepted && standings.counted <= accepted);
  std::uint64_t games = 0;
  std::uint64_t wins = 0;
  for (const Standing& each : standings.players) {
    must(each.wins + each.forfeits <= each.games);
    games += each.games;
    wins += each.wins;
  }
  must(games == 2 * standings.counted && wins == standings.counted);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto records = read_records({reinterpret_cast<const char*>(data), size});
  if (!records) return 0;
  const Record& first = records->front();
  auto plan = ArenaPlan::read(first.tag(kEventTag));
  if (!plan) {
    must(!plan.error().why.empty() && is_printable(plan.error().why));
    return 0;
  }
  const std::string event = plan->text();
  const auto again = ArenaPlan::read(event);
  must(again && again->text() == event && again->players == plan->players);
  const auto entry = find_game(first.game);
  if (!entry || !is_small(*plan)) return 0;
  const auto game = (*entry)->make(words_of(first.rules));
  if (!game) return 0;
  // A small seed would take its time too.
  plan->seed |= std::uint64_t{1} << 63;
  Arena arena(**game, *plan, nullptr);
  std::uint64_t accepted = 0;
  for (Record record : *records) {
    if (record.tag(kEventTag) == event) record.set(kEventTag, plan->text());
    const auto counted = arena.count(record);
    if (counted)
      ++accepted;
    else
      must(!counted.error().why.empty() && is_printable(counted.error().why));
  }
  check(arena.standings(), accepted);
  return 0;
}
