#include "cli/interruption.hpp"

#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>

namespace duello {
namespace {

TEST(Interruption, RemembersWhatCameAndGivesTheSignalsBack) {
  const auto before = std::signal(SIGTERM, SIG_IGN);
  std::signal(SIGTERM, before);
  {
    const Interruption interruption;
    EXPECT_EQ(interruption.signal(), 0);
    std::raise(SIGTERM);
    EXPECT_EQ(interruption.signal(), SIGTERM);
  }
  EXPECT_EQ(std::signal(SIGTERM, before), before);
}

TEST(Interruption, WithinAnotherKeepsToItselfWhatItWasTold) {
  std::signal(SIGINT, SIG_DFL);  // tests that run in the background were told to ignore it
  const Interruption outer;
  {
    const Interruption inner;
    std::raise(SIGINT);
    EXPECT_EQ(inner.signal(), SIGINT);
  }
  EXPECT_EQ(outer.signal(), 0);
  std::raise(SIGTERM);
  EXPECT_EQ(outer.signal(), SIGTERM) << "and signals still come to the outer one";
}

TEST(Interruption, PassesOnWhatNobodyHasLookedAt) {
  const Interruption outer;
  {
    const Interruption inner;
    EXPECT_EQ(inner.signal(), 0);
    std::raise(SIGTERM);
  }
  EXPECT_EQ(outer.signal(), SIGTERM);
}

TEST(InterruptionDeathTest, EndsTheProgramInTheEndIfNobodyHasLooked) {
  EXPECT_EXIT(
      {
        {
          const Interruption interruption;
          std::raise(SIGTERM);
        }
        std::_Exit(0);
      },
      testing::KilledBySignal(SIGTERM), "");
}

TEST(Interruption, WithinAnotherKnowsWhatCameBefore) {
  const Interruption outer;
  std::raise(SIGTERM);
  const Interruption inner;
  EXPECT_EQ(inner.signal(), SIGTERM);
}

}  // namespace
}  // namespace duello
