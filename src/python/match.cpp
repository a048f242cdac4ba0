// One game between two players, as `duello play` would hold it.
#include "json/scenes.hpp"
#include "json/state.hpp"
#include "json/writer.hpp"
#include "match/meeting.hpp"
#include "match/replay.hpp"
#include "python/agents.hpp"

namespace duello::python {

namespace {

// {"winner":1,"how":"played","reason":…,"record":…}
std::string told(const Meeting& meeting) {
  const Referee& referee = meeting.duel().referee();
  Record record = meeting.head();
  bring_up_to_date(record, referee);
  std::string text;
  {
    JsonObject json(text);
    add_result(json, *referee.result());
    json.add("first", referee.first()).add("record", record_text(record));
  }
  return text;
}

// Nothing if somebody stopped it.
std::optional<std::string> played(Meeting& meeting, std::string_view date, Agents& agents, Patience patience) {
  Duel& duel = meeting.begin(date);
  const PerSeat<std::uint64_t> seeds = meeting.seeds().players;
  PerSeat<std::unique_ptr<Player>> players;
  for (const Seat seat : kSeats) {
    auto player = make_player(meeting.agreement().who[index(seat)], Random(seeds[seat]), agents);
    if (!player) return std::nullopt;
    players[seat] = *std::move(player);
  }
  if (conduct(duel, {{players[Seat::one].get(), players[Seat::two].get()}}, patience)) return std::nullopt;
  return told(meeting);
}

std::string match(nb::handle game, nb::handle players, nb::handle functions, nb::handle first, nb::handle seed,
                  nb::handle rounds, nb::handle when) {
  const GameRef owner(game);
  const std::vector<std::string> who = texts_in(players, "A player");
  if (who.size() != 2) throw std::invalid_argument("A game has two players.");
  Agents agents(game, functions, who);
  must_be_players(who, agents);
  Agreement agreement{.who = {who[0], who[1]}, .first = std::nullopt};
  if (!first.is_none()) agreement.first = seat_of(first, "first");
  agreement.seed = seed_of(seed);
  agreement.rounds = small(rounds, "rounds", 0, Agreement::kMostGames);
  const std::string date(text_in(when, "date"));
  if (!date.empty() && !is_date(date)) throw std::invalid_argument("A date is written as in 2026.11.15.");
  if (const std::string objection = objection_to_first(owner->game().facts(), agreement.first); !objection.empty())
    throw std::invalid_argument(objection + '.');
  Meeting meeting(owner->game(), agreement);
  return while_playing(agents, [&](const Patience& patience) { return played(meeting, date, agents, patience); });
}

}  // namespace

void define_match(nb::module_& module) { def_own(module, "match", &match); }

}  // namespace duello::python
