// One thread that finds the moves of all programs here, one after the other. What it has to solve for that it keeps for
// the next time. Those come first that need nothing or little to be solved: nobody makes the others wait by asking for
// large games.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>

#include "server/thinking.hpp"
#include "study/shelf.hpp"

namespace duello {

class Thinkers final : public Thinking {
 public:
  static constexpr std::size_t kLongestQueue = 1'000;

  // Runs something in the thread that runs the hall.
  using Post = std::function<void(std::move_only_function<void()>)>;

  explicit Thinkers(Post post);
  // What is thought about is given up.
  ~Thinkers() override;

  bool think(Task task, Answer answer) override;

 private:
  void work();
  std::pair<Task, Answer> taken_from_queue();
  std::expected<Request, Complaint> answer_to(const Task& task);

  Post post_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<std::pair<Task, Answer>> queue_;
  bool stops_ = false;
  Shelf shelf_;
  std::thread thread_;  // the last, so that all the others are there when it starts
};

}  // namespace duello
