// Perfect players do what the solver promises, and every player plays the same game again from the same seed.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>

#include "players/perfect_player.hpp"
#include "players/random_player.hpp"
#include "tests/match/testing.hpp"
#include "tests/players/testing.hpp"

namespace duello {
namespace {

// Plays some moves at random, then perfectly, and remembers what it was promised: the value of the position at its
// first perfect move, and whether it was won at that or a later one.
class LatePerfectPlayer final : public Player {
 public:
  LatePerfectPlayer(KnownGame& known, std::uint64_t random_moves, Random random)
      : oracle_(known.oracle()),
        random_moves_(random_moves),
        careless_(Random(random())),
        perfect_(*known.knowledge(), Random(random())) {}

  Answer answer(const Turn& turn) override {
    if (random_moves_ != 0) {
      --random_moves_;
      return careless_.answer(turn);
    }
    const Value value = oracle_.value(turn.view);
    if (!first_) first_ = value;
    has_won_ = has_won_ || value.is_win();
    return perfect_.answer(turn);
  }

  const std::optional<Value>& first() const { return first_; }
  bool has_won() const { return has_won_; }

 private:
  const Oracle& oracle_;
  std::uint64_t random_moves_;
  RandomPlayer careless_;
  PerfectPlayer perfect_;
  std::optional<Value> first_;
  bool has_won_ = false;
};

struct Setting {
  std::string_view id;
  std::string settings;  // separated by blanks
};

std::ostream& operator<<(std::ostream& out, const Setting& setting) {
  return out << setting.id << ' ' << setting.settings;
}

class OpenGame : public ::testing::TestWithParam<Setting> {
 protected:
  // Where either seat may begin, either does.
  Seat any_first(Random& random) {
    return known_.game().facts().one_starts || random.below(2) == 0 ? Seat::one : Seat::two;
  }

  KnownGame known_{GetParam().id, words_of(GetParam().settings)};
};

// The book's games, and variants in which much is won after a while, by either side, or by nobody.
INSTANTIATE_TEST_SUITE_P(
    Games, OpenGame,
    ::testing::Values(Setting{"color-capture", ""}, Setting{"color-bridge", ""}, Setting{"capture-the-flag", ""},
                      Setting{"color-clash", ""}, Setting{"color-capture", "tokens=14 colors=4"},
                      Setting{"color-capture", "tokens=12 colors=3 majority=end"},
                      Setting{"color-bridge", "length=7 reach=1"}, Setting{"color-bridge", "length=7 run=4 reach=2"},
                      Setting{"capture-the-flag", "flag=8 stride=4"}, Setting{"color-clash", "disks=3 positions=10"}));

// The first four are the book's; there each seat has five thousand games.
TEST_P(OpenGame, IsNeverLostByAPerfectPlayerWhoHasWonIt) {
  Random random(1);
  const int games = GetParam().settings.empty() ? 10'000 : 1'000;
  int promised = 0;
  for (int i = 0; i < games; ++i) {
    LatePerfectPlayer perfect{known_, random.below(4), Random(random())};
    RandomPlayer other{Random(random())};
    const Seat seat = i % 2 == 0 ? Seat::one : Seat::two;
    const Conditions conditions{.first = any_first(random)};
    const Referee referee = seat == Seat::one ? played(known_.game(), conditions, perfect, other)
                                              : played(known_.game(), conditions, other, perfect);
    if (!perfect.has_won()) continue;
    ++promised;
    ASSERT_EQ(referee.result()->winner, seat) << line_of_moves(referee);
    ASSERT_EQ(referee.result()->how, Result::How::played) << line_of_moves(referee);
  }
  EXPECT_GT(promised, games / 10) << "so that something is shown";
}

// Both play perfectly from some position on: then it takes exactly as long as its value says.
TEST_P(OpenGame, LastsAsLongAsItsValueSaysBetweenPerfectPlayers) {
  Random random(2);
  for (int i = 0; i < 1'000; ++i) {
    const std::uint64_t moves = random.below(4);
    LatePerfectPlayer one(known_, moves, Random(random()));
    LatePerfectPlayer two(known_, moves, Random(random()));
    const Conditions conditions{.first = any_first(random)};
    const Referee referee = played(known_.game(), conditions, one, two);
    const LatePerfectPlayer& first = conditions.first == Seat::one ? one : two;
    if (!first.first()) continue;  // over before that
    const Value value = *first.first();
    if (value.is_neither()) {
      EXPECT_EQ(referee.result()->how, Result::How::coin) << line_of_moves(referee);
      continue;
    }
    EXPECT_EQ(referee.result()->winner, value.is_win() ? conditions.first : other(conditions.first));
    EXPECT_EQ(referee.moves().size(), 2 * moves + static_cast<std::uint64_t>(value.plies())) << line_of_moves(referee);
  }
}

// Whoever may change seats after the first move takes the better side. A game that is over by then is not asked about.
TEST_P(OpenGame, IsTakenFromItsBetterSideByAPerfectPlayerWhoMaySwap) {
  Random random(3);
  int swaps = 0;
  for (int i = 0; i < 500; ++i) {
    RandomPlayer one{Random(random())};
    LatePerfectPlayer two(known_, 0, Random(random()));
    const Referee referee = played(known_.game(), {.seed = random(), .swap = true}, one, two);
    if (!two.first()) continue;
    swaps += static_cast<int>(referee.swapped());
    EXPECT_EQ(referee.swapped(), two.first()->is_loss()) << line_of_moves(referee);
    if (two.first()->is_neither()) continue;
    EXPECT_EQ(referee.result()->winner, referee.swapped() ? Seat::one : Seat::two) << line_of_moves(referee);
  }
  if (known_.value_at_start().is_win() && known_.value_at_start().plies() > 1) {
    EXPECT_NE(swaps, 0);
  }
}

// Two perfect players reckon with the change of seats from the first move on.
TEST_P(OpenGame, IsPlayedByPerfectPlayersAsTheSwapAllows) {
  const AnyGame& game = known_.game();
  const AnyPosition start = game.start(Seat::one);
  const Value value = best_of(when_swappable(known_.oracle().moves(game.view(start, Seat::one)))).value;
  PerfectPlayer one(*known_.knowledge(), Random(1));
  PerfectPlayer two(*known_.knowledge(), Random(2));
  const Referee referee = played(game, {.swap = true}, one, two);
  if (value.is_neither()) return;
  const Seat winner = referee.swapped() ? other(referee.result()->winner) : referee.result()->winner;
  EXPECT_EQ(winner, value.is_win() ? Seat::one : Seat::two);
  EXPECT_EQ(static_cast<int>(referee.played()) + static_cast<int>(referee.swapped()), value.plies())
      << line_of_moves(referee);
}

TEST(PerfectPlayer, DrawsOutALostGame) {
  KnownGame lost("color-clash", {"disks=3", "positions=12"});
  ASSERT_TRUE(lost.value_at_start().is_loss());
  PerfectPlayer both(*lost.knowledge(), Random(0));
  const Referee referee = played(lost.game(), {}, both, both);
  EXPECT_EQ(referee.result()->winner, Seat::two);
  EXPECT_EQ(static_cast<int>(referee.moves().size()), lost.value_at_start().plies());
}

constexpr std::array<std::string_view, 7> kPrograms{"random",  "level:1", "level:2", "level:3",
                                                    "level:4", "level:5", "perfect"};

class EveryGame : public ::testing::TestWithParam<std::string_view> {
 protected:
  std::string line(std::string_view who, std::uint64_t seed) {
    const auto one = known_.player(who, Random(seed, 0));
    const auto two = known_.player(who, Random(seed, 1));
    return line_of_moves(played(known_.game(), {.seed = seed}, *one, *two));
  }

  KnownGame known_{GetParam()};
};
INSTANTIATE_TEST_SUITE_P(Games, EveryGame,
                         ::testing::Values("color-capture", "color-bridge", "capture-the-flag", "color-clash",
                                           "energy-capture"));

TEST_P(EveryGame, IsTheSameAgainFromTheSameSeeds) {
  for (const std::string_view who : kPrograms)
    for (std::uint64_t seed = 0; seed < 20; ++seed) EXPECT_EQ(line(who, seed), line(who, seed)) << who;
}

TEST_P(EveryGame, IsAnotherFromOtherSeedsUnlessThereIsAWayToPlayIt) {
  for (const std::string_view who : kPrograms) {
    std::set<std::string> lines;
    for (std::uint64_t seed = 0; seed < 20; ++seed) lines.insert(line(who, seed));
    const bool is_certain = who == "perfect" && !known_.game().facts().hidden;
    EXPECT_EQ(lines.size() == 1, is_certain) << who;
  }
}

// No more than chance explains in all but one of a thousand such tests, in either seat.
TEST(TwoPerfectPlayers, ShareEnergyCaptureEqually) {
  constexpr int kGames = 100'000;
  KnownGame known("energy-capture");
  PerfectPlayer one(*known.knowledge(), Random(11, 0));
  PerfectPlayer two(*known.knowledge(), Random(11, 1));
  Random coin(11, 2);
  Score player{.games = kGames};
  Score seat{.games = kGames};
  for (int i = 0; i < kGames; ++i) {
    const bool changed = i % 2 == 1;
    const Conditions conditions{.seed = coin()};
    const Referee referee =
        changed ? played(known.game(), conditions, two, one) : played(known.game(), conditions, one, two);
    const bool first_seat_won = referee.result()->winner == Seat::one;
    seat.wins += static_cast<int>(first_seat_won);
    player.wins += static_cast<int>(first_seat_won != changed);
  }
  EXPECT_NEAR(player.share(), 0.5, player.margin(3.29)) << player;
  EXPECT_NEAR(seat.share(), 0.5, seat.margin(3.29)) << seat;
}

}  // namespace
}  // namespace duello
