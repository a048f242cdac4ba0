// What somebody is told who asks for help.
#include "study/hints.hpp"

#include <gmock/gmock.h>

#include "match/conduct.hpp"
#include "tests/match/testing.hpp"
#include "tests/players/testing.hpp"
#include "tests/study/testing.hpp"

namespace duello {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

Hint hint_at(const Knowledge& knowledge, const Referee& referee) {
  Random random(1);
  const SeatStory story(referee, referee.mover());
  const Turn turn{.game = referee.game(),
                  .story = story,
                  .seat = referee.mover(),
                  .view = referee.view(referee.mover()),
                  .table = {},
                  .may_swap = referee.may_swap(),
                  .may_be_swapped = referee.conditions().swap && referee.played() == 0};
  return hint_for(turn, knowledge, random);
}

Hint hint_after(KnownGame& known, std::string_view moves, const Conditions& conditions = {}) {
  Referee referee(known.game(), conditions);
  play(referee, moves);
  return hint_at(*known.knowledge(), referee);
}

// The counts that a sentence names: of those that win, decide nothing and lose, the best move left out; and how long
// the longest loss takes.
struct Others {
  std::size_t wins = 0;
  std::size_t neither = 0;
  std::size_t losses = 0;
  int longest_loss = 0;
};
std::string expected_of(const Others& others) {
  const std::size_t all = others.wins + others.neither + others.losses;
  if (all == 0) return "it is the only move";
  if (others.losses == all) return cat("every other move loses in at most ", others.longest_loss);
  if (others.wins == all) return "every other move wins too, but not sooner";
  if (others.neither == all) return "no other move forces anything either";
  std::vector<std::string> parts;
  if (others.wins != 0) parts.push_back(cat(others.wins, others.wins == 1 ? " wins" : " win"));
  if (others.neither != 0)
    parts.push_back(cat(others.neither, others.neither == 1 ? " decides nothing" : " decide nothing"));
  if (others.losses != 0) parts.push_back(cat(others.losses, others.losses == 1 ? " loses" : " lose"));
  return cat("of the other ", all, all == 1 ? " move, " : " moves, ", listed(parts));
}

TEST(Hint, CountsHowTheOtherMovesFare) {
  for (const auto& [id, settings] :
       std::vector<std::pair<std::string, std::vector<std::string>>>{{"color-bridge", {"length=7"}},
                                                                     {"color-bridge", {"length=6", "run=5"}},
                                                                     {"color-capture", {"tokens=9"}},
                                                                     {"capture-the-flag", {}},
                                                                     {"color-clash", {"disks=2", "positions=8"}}}) {
    KnownGame known(id, settings);
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
      Random random(seed);
      Referee referee(known.game(), {.round_limit = 1});
      while (!referee.result()) {
        const AnyView view = referee.view(referee.mover());
        const std::vector<Judgement> moves = known.oracle().moves(view);
        const Judgement best = best_of(moves);
        Others others;
        bool left_out = false;
        for (const Judgement& each : moves) {
          if (!left_out && known.game().write(each.move) == known.game().write(best.move)) {
            left_out = true;
            continue;
          }
          if (each.value.is_loss()) others.longest_loss = std::max(others.longest_loss, each.value.plies());
          ++(each.value.is_win() ? others.wins : each.value.is_loss() ? others.losses : others.neither);
        }
        const Hint hint = hint_at(*known.knowledge(), referee);
        SCOPED_TRACE(cat(id, ' ', line_of_moves(referee)));
        EXPECT_EQ(hint.move, "Try " + hint.notation);
        EXPECT_EQ(hint.notation, known.game().write(best.move));
        if (best.value.is_win()) {
          EXPECT_THAT(hint.nudge, StartsWith("You can force a win"));
          EXPECT_EQ(hint.nudge.ends_with("one move alone"), others.wins == 0);
          if (others.wins != 0) {
            EXPECT_THAT(hint.nudge, HasSubstr(cat("; ", others.wins + 1, " of ", moves.size(), " moves do it")));
          }
          EXPECT_THAT(hint.reason, HasSubstr(expected_of(others)));
          EXPECT_THAT(hint.reason, StartsWith(hint.notation + " wins"));
        } else if (best.value.is_loss()) {
          EXPECT_THAT(hint.nudge, HasSubstr("hope for a slip"));
          EXPECT_THAT(hint.reason,
                      HasSubstr(cat("for ", best.value.plies(), best.value.plies() == 1 ? " move" : " moves")));
          EXPECT_THAT(hint.reason, HasSubstr(best.slips == 0   ? "no reply would"
                                             : best.slips == 1 ? "1 reply would"
                                                               : cat(best.slips, " replies would")));
        } else {
          EXPECT_THAT(hint.nudge, StartsWith("Neither side"));
          EXPECT_THAT(hint.reason, HasSubstr("keeps the balance; " + expected_of(others)));
        }
        ASSERT_TRUE(referee.play(known.game().pick(view, random.below(known.game().count(view)))));
      }
    }
  }
}

constexpr Conditions kSwapOffered{.swap = true};

TEST(Hint, AdvisesAChangeOfSeatsWhereAnyMoveLoses) {
  KnownGame bridge("color-bridge");
  const Hint hint = hint_after(bridge, "6", kSwapOffered);
  EXPECT_EQ(hint.nudge, "The other side has the better of it");
  EXPECT_EQ(hint.move, "Type swap");
  EXPECT_EQ(hint.reason, "After swap you win in 3; any move of your own loses");
  EXPECT_EQ(hint.notation, "swap");
  EXPECT_NE(hint_after(bridge, "6").notation, "swap") << "where seats cannot be changed";
  EXPECT_NE(hint_after(bridge, "6 1", kSwapOffered).notation, "swap") << "where they cannot be changed any more";
  EXPECT_THAT(hint_after(bridge, "1", kSwapOffered).nudge, StartsWith("You can force a win"));
}

TEST(Hint, JudgesAFirstMoveByWhatAChangeOfSeatsMakesOfIt) {
  KnownGame bridge("color-bridge");
  EXPECT_THAT(hint_after(bridge, "").nudge, StartsWith("You can force a win"));
  EXPECT_EQ(hint_after(bridge, "", kSwapOffered).nudge,
            "Against perfect play you lose; make it long and hope for a slip");
}

TEST(Hint, SaysNothingOfDistancesThatNobodyKnows) {
  KnownGame bridge("color-bridge");
  const Knowledge knowledge = std::make_shared<const WithoutDistances>(bridge.oracle());
  const auto reason = [&](std::string_view moves, const Conditions& conditions = {}) {
    Referee referee(bridge.game(), conditions);
    play(referee, moves);
    return hint_at(knowledge, referee).reason;
  };
  EXPECT_EQ(reason("6 1 11"), "2-3 wins; every other move loses");
  EXPECT_EQ(reason("6"), "3 holds out, and 13 replies would let you off");
  EXPECT_EQ(reason("6", kSwapOffered), "After swap you win; any move of your own loses");
}

TEST(Hint, OfAHiddenGameDrawsAnAllocationAndSaysWhatToExpect) {
  KnownGame energy("energy-capture");
  const Hint hint = hint_after(energy, "");
  EXPECT_EQ(hint.nudge, "No allocation is safe if it can be guessed; spread your units unevenly and vary");
  EXPECT_EQ(hint.move, "Try " + hint.notation);
  Referee referee(energy.game(), {});
  const AnyView view = referee.view(Seat::one);
  EXPECT_TRUE(energy.game().read(view, hint.notation));
  const std::size_t kinds = (*energy.hidden_oracle().equilibrium(view))->mixture().size();
  EXPECT_EQ(hint.reason,
            cat("It is drawn from the ", kinds,
                " kinds of allocation that perfect play mixes; against it you can expect +0.00, where 1 is "
                "a sure win"));
}

}  // namespace
}  // namespace duello
