#include "engines/engine_pool.hpp"

#include <gmock/gmock.h>

#include <chrono>
#include <csignal>
#include <memory>
#include <vector>

#include "tests/engines/testing.hpp"
#include "tests/match/testing.hpp"
#include "tests/patience.hpp"
#include "tests/players/testing.hpp"

namespace duello {
namespace {

using namespace std::chrono_literals;

constexpr std::string_view kEngine =
    "while read word rest; do case $word in duello) printf 'protocol 1\\nok\\n';; ready) echo readyok;; "
    "go) echo bestmove $$;; quit) break;; esac; done";

class EnginePoolTest : public ::testing::Test {
 protected:
  std::shared_ptr<Engine> engine(const std::string& command = std::string(kEngine)) {
    return pool_.engine(command, *game_).value();
  }

  std::unique_ptr<const AnyGame> game_ = game_called("color-bridge");
  EnginePool pool_{kPatient};
};

TEST_F(EnginePoolTest, GivesAnEngineOutAgainWhenNobodyHoldsIt) {
  const std::string process = engine()->ask({}).value();
  EXPECT_EQ(engine()->ask({}).value(), process);
}

TEST_F(EnginePoolTest, GivesTwoPlayersOfOneCommandAnEngineEach) {
  const auto one = engine();
  const auto two = engine();
  EXPECT_NE(one->ask({}).value(), two->ask({}).value());
}

TEST_F(EnginePoolTest, KeepsCommandsApart) {
  const std::string process = engine()->ask({}).value();
  EXPECT_NE(engine(cat("true; ", kEngine))->ask({}).value(), process);
  EXPECT_EQ(engine()->ask({}).value(), process);
}

TEST_F(EnginePoolTest, GivesOutADeadOneThatComesBackWithItsNextGame) {
  const std::string process = engine()->ask({}).value();
  kill(std::stoi(process), SIGKILL);
  EXPECT_FALSE(engine()->ask({}));
  const auto again = engine();
  ASSERT_TRUE(again->begin_game(*game_));
  EXPECT_NE(again->ask({}).value(), process);
}

TEST_F(EnginePoolTest, RefusesOneThatDoesNotPlayTheGame) {
  EXPECT_EQ(pool_.engine("exit 3", *game_).error().why, "The engine 'exit 3' ended with status 3");
  const auto picky = pool_.engine("printf 'protocol 1\\nok\\nerror Not this one\\n'; cat >&2", *game_);
  EXPECT_THAT(picky.error().why, ::testing::EndsWith("complained: 'Not this one'"));
}

TEST_F(EnginePoolTest, OpensALogForEachNewEngine) {
  std::vector<std::string> opened;
  std::vector<std::string> heard;
  EnginePool pool(kPatient, {}, [&](const std::string& command) -> std::expected<EngineLog, Complaint> {
    if (command == "true") return complaint("The disk is full");
    opened.push_back(command);
    return [&](char who, std::string_view line) { heard.push_back(cat(who, ' ', line)); };
  });
  const std::string command(kEngine);
  for (int i = 0; i < 2; ++i) ASSERT_TRUE(pool.engine(command, *game_));
  EXPECT_THAT(opened, ::testing::ElementsAre(command));
  EXPECT_THAT(heard, ::testing::Contains("> duello"));
  EXPECT_EQ(pool.engine("true", *game_).error().why, "The disk is full");
}

TEST_F(EnginePoolTest, MakesPlayersAndRefusesThoseOfNoEngine) {
  const auto player = pool_.player(std::string(kEngine), *game_, Random(1));
  ASSERT_TRUE(player);
  EXPECT_EQ((*player)->name(), "") << "it does not say";
  EXPECT_EQ(pool_.player("exit 3", *game_, Random(1)).error().why, "The engine 'exit 3' ended with status 3");
}

TEST_F(EnginePoolTest, IsInterruptedWhenItsHostSaysSo) {
  EXPECT_FALSE(pool_.is_interrupted()) << "nobody can";
  bool wanted = false;
  const EnginePool pool(kPatient, [&] { return wanted; });
  EXPECT_FALSE(pool.is_interrupted());
  wanted = true;
  EXPECT_TRUE(pool.is_interrupted());
}

// One after the other they would have half a second each.
TEST_F(EnginePoolTest, GivesAllEnginesTheSameTimeToEnd) {
  constexpr int kEngines = 60;
  EXPECT_TRUE(is_sooner(kEngines * 500ms, [&] {
    EnginePool pool(kPatient);
    std::vector<std::shared_ptr<Engine>> held;
    for (int i = 0; i < kEngines; ++i) held.push_back(pool.engine(cat(kEngine, "; sleep 999"), *game_).value());
    held.clear();
  }));
}

}  // namespace
}  // namespace duello
