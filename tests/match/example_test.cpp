#include "tests/match/testing.hpp"

namespace duello {
namespace {

TEST(RuleBook, HasAnExampleThatIsAWholeGame) {
  for (const GameEntry& entry : all_games()) {
    const auto game = *entry.make({});
    Referee referee(*game, {});
    play(referee, game->example());
    EXPECT_TRUE(referee.result()) << entry.facts->id;
  }
}

}  // namespace
}  // namespace duello
