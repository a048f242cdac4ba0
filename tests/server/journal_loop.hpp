// A loop for the answers of a journal, as the server has one.
#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

#include "server/threaded_journal.hpp"
#include "tests/patience.hpp"

namespace duello {

// Things are done in the thread of the test.
class JournalLoop {
 public:
  ThreadedJournal::Post post() {
    return [this](std::move_only_function<void()> thing) {
      const std::scoped_lock lock(mutex_);
      things_.push_back(std::move(thing));
      ++posts_;
      more_.notify_all();
    };
  }
  // Whether it came true in time.
  bool run_until(const std::function<bool()>& is_done) {
    const auto until = std::chrono::steady_clock::now() + kTestPatience;
    while (!is_done()) {
      std::unique_lock lock(mutex_);
      if (!more_.wait_until(lock, until, [this] { return !things_.empty(); })) return false;
      auto thing = std::move(things_.front());
      things_.pop_front();
      lock.unlock();
      thing();
    }
    return true;
  }
  void run_for(std::chrono::milliseconds time) {
    const auto until = std::chrono::steady_clock::now() + time;
    while (std::chrono::steady_clock::now() < until) {
      std::this_thread::sleep_for(std::chrono::microseconds(200));
      run_rest();
    }
  }
  void run_rest() {
    std::unique_lock lock(mutex_);
    while (!things_.empty()) {
      auto thing = std::move(things_.front());
      things_.pop_front();
      lock.unlock();
      thing();
      lock.lock();
    }
  }
  // While nothing is done.
  void wait_for_posts(int count) {
    std::unique_lock lock(mutex_);
    more_.wait(lock, [&] { return posts_ >= count; });
  }
  int posts() const {
    const std::scoped_lock lock(mutex_);
    return posts_;
  }

 private:
  mutable std::mutex mutex_;
  std::condition_variable more_;
  std::deque<std::move_only_function<void()>> things_;
  int posts_ = 0;
};

}  // namespace duello
