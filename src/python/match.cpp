// One game between two players, as `duello play` would hold it.
#include "json/scenes.hpp"
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

}  // namespace

PyObject* match(PyObject* module, PyObject* const* given, Py_ssize_t count, PyObject* keywords) {
  return answered([&] {
    const Arguments<7> asked("match", {"game", "players", "functions", "first", "seed", "rounds", "date"}, 7, given,
                             count, keywords);
    PyObject* const game = game_in(module, asked[0]);
    const std::vector<std::string> who = texts_in(asked[1], "A player");
    if (who.size() != 2) raise(PyExc_ValueError, "A game has two players.");
    Agents agents(game, asked[2], who);
    must_be_players(who, agents);
    Agreement agreement{.who = {who[0], who[1]}, .first = std::nullopt};
    if (asked[3] != nullptr) agreement.first = seat_of(asked[3], "first");
    agreement.seed = seed_of(asked.needed(4));
    agreement.rounds = static_cast<int>(whole(asked.needed(5), "rounds", 0, Agreement::kMostGames));
    const std::string date(view_of(asked.needed(6), "date"));
    if (!date.empty() && !is_date(date)) raise(PyExc_ValueError, "A date is written as in 2026.11.15.");
    const AnyGame& rules = in<GameValue>(game).game();
    if (const std::string objection = objection_to_first(rules.facts(), agreement.first); !objection.empty())
      raise(PyExc_ValueError, objection + '.');
    Meeting meeting(rules, agreement);
    const auto end =
        while_playing(agents, [&](const Patience& patience) { return played(meeting, date, agents, patience); });
    if (!end) throw Raised{};
    return text(*end);
  });
}

}  // namespace duello::python
