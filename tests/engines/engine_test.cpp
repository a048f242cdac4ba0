// The host's side of the engine protocol against small shell scripts; tests/e2e has the whole programs.
#include "engines/engine.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
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

// The signal stays blocked or not, and pending or not, as it was.
TEST(Engine, ThatHasClosedItsInputLeavesTheSignalOfItAlone) {
  const auto write_to_closed = [] { started("read x; exec <&-; printf 'protocol 1\\nok\\n'")->tell_revealed({"1:1"}); };
  const auto is_blocked = [] {
    sigset_t blocked;
    pthread_sigmask(SIG_BLOCK, nullptr, &blocked);
    return sigismember(&blocked, SIGPIPE) == 1;
  };
  const auto is_pending = [] {
    sigset_t pending;
    sigpending(&pending);
    return sigismember(&pending, SIGPIPE) == 1;
  };
  write_to_closed();
  EXPECT_FALSE(is_blocked());
  sigset_t pipe;
  sigemptyset(&pipe);
  sigaddset(&pipe, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &pipe, nullptr);
  write_to_closed();
  EXPECT_TRUE(is_blocked());
  EXPECT_FALSE(is_pending());
  raise(SIGPIPE);
  write_to_closed();
  EXPECT_TRUE(is_blocked());
  EXPECT_TRUE(is_pending()) << "this one was not the engine's";
  const timespec at_once{};
  sigtimedwait(&pipe, nullptr, &at_once);
  pthread_sigmask(SIG_UNBLOCK, &pipe, nullptr);
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
  EXPECT_EQ((*engine)->ask({}).error().what, "gave no move within 20 ms") << "otherwise it is a flood, after minutes";
}

TEST(Engine, ThatPrintsBeforeItReadsGetsAllThatItIsToldAllTheSame) {
  const auto engine = started(
      "read x; printf 'protocol 1\\nok\\n'; head -c 300000 /dev/zero | tr '\\0' '\\n'; read r; echo readyok; read y; "
      "read z; echo bestmove ${#y}");
  const std::vector<std::string> moves(100'000, "1:1");
  EXPECT_EQ(engine->ask({.moves = moves}).value(), cat(std::string("position first 1 moves").size() + 400'000));
}

TEST(Engine, MayAnswerInPieces) {
  const auto engine = started(well_behaved("for piece in b e stm ove; do printf $piece; sleep 0.02; done; echo ' 5'"));
  EXPECT_EQ(engine->ask({}).value(), "5");
}

// More of them than a pipe holds.
TEST(Engine, ThatPrintsErrorsBeforeItAnswersIsHeard) {
  std::size_t heard = 0;
  const auto engine = Engine::start(well_behaved("head -c 200000 /dev/zero | tr '\\0' x >&2; echo bestmove 5"),
                                    kPatient, {}, [&](char who, std::string_view line) {
                                      if (who == '!') heard += line.size();
                                    });
  ASSERT_TRUE(engine);
  EXPECT_EQ((*engine)->ask({}).value(), "5");
  EXPECT_GT(heard, 100'000U);
}

TEST(Engine, ThatPrintsTooMuchFloodsTheHost) {
  for (const std::string_view where : {"", " >&2"}) {
    const auto engine = started(well_behaved(cat("head -c 2000000 /dev/zero | tr '\\0' '\\n'", where)));
    EXPECT_EQ(engine->ask({}).error().what, "flooded the host with output") << where;
  }
}

// The host looks after other things ten times a second while it waits; an end that is closed must not wake it up.
TEST(Engine, ThatHasClosedAnOutputDoesNotKeepTheHostBusy) {
  const auto asked = [](std::string_view then) {
    int looks = 0;
    return started(well_behaved(then), kPatient, [&] { return ++looks > 200; })->ask({});
  };
  EXPECT_EQ(asked("exec 2>&-; sleep 0.2; echo bestmove 5").value(), "5");
  EXPECT_EQ(asked("exec >&-; sleep 0.2; exit 5").error().kind, Kind::broken) << "and not interrupted";
}

TEST(Engine, IsSaidToHaveCrashedOrEndedAsItsStatusSays) {
  for (const auto& [how, what] : std::vector<std::pair<std::string, std::string>>{
           {"exit 0", "ended with status 0"},
           {"exit 128", "ended with status 128"},
           {"exit 129", "crashed (signal 1)"},
           {"exit 192", "crashed (signal 64)"},
           {"exit 193", "ended with status 193"},
           {"kill -9 $$", "crashed (signal 9)"},
           {"printf 'one\\ntwo\\n\\n' >&2; exit 3", "ended with status 3 (two)"}})
    EXPECT_EQ(started(well_behaved(how))->ask({}).error().what, what);
}

TEST(Engine, MustSpeakTheProtocolOfTheHost) {
  EXPECT_THAT(Engine::start("echo protocol 2; echo ok; read x", kPatient).error().why,
              ::testing::EndsWith("speaks protocol '2', and this host 1"));
  EXPECT_THAT(Engine::start("echo ok; read x", kPatient).error().why,
              ::testing::EndsWith("speaks protocol '', and this host 1"));
}

TEST(Engine, MovesOutOfTurnBeforeItIsReady) {
  const auto game = game_called("color-bridge");
  const auto engine =
      started("printf 'protocol 1\\nok\\n'; read x; read y; read z; printf 'bestmove 1\\nreadyok\\n'; cat");
  EXPECT_EQ(engine->begin_game(*game).error().what, "moved out of turn");
}

TEST(Engine, MovesOutOfTurnWithASecondAnswer) {
  const auto engine = started(well_behaved("printf 'bestmove 1\\nbestmove 2\\n'"));
  EXPECT_EQ(engine->ask({}).value(), "1");
  EXPECT_EQ(engine->ask({}).error().what, "moved out of turn");
}

// It looks like an answer to the next question, but it was there before that.
TEST(Engine, MovesOutOfTurnWithAnAnswerToNoQuestion) {
  const std::string file = ::testing::TempDir() + cat("duello-unasked-", getpid());
  const auto after = [&](std::string_view unasked) {
    const auto engine =
        started(well_behaved(cat("echo bestmove 1;; reveal) printf '", unasked, "'; echo done >", file)));
    EXPECT_EQ(engine->ask({}).value(), "1");
    engine->tell_revealed({});
    while (!std::ifstream(file)) std::this_thread::sleep_for(1ms);
    std::remove(file.c_str());
    return engine->ask({});
  };
  EXPECT_EQ(after("readyok\\nbestmove 2\\n").error().what, "moved out of turn");
  EXPECT_EQ(after("readyok\\ninfo depth 3\\n").value(), "1") << "which means nothing";
}

TEST(Engine, HasTheEnvironmentOfItsHostAndAMarkOfItsOwn) {
  setenv("DUELLO_TEST", "of the host", 1);
  setenv("DUELLO_ENGINE", "/outer/", 1);
  const std::string said = started(well_behaved("echo bestmove $DUELLO_TEST $DUELLO_ENGINE"))->ask({}).value();
  unsetenv("DUELLO_TEST");
  unsetenv("DUELLO_ENGINE");
  EXPECT_THAT(said, ::testing::MatchesRegex("of the host /outer//[0-9.]+/")) << "it may be an engine's engine";
}

TEST(Engine, HasItsDialogueWrittenDown) {
  const auto game = game_called("color-bridge");
  std::vector<std::string> heard;
  {
    const auto engine = Engine::start(well_behaved("echo bestmove 5-6"), kPatient, {},
                                      [&](char who, std::string_view line) { heard.push_back(cat(who, ' ', line)); });
    ASSERT_TRUE(engine);
    ASSERT_TRUE((*engine)->begin_game(*game));
    ASSERT_TRUE((*engine)->ask({.first = Seat::two, .moves = {"1", "2-3"}, .seed = 7}));
    ASSERT_TRUE((*engine)->ask({.moves = {"1"}, .may_swap = true}));
  }
  const std::string go = cat("> go movetime ", kPatient.move.count(), " seed ");
  EXPECT_THAT(heard, ::testing::ElementsAre("# started", "> duello", "< id name Shell", "< protocol 1", "< ok",
                                            "> game color-bridge length=11 run=3 reach=2", "> ready", "< readyok",
                                            "> ready", "> position first 2 moves 1 2-3", cat(go, "7"), "< readyok",
                                            "< bestmove 5-6", "> ready", "> position first 1 moves 1",
                                            cat(go, "0 swap"), "< readyok", "< bestmove 5-6", "> quit"));
}

TEST(Engine, HasTheTimesOfTheManual) {
  const EngineTimes times;
  EXPECT_EQ(times.move, 1s);
  EXPECT_EQ(times.grace, 1s);
  EXPECT_EQ(times.hello, 10s);
  EXPECT_EQ(times.ready, 60s);
}

// Starting a program takes longer than being killed. On a busy machine it may take too long now and then.
TEST(Engine, HasTimeToEndInGoodOrder) {
  const std::string file = ::testing::TempDir() + cat("duello-quit-", getpid());
  const auto has_ended = [&] {
    started(well_behaved(cat(":;; quit) sh -c true; echo done >", file, "; exit"))).reset();
    return static_cast<bool>(std::ifstream(file));
  };
  bool has_ever_ended = false;
  for (int tries = 0; tries < 50 && !has_ever_ended; ++tries) has_ever_ended = has_ended();
  EXPECT_TRUE(has_ever_ended) << "it is killed before";
  std::remove(file.c_str());
}

// The greeting is answered by a child that has gone to a session of its own.
TEST(Engine, LeavesNothingRunningInAnotherSessionEither) {
  const std::string file = ::testing::TempDir() + cat("duello-escape-", getpid());
  ASSERT_EQ(mkfifo(file.c_str(), 0600), 0);
  // It ends when nobody has it open for writing any more.
  const Descriptor held(open(file.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  ASSERT_TRUE(held.is_open());
  pollfd end{.fd = held.number(), .events = POLLIN, .revents = 0};
  {
    const auto engine = started(cat("exec 3>", file,
                                    "; read hello; setsid sh -c \"printf 'protocol 1\\nok\\n'; exec sleep 999\" & "
                                    "while read word rest; do case $word in quit) exit;; esac; done"));
    EXPECT_EQ(poll(&end, 1, 0), 0);
  }
  EXPECT_EQ(poll(&end, 1, static_cast<int>(std::chrono::milliseconds(kTestPatience).count())), 1);
  std::remove(file.c_str());
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

TEST(EnginePlayer, ChangesSeatsWhereThatIsOffered) {
  const auto game = game_called("color-bridge");
  const auto answer = [&](bool may_swap) {
    EnginePlayer player(started(well_behaved("echo bestmove swap")), Random(1));
    Referee referee(*game, {.swap = true});
    play(referee, "6");
    const SeatStory story(referee, Seat::two);
    return player.answer({.game = *game,
                          .story = story,
                          .seat = Seat::two,
                          .view = referee.view(Seat::two),
                          .table = {},
                          .may_swap = may_swap});
  };
  EXPECT_TRUE(std::holds_alternative<Swap>(*answer(true)));
  EXPECT_THAT(std::get<Forfeit>(*answer(false)).why, ::testing::StartsWith("it played 'swap', which is not legal: "));
}

TEST(EnginePlayer, LeavesAndDoesNotForfeitWhenItIsInterrupted) {
  KnownGame known("capture-the-flag");
  bool wanted = false;
  EnginePlayer player(started(well_behaved("sleep 999"), kPatient, [&] { return wanted; }), Random(1));
  EXPECT_EQ(player.name(), "Shell");
  Referee referee(known.game(), {});
  const SeatStory story(referee, Seat::one);
  wanted = true;
  const Answer answer = player.answer(
      {.game = known.game(), .story = story, .seat = Seat::one, .view = referee.view(Seat::one), .table = {}});
  EXPECT_EQ(answer.error(), Leave::interrupted);
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
      ASSERT_TRUE(referee.play(std::get<AnyMove>(*player.answer(turn))));
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
    ASSERT_TRUE(referee.play(std::get<AnyMove>(*player.answer(turn))));
    referee.resign(Seat::two);
    player.game_over(SeatStory(referee, Seat::one));
  }
  EXPECT_FALSE(std::ifstream(file)) << "the other side has placed nothing";
  std::remove(file.c_str());
}

}  // namespace
}  // namespace duello
