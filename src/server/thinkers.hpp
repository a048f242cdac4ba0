// Finds the moves of all programs here, in two threads: one solves games, the other looks for moves in those that are
// solved, and for moves that need none. So nobody waits for a game to be solved who does not need it. What was solved
// is kept for the next time, as far as there is room for it.
//
// In both, the addresses that have opened the tables take turns: however much one of them asks for, another waits for
// at most one piece of it. What is no longer wanted when its turn comes is dropped, and a solve that nobody wants any
// more is stopped.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <expected>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "server/thinking.hpp"
#include "server/turns.hpp"
#include "study/shelf.hpp"

namespace duello {

class Thinkers final : public Thinking {
 public:
  // Of tasks that wait, of all and of one owner.
  static constexpr std::size_t kLongestQueue = 4'000;
  static constexpr std::size_t kMostOfOwner = 100;

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
    std::string game;  // that has to be known, by its full name; empty if none has

    bool is_wanted() const { return !task.wanted.expired(); }
  };
  // What came of a solve.
  using Solved = std::expected<std::shared_ptr<ChosenGame>, Complaint>;

  void answer_all();
  void solve_all();
  static std::optional<AnyMove> known_move(const Task& task);
  // The next one, as soon as there is one; nothing if there will be none any more.
  std::optional<Asked> next_of(Turns<Asked>& queue, std::unique_lock<std::mutex>& lock);
  void give(Asked asked, std::expected<Request, Complaint> found);
  std::expected<Request, Complaint> answer_to(const Task& task, const std::shared_ptr<ChosenGame>& game);
  Solved solved(const Asked& asked);
  // Whether other tasks still wait for this game.
  bool is_awaited(const std::string& game);
  void drop_unwanted();

  Post post_;
  std::mutex mutex_;
  std::condition_variable wake_;
  Turns<Asked> answering_;
  Turns<Asked> solving_;
  std::vector<std::shared_ptr<ChosenGame>> solved_;  // that the other thread has not yet put on its shelf
  bool stops_ = false;
  Shelf shelf_;           // of the thread that answers
  std::thread answerer_;  // the last ones, so that all the others are there when they start
  std::thread solver_;
};

}  // namespace duello
