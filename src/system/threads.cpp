#include "system/threads.hpp"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace duello {

namespace {

// Threads that wait for work and take its tasks one by one, the caller among them.
class ThreadPool final : public Workers {
 public:
  explicit ThreadPool(unsigned count) {
    // Where there is no room for more threads, fewer do the work.
    try {
      for (unsigned i = 1; i < count; ++i) threads_.emplace_back([this] { serve(); });
    } catch (const std::system_error&) {  // NOLINT(bugprone-empty-catch)
    }
  }
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;
  ~ThreadPool() override {
    {
      const std::scoped_lock lock(mutex_);
      closing_ = true;
    }
    wake_.notify_all();
  }

  void run(std::size_t count, const Task& task) override {
    {
      const std::scoped_lock lock(mutex_);
      task_ = &task;
      count_ = count;
      next_ = 0;
      busy_ = threads_.size();
      ++shift_;
    }
    wake_.notify_all();
    take_tasks(task, count);
    std::unique_lock lock(mutex_);
    idle_.wait(lock, [this] { return busy_ == 0; });
  }

  std::size_t size() const override { return threads_.size() + 1; }

 private:
  void take_tasks(const Task& task, std::size_t count) {
    for (std::size_t i; (i = next_.fetch_add(1)) < count;) task(i);
  }

  void serve() {
    std::uint64_t seen = 0;
    std::unique_lock lock(mutex_);
    while (true) {
      wake_.wait(lock, [&] { return closing_ || shift_ != seen; });
      if (closing_) return;
      seen = shift_;
      const Task& task = *task_;
      const std::size_t count = count_;
      lock.unlock();
      take_tasks(task, count);
      lock.lock();
      if (--busy_ == 0) idle_.notify_one();
    }
  }

  std::mutex mutex_;
  std::condition_variable wake_;
  std::condition_variable idle_;
  const Task* task_ = nullptr;
  std::size_t count_ = 0;
  std::atomic<std::size_t> next_ = 0;
  std::size_t busy_ = 0;
  std::uint64_t shift_ = 0;
  bool closing_ = false;
  std::vector<std::jthread> threads_;
};

}  // namespace

std::unique_ptr<Workers> make_workers(unsigned count) {
  if (count == 0) count = std::max(1U, std::thread::hardware_concurrency());
  if (count == 1) return std::make_unique<OneWorker>();
  return std::make_unique<ThreadPool>(count);
}

}  // namespace duello
