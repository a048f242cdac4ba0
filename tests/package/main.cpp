// Uses the library from outside, among names of its own that must not collide with it.
#include <algorithm>
#include <cstdio>
#include <duello/batch/any_batch.hpp>
#include <duello/catalog/chosen_game.hpp>
#include <duello/json/games.hpp>
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
    duello::Duel duel(duello::Referee(chosen->game(), {.seed = 7}), duello::terms_for({{&one, &two}}));
    duello::Listener nobody;
    if (duello::conduct(duel, {{&one, &two}}, nobody) || !duel.referee().result()) return 1;
    const auto batch = duello::make_batch(chosen->game(), {.games = 1000, .seed = 7});
    if (!batch) return 1;
    for (int step = 0; step < 10; ++step) batch->step_randomly();
    std::string text;
    duello::append_count(text, chosen->game(), 0, 1);
    std::printf("%zu moves, %td of 1000 games ended in a step, %s\n", duel.referee().played(),
                std::ranges::count(batch->arrays().ends, 1), text.c_str());
  }
  return blocks + go_on;
}
