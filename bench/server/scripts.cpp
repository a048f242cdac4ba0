#include "bench/server/scripts.hpp"

#include <utility>

#include "catalog/registry.hpp"
#include "core/random.hpp"
#include "match/referee.hpp"

namespace duello {

namespace {

Script played(const AnyGame& game, Random& random) {
  Referee referee(game, {});
  Script script;
  while (!referee.result()) {
    const AnyView view = referee.view(referee.mover());
    const AnyMove move = game.pick(view, random.below(game.count(view)));
    script.turns.push_back({referee.mover(), game.write(move)});
    referee.play_again(move);
  }
  return script;
}

}  // namespace

Scripts long_scripts(std::size_t count) {
  Scripts longest;
  std::size_t most = 0;
  for (const GameEntry& entry : all_games()) {
    if (entry.facts->hidden) continue;
    const auto game = *entry.make({});
    Random random(1);
    Scripts scripts{.game = std::string(entry.facts->id), .all = {}};
    std::size_t turns = 0;
    for (std::size_t i = 0; i < count; ++i) turns += scripts.all.emplace_back(played(*game, random)).turns.size();
    if (turns > std::exchange(most, std::max(most, turns))) longest = std::move(scripts);
  }
  return longest;
}

}  // namespace duello
