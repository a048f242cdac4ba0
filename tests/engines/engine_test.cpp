// The host's side of the engine protocol against small shell scripts; tests/e2e has the whole programs.
#include "engines/engine.hpp"

#include <dirent.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <chrono>
#include <csignal>
#include <fstream>
#include <sstream>
#include <thread>

#include "engines/engine_player.hpp"
#include "players/random_player.hpp"
#include "tests/engines/testing.hpp"
#include "tests/match/testing.hpp"
#include "tests/players/testing.hpp"

namespace duello {
namespace {

using namespace std::chrono_literals;
using Kind = EngineTrouble::Kind;

// Short where nothing is expected to come; a busy machine may take its time for what is.
constexpr EngineTimes kShortHello{.hello = 50ms};
constexpr EngineTimes kShortReady{.hello = kTestPatience, .ready = 50ms};
constexpr EngineTimes kShortMove{.move = 20ms, .grace = 30ms, .hello = kTestPatience, .ready = kTestPatience};

// Greets, gets ready, and then does as it is told.
std::string well_behaved(std::string_view then) {
  return cat("while read word rest; do case $word in duello) printf 'id name Shell\\nprotocol 1\\nok\\n';; ",
             "ready) echo readyok;; go) ", then, ";; quit) exit;; esac; done");
}

std::shared_ptr<Engine> started(std::string command, EngineTimes times = kPatient,
                                EngineProcess::Interrupted interrupted = {}) {
  auto engine = Engine::start(std::move(command), times, std::move(interrupted));
  if (!engine) throw std::runtime_error(engine.error().why);
  return *engine;
}

std::ptrdiff_t open_files() {
  std::ptrdiff_t count = 0;
  DIR* const files = opendir("/proc/self/fd");
  while (readdir(files) != nullptr) ++count;
  closedir(files);
  return count;
}

bool has_children() { return waitpid(-1, nullptr, WNOHANG) == 0; }

TEST(Engine, IsGreetedAskedAndStopped) {
  const auto game = game_called("color-bridge");
  {
    const auto engine = started(well_behaved("echo bestmove 5-6"));
    EXPECT_EQ(engine->name(), "Shell");
    EXPECT_TRUE(engine->is_alive());
    ASSERT_TRUE(engine->begin_game(*game));
    EXPECT_EQ(engine->ask({}).value(), "5-6");
    EXPECT_TRUE(has_children());
  }
  EXPECT_FALSE(has_children());
}

TEST(Engine, IsLateInTheTermsOfWhatItWasAsked) {
  EXPECT_EQ(Engine::start("sleep 999", kShortHello).error().why,
            "The engine 'sleep 999' gave no answer to 'duello' within 50 ms");
  const auto deaf = started("printf 'protocol 1\\nok\\n'; sleep 999", kShortReady);
  const auto game = game_called("color-bridge");
  EXPECT_EQ(deaf->begin_game(*game).error().what, "was not ready within 50 ms");
  EXPECT_FALSE(deaf->is_alive());
  const auto slow = started(well_behaved("sleep 999"), kShortMove);
  EXPECT_EQ(slow->ask({}).error().what, "gave no move within 20 ms");
}

TEST(Engine, IsNotAskedAgainAfterTroubleUntilTheNextGameStartsItAnew) {
  const auto game = game_called("color-bridge");
  const auto engine = started(well_behaved("exit 7"));
  EXPECT_EQ(engine->ask({}).error().what, "ended with status 7");
  EXPECT_FALSE(engine->is_alive());
  EXPECT_EQ(engine->ask({}).error().what, "is not running");
  EXPECT_TRUE(engine->begin_game(*game));
  EXPECT_TRUE(engine->is_alive());
}

TEST(Engine, ThatDiedBetweenTwoGamesIsStartedAnew) {
  const auto game = game_called("color-bridge");
  const auto engine = started(well_behaved("echo bestmove 1; exit"));
  EXPECT_EQ(engine->ask({}).value(), "1");
  while (engine->is_alive()) std::this_thread::sleep_for(1ms);
  EXPECT_TRUE(engine->begin_game(*game));
  EXPECT_EQ(engine->ask({}).value(), "1");
}

TEST(Engine, CanBeInterruptedWhileItThinks) {
  bool wanted = false;
  const auto engine = started(well_behaved("sleep 999"), kPatient, [&] { return wanted; });
  wanted = true;
  EXPECT_EQ(engine->ask({}).error().kind, Kind::interrupted) << "and not late";
}

TEST(Engine, ThatHasClosedItsInputHarmsNobody) {
  struct sigaction before{};
  sigaction(SIGPIPE, nullptr, &before);
  EXPECT_EQ(before.sa_handler, SIG_DFL);
  const auto engine = started("read x; printf 'protocol 1\\nok\\n'; exec <&-; sleep 999", kShortMove);
  for (int i = 0; i < 3; ++i) engine->tell_revealed({"1:1"});
  EXPECT_EQ(engine->ask({}).error().what, "gave no move within 20 ms");
  sigset_t pending;
  sigpending(&pending);
  EXPECT_EQ(sigismember(&pending, SIGPIPE), 0);
}

TEST(Engine, ThatDoesNotReadIsNotWaitedFor) {
  const auto engine = started("read x; printf 'protocol 1\\nok\\n'; sleep 999", kShortMove);
  const std::vector<std::string> long_line(300'000, "1:1");
  for (int i = 0; i < 2; ++i) engine->tell_revealed(long_line);
  EXPECT_EQ(engine->ask({}).error().what, "does not read its input");
}

// The host does more for every line than the engine, so there is always another one.
TEST(Engine, ThatPrintsOnAndOnIsNotWaitedForAnyLonger) {
  const EngineLog slow = [](char who, std::string_view) {
    if (who == '<') std::this_thread::sleep_for(1ms);
  };
  const auto engine = Engine::start("printf 'protocol 1\\nok\\n'; read hello; read ready; yes", kShortMove, {}, slow);
  ASSERT_TRUE(engine);
  const auto began = std::chrono::steady_clock::now();
  EXPECT_EQ((*engine)->ask({}).error().what, "gave no move within 20 ms");
  EXPECT_LT(std::chrono::steady_clock::now() - began, 10s);
}

TEST(Engine, ThatPrintsBeforeItReadsGetsAllThatItIsToldAllTheSame) {
  const auto engine = started(
      "read x; printf 'protocol 1\\nok\\n'; head -c 300000 /dev/zero | tr '\\0' '\\n'; read r; echo readyok; read y; "
      "read z; echo bestmove ${#y}");
  const std::vector<std::string> moves(100'000, "1:1");
  EXPECT_EQ(engine->ask({.moves = moves}).value(), cat(std::string("position first 1 moves").size() + 400'000));
}

TEST(Engine, LeavesNeitherFilesNorChildrenBehind) {
  const std::ptrdiff_t files = open_files();
  for (const std::string_view command : {"exit 3", "kill -9 $$", "yes", "printf 'ok\\n'; sleep 999 & sleep 999",
                                         "trap '' TERM; sleep 999", "no such thing"})
    EXPECT_FALSE(Engine::start(std::string(command), kShortHello)) << command;
  EXPECT_EQ(open_files(), files);
  EXPECT_FALSE(has_children());
}

TEST(Engine, ThatCannotBeStartedForWantOfFilesIsAComplaint) {
  rlimit before{};
  getrlimit(RLIMIT_NOFILE, &before);
  for (rlim_t most = 3; most < 9; ++most) {
    const rlimit few{most, before.rlim_max};
    setrlimit(RLIMIT_NOFILE, &few);
    const auto engine = Engine::start("true", kShortHello);
    setrlimit(RLIMIT_NOFILE, &before);
    ASSERT_FALSE(engine);
    EXPECT_THAT(engine.error().why, ::testing::HasSubstr("could not be started: No pipe could be made (Too many open"));
  }
}

TEST(Engine, CanBeStartedFromManyThreadsAtOnce) {
  std::vector<std::jthread> threads;
  std::array<std::string, 4> said;
  for (std::string& answer : said)
    threads.emplace_back([&answer] {
      for (int i = 0; i < 5; ++i) answer = started(well_behaved("echo bestmove $DUELLO_ENGINE"))->ask({}).value();
    });
  threads.clear();
  EXPECT_EQ(std::set<std::string>(said.begin(), said.end()).size(), said.size()) << "each has a mark of its own";
  EXPECT_FALSE(has_children());
}

TEST(EnginePlayer, ForfeitsWithWordsFitToBeShown) {
  KnownGame known("capture-the-flag");
  const auto reason = [&](std::string_view then) {
    EnginePlayer player(started(well_behaved(then)), Random(1));
    RandomPlayer other(Random(2));
    return played(known.game(), {}, player, other).result()->reason;
  };
  EXPECT_THAT(reason("echo bestmove 9"), ::testing::StartsWith("forfeit: it played '9', which is not legal: "));
  EXPECT_EQ(reason("kill -11 $$"), "forfeit: it crashed (signal 11)");
  EXPECT_EQ(reason("echo oops >&2; exit 1"), "forfeit: it ended with status 1 (oops)");
  EXPECT_EQ(reason("echo bestmove resign"), "resignation");
}

TEST(EnginePlayer, TellsEachRevealOnceAndAnEmptyOneToo) {
  const auto game = game_called("energy-capture");
  const std::string file = ::testing::TempDir() + cat("duello-reveals-", getpid());
  {
    EnginePlayer player(
        started(cat("while read line; do case $line in duello) printf 'protocol 1\\nok\\n';; ready) echo ",
                    "readyok;; go*) echo bestmove pass;; reveal*) echo \"$line\" >>", file,
                    ";; quit) exit;; esac; done")),
        Random(1));
    Referee referee(*game, {.round_limit = 3});
    const auto asked = [&] {
      const SeatStory story(referee, Seat::one);
      const Turn turn{.game = *game, .story = story, .seat = Seat::one, .view = referee.view(Seat::one), .table = {}};
      ASSERT_TRUE(referee.play(std::get<AnyMove>(player.answer(turn))));
    };
    asked();
    play(referee, "pass");  // nobody has placed anything, so another phase begins
    asked();
    play(referee, "pass");
    asked();
    play(referee, "1:1 2:2 pass");
    player.game_over(SeatStory(referee, Seat::one));
  }
  std::ostringstream told;
  told << std::ifstream(file).rdbuf();
  EXPECT_EQ(told.str(), "reveal\nreveal\nreveal 1:1 2:2\n");
  std::remove(file.c_str());
}

TEST(EnginePlayer, TellsNoRevealOfAPhaseInWhichNothingWasHidden) {
  const auto game = game_called("energy-capture");
  const std::string file = ::testing::TempDir() + cat("duello-no-reveals-", getpid());
  {
    EnginePlayer player(
        started(cat("while read line; do case $line in duello) printf 'protocol 1\\nok\\n';; ready) echo ",
                    "readyok;; go*) echo bestmove 1:1;; reveal*) echo \"$line\" >>", file,
                    ";; quit) exit;; esac; done")),
        Random(1));
    Referee referee(*game, {.round_limit = 3});
    const SeatStory story(referee, Seat::one);
    const Turn turn{.game = *game, .story = story, .seat = Seat::one, .view = referee.view(Seat::one), .table = {}};
    ASSERT_TRUE(referee.play(std::get<AnyMove>(player.answer(turn))));
    referee.resign(Seat::two);
    player.game_over(SeatStory(referee, Seat::one));
  }
  EXPECT_FALSE(std::ifstream(file)) << "the other side has placed nothing";
  std::remove(file.c_str());
}

}  // namespace
}  // namespace duello
