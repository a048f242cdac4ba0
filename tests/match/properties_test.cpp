// What holds for every game, under any rules, in the hands of a referee.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "core/random.hpp"
#include "players/random_player.hpp"
#include "tests/match/random_games.hpp"
#include "tests/match/testing.hpp"
#include "tests/players/testing.hpp"

namespace duello {
namespace {

RC_GTEST_PROP(AnyGameUnderAReferee, EndsOrIsEnded, (std::uint64_t seed)) {
  for_each_game(seed, [](const AnyGame& game, Random& random) {
    RandomPlayer one{Random(random())};
    RandomPlayer two{Random(random())};
    const Referee referee = played(game, {.round_limit = 3, .seed = random()}, one, two);
    RC_ASSERT(referee.result().has_value());
    RC_ASSERT(!referee.result()->reason.empty());
    RC_ASSERT(is_printable(referee.result()->reason));
  });
}

RC_GTEST_PROP(AnyGameUnderAReferee, IsTheSameAgainFromItsLineOfMoves, (std::uint64_t seed)) {
  for_each_game(seed, [](const AnyGame& game, Random& random) {
    RandomPlayer both{Random(random())};
    const Conditions conditions{.first = Seat::one, .round_limit = 3, .seed = random()};
    const Referee original = played(game, conditions, both, both);
    Referee replayed(game, conditions);
    play(replayed, line_of_moves(original));
    RC_ASSERT(line_of_moves(replayed) == line_of_moves(original));
    RC_ASSERT(replayed.result() == original.result());
    RC_ASSERT(everything_shown(replayed) == everything_shown(original));
  });
}

RC_GTEST_PROP(AnyGameUnderAReferee, IsRestoredByTakingBack, (std::uint64_t seed)) {
  for_each_game(seed, [](const AnyGame& game, Random& random) {
    Referee referee(game, {.round_limit = 0});
    std::vector<std::string> story{everything_shown(referee)};
    for (int ply = 0; ply < 12 && !referee.result(); ++ply) {
      const AnyView view = referee.view(referee.mover());
      const AnyMove move = game.pick(view, random.below(game.count(view)));
      RC_ASSERT(referee.play(move).has_value());
      if (!referee.result()) story.push_back(everything_shown(referee));
    }
    if (referee.result()) return;
    while (story.size() > 1) {
      const Seat asker = game.facts().hidden ? referee.last_mover() : referee.mover();
      const auto taken = referee.take_back(asker, kTwoPeople);
      if (!taken) break;  // a reveal, behind which nothing comes back
      story.pop_back();
      RC_ASSERT(everything_shown(referee) == story.back());
    }
    RC_ASSERT(game.facts().hidden || story.size() == 1);
  });
}

}  // namespace
}  // namespace duello
