#include "study/findings.hpp"

#include <gmock/gmock.h>

#include <cmath>

#include "study/course.hpp"
#include "tests/players/testing.hpp"

namespace duello {
namespace {

using ::testing::ElementsAre;

Watch nobody(std::string_view /*what*/) { return go_on; }

TEST(Findings, TellWhatTheTableOfAnOpenGameSays) {
  KnownGame bridge("color-bridge");
  const auto found = found_in(bridge.game(), *bridge.knowledge(), {.games = 50, .seed = 1}, nobody);
  ASSERT_TRUE(found) << found.error().why;
  EXPECT_EQ(found->value, bridge.value_at_start());
  EXPECT_EQ(winner_of(*found), found->value->is_win() ? 1 : 2);
  EXPECT_EQ(found->positions, bridge.oracle().positions());
  EXPECT_EQ(settings_text(found->rules), settings_text(bridge.game().rules()));
  const Course course = course_of(bridge.game(), bridge.oracle(), Swapping::no);
  ASSERT_TRUE(found->winning_first_moves);
  EXPECT_DOUBLE_EQ(*found->winning_first_moves * static_cast<double>(course.first_moves),
                   static_cast<double>(course.winning_first_moves));
  EXPECT_LT(*found->winning_first_moves, 1);
  ASSERT_TRUE(found->survey);
  EXPECT_LE(found->survey->only_move, found->survey->won);
  EXPECT_LE(found->survey->won, found->survey->positions);
  EXPECT_GT(found->perfect_second_wins, 0.5);
}

TEST(Findings, LeaveOutWhatAHiddenGameCannotTell) {
  KnownGame energy("energy-capture", {"units=4", "nodes=3", "extra=2"});
  const auto found = found_in(energy.game(), *energy.knowledge(), {.games = 50, .seed = 1}, nobody);
  ASSERT_TRUE(found) << found.error().why;
  EXPECT_FALSE(found->value || found->winning_first_moves || found->survey);
  EXPECT_EQ(winner_of(*found), 0);
  EXPECT_EQ(settings_text(found->rules), settings_text(energy.game().rules()));
  // The first phase has 4, 3+1, 2+2 and 2+1+1; a later one has 2 and 1+1, or 2 alone where one node is left.
  EXPECT_EQ(found->positions, 7U);
}

TEST(Findings, AreTheSameForTheSameSeed) {
  KnownGame flag("capture-the-flag");
  const auto share = [&](std::uint64_t seed) {
    return found_in(flag.game(), *flag.knowledge(), {.games = 200, .seed = seed}, nobody)->random_first_wins;
  };
  EXPECT_EQ(share(7), share(7));
  EXPECT_NE(share(7), share(8));
}

TEST(Findings, NameTheWinner) {
  const auto winner = [](std::optional<Value> value) {
    Finding finding{.rules = {}, .value = value, .winning_first_moves = {}, .survey = {}};
    return winner_of(finding);
  };
  EXPECT_EQ(winner(std::nullopt), 0);
  EXPECT_EQ(winner(Value::neither()), 0);
  EXPECT_EQ(winner(Value::win(3)), 1);
  EXPECT_EQ(winner(Value::loss(4)), 2);
}

TEST(Findings, AreTheSameOnEveryMachine) {
  KnownGame known("color-bridge", {"length=7"});
  const auto finding =
      found_in(known.game(), *known.knowledge(), {.games = 500, .seed = 3}, [](auto) { return go_on; });
  ASSERT_TRUE(finding);
  EXPECT_EQ(std::lround(finding->random_first_wins * 500), 293);
  EXPECT_EQ(std::lround(finding->perfect_second_wins * 500), 465);
}

TEST(Findings, TellTheWatchWhatIsDoneAndStopWhenItSaysSo) {
  KnownGame flag("capture-the-flag");
  std::vector<std::string> begun;
  const auto found = found_in(flag.game(), *flag.knowledge(), {.games = 50, .seed = 1}, [&](std::string_view what) {
    begun.emplace_back(what);
    return [](std::uint64_t done, std::uint64_t /*total*/) { return done < 3; };
  });
  EXPECT_THAT(begun, ElementsAre("Looking through the positions", "Playing games"));
  EXPECT_EQ(found.error().why, "The work was stopped");
}

// Every game is counted, first those between random players and then those against the perfect one.
TEST(Findings, TellTheWatchOfEveryGame) {
  KnownGame flag("capture-the-flag");
  constexpr std::uint64_t kGames = 5;
  std::vector<std::uint64_t> games;
  const auto found_before = [&](std::size_t stop) {
    games.clear();
    return found_in(flag.game(), *flag.knowledge(), {.games = kGames, .seed = 1}, [&](std::string_view what) -> Watch {
      if (what != "Playing games") return go_on;
      return [&](std::uint64_t done, std::uint64_t total) {
        EXPECT_EQ(total, kGames);
        games.push_back(done);
        return games.size() < stop;
      };
    });
  };
  EXPECT_TRUE(found_before(11));
  EXPECT_THAT(games, ElementsAre(0, 1, 2, 3, 4, 0, 1, 2, 3, 4));
  for (std::size_t stop = 1; stop <= 2 * kGames; ++stop) {
    EXPECT_EQ(found_before(stop).error().why, "The work was stopped");
    EXPECT_EQ(games.size(), stop) << "and nothing is played after it";
  }
}

TEST(Findings, CanBeStoppedWhilePositionsAreLookedThrough) {
  KnownGame bridge("color-bridge");
  std::vector<std::string> begun;
  const auto found = found_in(bridge.game(), *bridge.knowledge(), {.games = 5, .seed = 1}, [&](std::string_view what) {
    begun.emplace_back(what);
    return [&](std::uint64_t done, std::uint64_t total) {
      EXPECT_EQ(total, bridge.oracle().positions());
      EXPECT_LE(done, total);
      return false;
    };
  });
  EXPECT_THAT(begun, ElementsAre("Looking through the positions"));
  EXPECT_EQ(found.error().why, "The work was stopped");
}

}  // namespace
}  // namespace duello
