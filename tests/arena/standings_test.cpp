// The table of an arena as JSON: who stands where, who met whom, and what a test says.
#include "arena/standings.hpp"

#include "json/games.hpp"
#include "tests/match/testing.hpp"

namespace duello {
namespace {

// Without the plan and the game.
std::string written(const ArenaPlan& plan, const Standings& standings) {
  const auto game = game_called("color-bridge");
  const std::string begin = object_text([&](JsonObject& json) {
    add_game(json, *game);
    json.add("plan", plan.text());
  });
  const std::string text = json_text(append_standings, *game, plan, standings, 1.5);
  EXPECT_TRUE(text.starts_with(begin.substr(0, begin.size() - 1))) << text;
  return text.substr(begin.size() - 1);
}

Standings some() {
  return {.planned = 20,
          .played = 12,
          .counted = 11,
          .players = {{.player = 1, .rating = {.elo = 50, .margin = 2.5}, .games = 11, .wins = 7, .forfeits = 0},
                      {.player = 0, .rating = {.elo = -50, .margin = 2.5}, .games = 11, .wins = 4, .forfeits = 3}},
          .encounters = {{.one = 0, .two = 1, .pairs = {2, 2, 1}, .singles = {1, 0}}},
          .first = {.value = 0.25, .low = 0.125, .high = 0.5}};
}

constexpr std::string_view kTable =
    R"(,"planned":20,"played":12,"counted":11,"seconds":1.5,"first":{"share":0.25,"low":0.125,"high":0.5},)"
    R"("players":[{"player":"level:2","elo":50.0,"margin":2.5,"games":11,"wins":7,"forfeits":0},)"
    R"({"player":"random","elo":-50.0,"margin":2.5,"games":11,"wins":4,"forfeits":3}],)"
    R"("encounters":[{"players":["random","level:2"],"games":11,"wins":[4,7],"pairs":[2,2,1]}])";

TEST(StandingsJson, IsTheTable) {
  EXPECT_EQ(written({.players = {"random", "level:2"}, .games = 20}, some()), cat(kTable, '}'));
}

TEST(StandingsJson, SaysWhatATestHasDecided) {
  const ArenaPlan plan{.players = {"random", "level:2"}, .games = 20, .sprt = Sprt{.elo0 = -5, .elo1 = 10}};
  for (const auto& [verdict, name] : {std::pair(Sprt::Verdict::open, "open"), std::pair(Sprt::Verdict::elo0, "elo0"),
                                      std::pair(Sprt::Verdict::elo1, "elo1")}) {
    Standings standings = some();
    standings.log_likelihood_ratio = 0.75;
    standings.verdict = verdict;
    EXPECT_EQ(written(plan, standings),
              cat(kTable, R"(,"sprt":{"elo0":-5.0,"elo1":10.0,"log_likelihood_ratio":0.75,"verdict":")", name, "\"}}"));
  }
}

}  // namespace
}  // namespace duello
