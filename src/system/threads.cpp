#include "system/threads.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <system_error>
#include <thread>
#include <vector>

namespace duello {

namespace {

// Threads that wait for work, the caller among them. Each has a part of the tasks, the same part every time, since what
// it worked on before is close at hand; whoever is done with its own helps the others. A thread that comes when all is
// done is not waited for.
class ThreadPool final : public Workers {
 public:
  explicit ThreadPool(unsigned count) : parts_(count), has_cores_(count <= std::thread::hardware_concurrency()) {
    // Where there is no room for more threads, fewer do the work.
    try {
      for (unsigned i = 1; i < count; ++i) threads_.emplace_back([this, i] { serve(i); });
    } catch (const std::system_error&) {  // NOLINT(bugprone-empty-catch)
    }
  }
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;
  ~ThreadPool() override {
    closing_ = true;
    call();
  }

  void run(std::size_t count, const Task& task) override {
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      parts_[i].next = count * i / parts_.size();
      parts_[i].end = count * (i + 1) / parts_.size();
    }
    task_ = &task;
    call();
    take_tasks(0, task);
    task_ = nullptr;
    soon([this] { return busy_ == 0; });
    for (unsigned busy; (busy = busy_) != 0;) busy_.wait(busy);
  }

  std::size_t size() const override { return threads_.size() + 1; }

 private:
  // A part of the tasks; on lines of its own, as each is mostly one thread's.
  struct alignas(64) Part {
    std::atomic<std::size_t> next = 0;
    std::size_t end = 0;
  };

  // Whether something comes true soon. To fall asleep and be woken takes longer than a small task.
  template <class Condition>
  bool soon(const Condition& is_true) const {
    using Clock = std::chrono::steady_clock;
    constexpr std::chrono::microseconds kPatience{50};
    if (has_cores_)
      for (const auto end = Clock::now() + kPatience; Clock::now() < end;)
        if (is_true()) return true;
    return is_true();
  }

  void call() {
    ++shift_;
    shift_.notify_all();
  }

  void take_tasks(std::size_t own, const Task& task) {
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      Part& part = parts_[(own + i) % parts_.size()];
      for (std::size_t next; (next = part.next.fetch_add(1)) < part.end;) task(next);
    }
  }

  void serve(std::size_t own) {
    for (unsigned seen = 0; !closing_;) {
      if (!soon([&] { return shift_ != seen; })) shift_.wait(seen);
      seen = shift_;
      // In this order: whoever sees a task is seen to be busy with it.
      ++busy_;
      if (const Task* const task = task_) take_tasks(own, *task);
      if (--busy_ == 0) busy_.notify_one();
    }
  }

  std::vector<Part> parts_;
  bool has_cores_;                           // for every thread
  std::atomic<const Task*> task_ = nullptr;  // there while somebody may begin with it
  std::atomic<unsigned> shift_ = 0;
  std::atomic<unsigned> busy_ = 0;  // threads besides the caller's
  std::atomic<bool> closing_ = false;
  std::vector<std::jthread> threads_;
};

}  // namespace

std::unique_ptr<Workers> make_workers(unsigned count) {
  if (count == 0) count = std::max(1U, std::thread::hardware_concurrency());
  if (count == 1) return std::make_unique<OneWorker>();
  return std::make_unique<ThreadPool>(count);
}

}  // namespace duello
