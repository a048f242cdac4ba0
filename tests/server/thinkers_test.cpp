// Programs find their moves beside the others, the cheap ones first, and nobody waits for them in the end.
#include "server/thinkers.hpp"

#include <gmock/gmock.h>

#include <chrono>
#include <ctime>
#include <future>
#include <mutex>

#include "match/meeting.hpp"
#include "tests/patience.hpp"

namespace duello {
namespace {

using namespace std::chrono_literals;

// Things are done in the thread of the test.
class Done {
 public:
  Thinkers::Post post() {
    return [this](std::move_only_function<void()> thing) {
      std::unique_lock lock(mutex_);
      things_.push_back(std::move(thing));
      more_.notify_all();
      more_.wait(lock, [this] { return !holds_; });
    };
  }
  // Whoever has found a move looks for no other until it is let go.
  void hold() { set_hold(true); }
  void let_go() { set_hold(false); }
  void wait_for_one() {
    std::unique_lock lock(mutex_);
    ASSERT_TRUE(more_.wait_for(lock, kTestPatience, [this] { return !things_.empty(); }));
  }
  void do_rest() {
    for (auto& thing : std::exchange(things_, {})) thing();
  }
  void wait_for(std::size_t count) {
    while (done_ < count) {
      std::unique_lock lock(mutex_);
      ASSERT_TRUE(more_.wait_for(lock, kTestPatience, [this] { return !things_.empty(); }));
      auto things = std::exchange(things_, {});
      lock.unlock();
      for (auto& thing : things) thing();
      done_ += things.size();
    }
  }

 private:
  void set_hold(bool holds) {
    const std::scoped_lock lock(mutex_);
    holds_ = holds;
    more_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable more_;
  bool holds_ = false;
  std::vector<std::move_only_function<void()>> things_;
  std::size_t done_ = 0;
};

// As long as this is there, the answers are wanted.
using Wanted = std::shared_ptr<const int>;

Thinking::Task task_of(const Wanted& wanted, const std::string& who, std::vector<std::string> settings,
                       const std::string& owner = "somebody", const std::string& id = "color-bridge") {
  auto chosen = std::make_shared<ChosenGame>(
      *ChosenGame::from({.id = id, .variant = {}, .settings = std::move(settings), .table = {}}));
  Agreement agreement;
  agreement.who = {who, "human"};
  agreement.first = Seat::one;
  Meeting meeting(chosen->game(), agreement);
  meeting.begin("2026.11.16", {});
  return {chosen, meeting.duel(), who, 7, owner, wanted};
}

class ThinkersTest : public testing::Test {
 protected:
  void ask(Thinking::Task task, const std::string& name) {
    EXPECT_TRUE(thinkers.think(std::move(task), [this, name](const auto& answer) {
      EXPECT_TRUE(answer && std::holds_alternative<AnyMove>(*answer)) << name;
      order.push_back(name);
    })) << name;
  }

  Done done;
  Wanted wanted = std::make_shared<const int>(0);
  std::vector<std::string> order;
  Thinkers thinkers{done.post()};
};

TEST_F(ThinkersTest, NobodyWaitsForGamesToBeSolvedWhoNeedsNone) {
  // Takes minutes.
  ask(task_of(wanted, "perfect", {"disks=5", "positions=18"}, "somebody", "color-clash"), "solved");
  ask(task_of(wanted, "random", {}), "random");
  done.wait_for(1);
  EXPECT_THAT(order, testing::ElementsAre("random"));
}

TEST_F(ThinkersTest, OwnersTakeTurns) {
  done.hold();
  ask(task_of(wanted, "random", {}), "first");
  done.wait_for_one();
  for (int i = 0; i < 50; ++i) ask(task_of(wanted, "random", {}, "greedy"), "greedy");
  ask(task_of(wanted, "random", {}, "modest"), "modest");
  ask(task_of(wanted, "random", {}, "third"), "third");
  done.let_go();
  done.wait_for(53);
  EXPECT_THAT(std::vector(order.begin(), order.begin() + 5),
              testing::ElementsAre("first", "greedy", "modest", "third", "greedy"));
}

// Nothing is solved until all have asked: before that, a game is at work that is then no longer wanted.
TEST_F(ThinkersTest, OwnersTakeTurnsWhereGamesAreSolvedToo) {
  Wanted gone = std::make_shared<const int>(0);
  ask(task_of(gone, "perfect", {"disks=5", "positions=18"}, "somebody", "color-clash"), "never");
  for (int i = 0; i < 8; ++i)
    ask(task_of(wanted, "level:2", {"units=30", "nodes=5", cat("extra=", i + 1)}, "greedy", "energy-capture"),
        "greedy");
  ask(task_of(wanted, "perfect", {"length=8"}, "modest"), "modest");
  gone.reset();
  while (order.empty() || order.back() != "modest") done.wait_for(order.size() + 1);
  EXPECT_LE(order.size(), 3U);
}

// As the processor's time shows, whatever else the machine does.
TEST_F(ThinkersTest, AGameIsSolvedOnceForAllWhoWaitForIt) {
  const std::clock_t begun = std::clock();
  for (int i = 0; i < 20; ++i)
    ask(task_of(wanted, "level:2", {"units=30", "nodes=5"}, cat("owner", i), "energy-capture"), cat(i));
  done.wait_for(1);
  const std::clock_t one = std::clock() - begun;
  done.wait_for(20);
  EXPECT_LT(std::clock() - begun, 5 * one);
}

TEST_F(ThinkersTest, APassThatIsForcedTakesAsLongAsAnyOtherHiddenMove) {
  Thinking::Task forced = task_of(wanted, "level:2", {"units=30", "nodes=5"}, "greedy", "energy-capture");
  const AnyGame& game = forced.chosen->game();
  for (const std::string_view move : {"1:30", "pass"}) {
    const Seat seat = forced.duel.referee().mover();
    ASSERT_TRUE(forced.duel.submit(seat, *game.read(forced.duel.referee().view(seat), move), {}));
  }
  ASSERT_TRUE(forced.duel.referee().forced());
  done.hold();
  ask(task_of(wanted, "random", {}), "first");
  done.wait_for_one();
  ask(std::move(forced), "forced");
  ask(task_of(wanted, "random", {}, "modest"), "needs nothing");
  done.let_go();
  done.wait_for(3);
  EXPECT_THAT(order, testing::ElementsAre("first", "needs nothing", "forced"));
}

TEST_F(ThinkersTest, WhatIsNoLongerWantedIsDropped) {
  done.hold();
  ask(task_of(wanted, "random", {}), "first");
  done.wait_for_one();
  Wanted gone = std::make_shared<const int>(0);
  for (int i = 0; i < 50; ++i) ask(task_of(gone, "random", {}, "greedy"), "greedy");
  ask(task_of(wanted, "random", {}, "modest"), "modest");
  gone.reset();
  done.let_go();
  done.wait_for(2);
  EXPECT_THAT(order, testing::ElementsAre("first", "modest"));
}

TEST_F(ThinkersTest, ASolveThatNobodyWantsAnyMoreIsStopped) {
  Wanted gone = std::make_shared<const int>(0);
  // Takes minutes.
  ask(task_of(gone, "perfect", {"disks=5", "positions=18"}, "somebody", "color-clash"), "never");
  std::this_thread::sleep_for(50ms);
  gone.reset();
  ask(task_of(wanted, "perfect", {"length=8"}), "next");
  done.wait_for(1);
  EXPECT_THAT(order, testing::ElementsAre("next"));
}

TEST_F(ThinkersTest, NoOwnerFillsTheQueueForOthersAndWhatWasDroppedMakesRoom) {
  done.hold();
  ask(task_of(wanted, "random", {}), "first");
  done.wait_for_one();
  Wanted gone = std::make_shared<const int>(0);
  for (std::size_t i = 0; i < Thinkers::kMostOfOwner; ++i) ask(task_of(gone, "random", {}, "greedy"), "greedy");
  EXPECT_FALSE(thinkers.think(task_of(wanted, "random", {}, "greedy"), [](const auto&) {}));
  ask(task_of(wanted, "random", {}, "modest"), "modest");
  gone.reset();
  ask(task_of(wanted, "random", {}, "greedy"), "late");
  done.let_go();
  done.wait_for(3);
  EXPECT_THAT(order, testing::ElementsAre("first", "modest", "late"));
}

TEST_F(ThinkersTest, TakeNoMoreThanTheyCanRemember) {
  done.hold();
  ask(task_of(wanted, "random", {}), "first");
  done.wait_for_one();
  const Thinking::Task task = task_of(wanted, "random", {});
  std::size_t taken = 0;
  for (std::size_t i = 0; i < Thinkers::kLongestQueue + 50; ++i) {
    Thinking::Task each = task;
    each.owner = cat(i);
    taken += thinkers.think(std::move(each), [](const auto&) {}) ? 1 : 0;
  }
  EXPECT_EQ(taken, Thinkers::kLongestQueue);
  done.let_go();
}

TEST(Thinkers, GiveUpWhatTakesLong) {
  Done done;
  bool is_found = false;
  const Wanted wanted = std::make_shared<const int>(0);
  {
    Thinkers thinkers(done.post());
    // Much more than can be done in the time that this takes.
    ASSERT_TRUE(
        thinkers.think(task_of(wanted, "perfect", {"disks=5", "positions=18"}, "somebody", "color-clash"),
                       [&](const auto& answer) { is_found = answer && std::holds_alternative<AnyMove>(*answer); }));
    std::this_thread::sleep_for(20ms);
  }
  done.do_rest();
  EXPECT_FALSE(is_found) << "and not when it has been done";
}

TEST(Turns, GoRoundTheOwnersAndKeepTheirOrder) {
  Turns<int> turns;
  for (int i = 1; i <= 3; ++i) turns.push("a", i);
  turns.push("b", 11);
  turns.push("c", 21);
  turns.push("b", 12);
  std::vector<int> taken;
  turns.take_if([](int each) { return each % 10 == 1; }, [&](int each) { taken.push_back(each); });
  EXPECT_THAT(taken, testing::ElementsAre(1, 11, 21));
  EXPECT_EQ(turns.size(), 3U);
  EXPECT_EQ(turns.size_of("a"), 2U);
  EXPECT_EQ(turns.size_of("c"), 0U);
  EXPECT_TRUE(turns.any_of([](int each) { return each == 12; }));
  EXPECT_FALSE(turns.any_of([](int each) { return each == 11; }));
  std::vector<int> rest;
  while (const auto next = turns.pop()) rest.push_back(*next);
  EXPECT_THAT(rest, testing::ElementsAre(2, 12, 3));
  EXPECT_TRUE(turns.empty());
}

}  // namespace
}  // namespace duello
