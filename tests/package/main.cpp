// Uses the library from outside, among names of its own that must not collide with it.
#include <cstdio>
#include <duello/catalog/chosen_game.hpp>
#include <duello/match/conduct.hpp>
#include <duello/match/seeds.hpp>
#include <duello/players/perfect_player.hpp>

struct Seat {};
struct Game {};
struct Value {};
int blocks = 0;
int go_on = 0;

int main() {
  for (const duello::GameEntry& entry : duello::all_games()) {
    auto chosen =
        duello::ChosenGame::from({.id = std::string(entry.facts->id), .variant = {}, .settings = {}, .table = {}});
    const auto known = chosen->knowledge(duello::go_on);
    if (!known) return 1;
    const duello::GameSeeds seeds = duello::Seeds(7).after(0);
    duello::PerfectPlayer one(*known, duello::Random(seeds.players[duello::Seat::one]));
    duello::PerfectPlayer two(*known, duello::Random(seeds.players[duello::Seat::two]));
    duello::Referee referee(chosen->game(), {.seed = 7});
    duello::Listener nobody;
    if (duello::conduct(referee, {{&one, &two}}, nobody) || !referee.result()) return 1;
    std::printf("%s %zu\n", entry.facts->id.data(), referee.played());
  }
  return blocks + go_on;
}
