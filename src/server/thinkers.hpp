// One thread that finds the moves of all programs here, one after the other. What it has to solve for that it keeps for
// the next time, as far as there is room for it. Those come first that need nothing or little to be solved: nobody
// makes the others wait by asking for large games.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <expected>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

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
  struct Asked {
    Task task;
    Answer answer;
    std::string game;  // by its full name
  };

  void work();
  Asked taken_from_queue();
  // How much has to be solved first, in bytes.
  double work_for(const Asked& asked) const;
  std::expected<std::shared_ptr<ChosenGame>, Complaint> game_for(const Asked& asked);
  std::expected<Request, Complaint> answer_to(const Asked& asked);

  Post post_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<Asked> queue_;
  bool stops_ = false;
  Shelf shelf_;         // the thread's own, apart from the games at the tables: what is forgotten here is forgotten
  std::thread thread_;  // the last, so that all the others are there when it starts
};

}  // namespace duello
