// Facts shown by visiting every position that can be reached. On the way each game is compared with its slow twin: the
// same moves in the same order, the same positions after them, the same winners for the same reasons.
#include <gtest/gtest.h>

#include <numeric>

#include "tests/games/agreement.hpp"

namespace duello {
namespace {

TEST(Reachable, ColorCaptureNeverNeedsATieBreaker) {
  for (const Seat first : kSeats)
    EXPECT_EQ(visit_reachable<ColorCapture>({}, first,
                                            [](const auto& game, const auto& position, const auto&) {
                                              if (const auto outcome = game.outcome(position)) {
                                                EXPECT_EQ(outcome->why, ColorCapture::kMajority);
                                              }
                                            }),
              277U);
}

TEST(Reachable, CaptureTheFlagAlwaysHasAMove) {
  for (const Seat first : kSeats)
    EXPECT_EQ(visit_reachable<CaptureTheFlag>({}, first,
                                              [](const auto& game, const auto& position, const auto& twin) {
                                                if (game.outcome(position)) return;
                                                EXPECT_GE(game.legal(position).size(), 1U);
                                                EXPECT_NE(twin.place(Seat::one), twin.place(Seat::two));
                                              }),
              138U);
}

int sum_of_places(const reference::ColorClash& twin) {
  int sum = 0;
  for (const Seat seat : kSeats) sum += std::reduce(twin.disks(seat).begin(), twin.disks(seat).end());
  return sum;
}

// Every move brings a disk forward, so no position comes back.
TEST(Reachable, ColorClashAlwaysEnds) {
  EXPECT_EQ(visit_reachable<ColorClash>({}, Seat::one,
                                        [](const auto&, const auto&, const auto& twin) {
                                          for (const std::string& move : twin.legal())
                                            EXPECT_GT(sum_of_places(twin.after(move)), sum_of_places(twin));
                                        }),
            34U);
}

// With one free position a player is blocked long before anybody is ahead, and it is always Blue.
TEST(Reachable, ColorClashOfTheBookIsWonByRedAlone) {
  visit_reachable<ColorClash>({}, Seat::one, [](const auto& game, const auto& position, const auto&) {
    if (const auto outcome = game.outcome(position)) {
      EXPECT_EQ(*outcome, (Outcome{Seat::one, ColorClash::kBlocked}));
    }
  });
}

// A track may be wiped after an odd number of moves, so the game that the other seat starts is among these positions.
TEST(Reachable, ColorBridgeGoesOnWithoutAnExactRunAndWithAFreeCell) {
  int other_starts = 0;
  EXPECT_EQ(visit_reachable<ColorBridge>({}, Seat::one,
                                         [&](const auto& game, const auto& position, const auto& twin) {
                                           if (position == game.start(Seat::two)) ++other_starts;
                                           if (game.outcome(position)) return;
                                           EXPECT_EQ(twin.exact_run('R'), 0);
                                           EXPECT_EQ(twin.exact_run('B'), 0);
                                           EXPECT_NE(twin.track().find('_'), std::string::npos);
                                         }),
            175390U);
  EXPECT_EQ(other_starts, 1);
}

TEST(Reachable, EnergyCaptureAgreesWithItsTwin) {
  for (const Seat first : kSeats) {
    EXPECT_EQ(visit_reachable<EnergyCapture>({.units = 2, .nodes = 3, .extra = 1}, first), 388U);
    EXPECT_EQ(visit_reachable<EnergyCapture>({.units = 3, .nodes = 3, .extra = 2}, first), 1828U);
    EXPECT_EQ(visit_reachable<EnergyCapture>({.units = 1, .nodes = 5, .extra = 1}, first), 1014U);
    EXPECT_EQ(visit_reachable<EnergyCapture>({.units = 2, .nodes = 1, .extra = 3}, first), 63U);
  }
}

template <class G>
void expect_agreement(std::initializer_list<typename G::Rules> variants) {
  for (const auto& rules : variants)
    for (const Seat first : kSeats) EXPECT_GT(visit_reachable<G>(rules, first), 1U) << rules;
}

TEST(ReachableVariants, OfColorCaptureAgreeWithTheTwin) {
  constexpr int kFirst = ColorCapture::Rules::kFirst;
  constexpr int kEnd = ColorCapture::Rules::kEnd;
  expect_agreement<ColorCapture>({{1, 1, kFirst},
                                  {1, 1, kEnd},
                                  {2, 1, kFirst},
                                  {4, 2, kFirst},
                                  {6, 6, kFirst},
                                  {8, 4, kFirst},
                                  {12, 3, kFirst},
                                  {14, 4, kFirst},
                                  {3, 2, kEnd},
                                  {8, 3, kEnd},
                                  {10, 4, kEnd},
                                  {12, 5, kEnd},
                                  {15, 3, kEnd}});
}

TEST(ReachableVariants, OfColorBridgeAgreeWithTheTwin) {
  expect_agreement<ColorBridge>({{1, 1, 1},
                                 {2, 1, 2},
                                 {3, 3, 1},
                                 {4, 4, 2},
                                 {5, 1, 2},
                                 {5, 2, 3},
                                 {6, 3, 4},
                                 {7, 3, 3},
                                 {7, 7, 1},
                                 {6, 2, 8},
                                 {8, 4, 2}});
}

TEST(ReachableVariants, OfCaptureTheFlagAgreeWithTheTwin) {
  expect_agreement<CaptureTheFlag>({{1, 1}, {1, 2}, {2, 60}, {3, 4}, {4, 1}, {5, 11}, {7, 2}, {6, 3}});
}

TEST(ReachableVariants, OfColorClashAgreeWithTheTwin) {
  expect_agreement<ColorClash>({{4, 9}, {1, 3}, {1, 4}, {1, 9}, {2, 5}, {2, 6}, {2, 8}, {3, 7}, {3, 8}, {8, 17}});
}

}  // namespace
}  // namespace duello
