// What holds for every game, under any rules, in the hands of a referee.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "core/random.hpp"
#include "games/all.hpp"
#include "players/random_player.hpp"
#include "tests/match/testing.hpp"
#include "tests/players/testing.hpp"

namespace duello {
namespace {

// Settings that are each within their range and do not contradict each other.
template <class G>
std::vector<std::string> random_settings(Random& random) {
  using Rules = typename G::Rules;
  while (true) {
    Rules rules;
    for (const auto& field : Rules::kFields) {
      const int most = std::min(field.most, 3 * std::max(rules.*(field.value), 1) + 1);
      const int choices = most - field.least + 1;
      rules.*(field.value) = field.least + static_cast<int>(random.below(static_cast<std::uint64_t>(choices)));
    }
    if (!rules.objection().empty()) continue;
    std::vector<std::string> settings;
    for (const RuleValue& rule : rule_values(rules)) settings.push_back(cat(rule.key, '=', rule.text));
    return settings;
  }
}

// Calls `check` with each game under random rules.
template <class Check>
void for_each_game(std::uint64_t seed, Check check) {
  Random random(seed);
  AllGames::for_each([&]<class G>() {
    const std::vector<std::string> settings = random_settings<G>(random);
    RC_LOG() << G::kFacts.id << ' ' << joined(settings, " ") << '\n';
    const auto game = game_called(G::kFacts.id, settings);
    check(*game, random);
  });
}

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
