#include "server/thinkers.hpp"

#include "match/conduct.hpp"
#include "players/roster.hpp"

namespace duello {

namespace {

class Solver final : public Supplies {
 public:
  Solver(Shelf& shelf, ChosenGame& chosen) : shelf_(shelf), chosen_(chosen) {}
  std::expected<Knowledge, Complaint> knowledge() override { return shelf_.knowledge(chosen_); }

 private:
  Shelf& shelf_;
  ChosenGame& chosen_;
};

}  // namespace

Thinkers::Thinkers(Post post)
    : post_(std::move(post)),
      shelf_([this](std::uint64_t, std::uint64_t) {
        const std::lock_guard lock(mutex_);
        return !stops_;
      }),
      thread_([this] { work(); }) {}

Thinkers::~Thinkers() {
  {
    const std::lock_guard lock(mutex_);
    stops_ = true;
  }
  wake_.notify_all();
  thread_.join();
}

void Thinkers::think(Task task, Answer answer) {
  {
    const std::lock_guard lock(mutex_);
    if (queue_.size() < kLongestQueue) {
      queue_.emplace_back(std::move(task), std::move(answer));
      wake_.notify_one();
      return;
    }
  }
  post_([answer = std::move(answer)]() mutable { answer(complaint("The server has too much to think about")); });
}

void Thinkers::work() {
  for (;;) {
    std::unique_lock lock(mutex_);
    wake_.wait(lock, [this] { return stops_ || !queue_.empty(); });
    if (stops_) return;
    auto [task, answer] = std::move(queue_.front());
    queue_.pop_front();
    lock.unlock();
    post_([found = answer_to(task), to = std::move(answer)]() mutable { to(std::move(found)); });
  }
}

std::expected<Request, Complaint> Thinkers::answer_to(const Task& task) {
  if (const auto forced = task.duel.referee().forced()) return *forced;
  Solver solver(shelf_, *task.chosen);
  const auto player = make_player(task.who, Random(task.seed), solver);
  if (!player) return std::unexpected(player.error());
  return request_of((*player)->answer(*TurnOfDuel(task.duel)));
}

}  // namespace duello
