// Programs find their moves beside the others, the cheap ones first, and nobody waits for them in the end.
#include "server/thinkers.hpp"

#include <gmock/gmock.h>

#include <chrono>
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

Thinking::Task task_of(const std::string& who, std::vector<std::string> settings,
                       const std::string& id = "color-bridge") {
  auto chosen = std::make_shared<ChosenGame>(
      *ChosenGame::from({.id = id, .variant = {}, .settings = std::move(settings), .table = {}}));
  Agreement agreement;
  agreement.who = {who, "human"};
  agreement.first = Seat::one;
  Meeting meeting(chosen->game(), agreement);
  meeting.begin("2026.11.16", {});
  return {chosen, meeting.duel(), who, 7};
}

TEST(Thinkers, FindMovesAndServeThoseFirstWhoNeedTheLeast) {
  Done done;
  std::vector<std::string> order;
  Thinkers thinkers(done.post());
  const auto ask = [&](const std::string& who, std::vector<std::string> settings, const std::string& name) {
    EXPECT_TRUE(thinkers.think(task_of(who, std::move(settings)), [&order, name](const auto& answer) {
      EXPECT_TRUE(answer && std::holds_alternative<AnyMove>(*answer)) << name;
      order.push_back(name);
    }));
  };
  done.hold();
  ask("random", {}, "first");
  done.wait_for_one();
  for (int i = 0; i < 3; ++i) ask("level:3", {"length=14", cat("run=", i + 3)}, "large");
  ask("perfect", {"length=8"}, "small");
  ask("random", {}, "nothing");
  done.let_go();
  done.wait_for(6);
  EXPECT_THAT(order, testing::ElementsAre("first", "nothing", "small", "large", "large", "large"));
}

TEST(Thinkers, TakeNoMoreThanTheyCanRemember) {
  Done done;
  {
    Thinkers thinkers(done.post());
    std::size_t taken = 0;
    for (std::size_t i = 0; i < Thinkers::kLongestQueue + 50; ++i)
      taken += thinkers.think(task_of("random", {}), [](const auto&) {}) ? 1 : 0;
    EXPECT_GE(taken, Thinkers::kLongestQueue);
  }
  SUCCEED() << "and end at once, whatever is left";
}

TEST(Thinkers, GiveUpWhatTakesLong) {
  Done done;
  bool is_found = false;
  {
    Thinkers thinkers(done.post());
    // Much more than can be done in the time that this takes.
    ASSERT_TRUE(thinkers.think(task_of("perfect", {"disks=5", "positions=17"}, "color-clash"), [&](const auto& answer) {
      is_found = answer && std::holds_alternative<AnyMove>(*answer);
    }));
    std::this_thread::sleep_for(20ms);
  }
  done.do_rest();
  EXPECT_FALSE(is_found) << "and not when it has been done";
}

}  // namespace
}  // namespace duello
