#include "arena/standings.hpp"

#include <array>

#include "json/games.hpp"

namespace duello {

void append_standings(std::string& text, const AnyGame& game, const ArenaPlan& plan, const Standings& standings,
                      double seconds) {
  const auto called = [&](std::size_t player) { return legible(plan.players[player]); };
  JsonObject json(text);
  add_game(json, game);
  json.add("plan", plan.text());
  json.add("planned", standings.planned).add("played", standings.played).add("counted", standings.counted);
  json.add("seconds", seconds);
  JsonObject(json.at("first"))
      .add("share", standings.first.value)
      .add("low", standings.first.low)
      .add("high", standings.first.high);
  json.add("players", standings.players, [&](std::string& at, const Standing& each) {
    JsonObject(at)
        .add("player", called(each.player))
        .add("elo", each.rating.elo)
        .add("margin", each.rating.margin)
        .add("games", each.games)
        .add("wins", each.wins)
        .add("forfeits", each.forfeits);
  });
  json.add("encounters", standings.encounters, [&](std::string& at, const Encounter& each) {
    JsonObject(at)
        .add("players", std::array{called(each.one), called(each.two)})
        .add("games", each.games())
        .add("wins", std::array{each.wins(), each.games() - each.wins()})
        .add("pairs", each.pairs);
  });
  if (!plan.sprt) return;
  constexpr std::string_view kVerdicts[] = {"open", "elo0", "elo1"};
  JsonObject(json.at("sprt"))
      .add("elo0", plan.sprt->elo0)
      .add("elo1", plan.sprt->elo1)
      .add("log_likelihood_ratio", standings.log_likelihood_ratio)
      .add("verdict", kVerdicts[static_cast<std::size_t>(standings.verdict)]);
}

}  // namespace duello
