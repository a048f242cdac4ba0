#include "server/thinkers.hpp"

#include <algorithm>

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

// How much has to be solved first, in bytes. What has no table takes less than a second.
double work_for(const Thinking::Task& task) {
  if (!needs_knowledge(task.who) || task.chosen->is_known()) return 0;
  return std::max(task.chosen->table_bytes(), 1e6);
}

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

bool Thinkers::think(Task task, Answer answer) {
  {
    const std::lock_guard lock(mutex_);
    if (queue_.size() >= kLongestQueue) return false;
    queue_.emplace_back(std::move(task), std::move(answer));
  }
  wake_.notify_one();
  return true;
}

// Only this thread finds out what is known of a game, so only it may ask.
auto Thinkers::taken_from_queue() -> std::pair<Task, Answer> {
  const auto first = std::ranges::min_element(queue_, {}, [](const auto& each) { return work_for(each.first); });
  std::pair<Task, Answer> taken = std::move(*first);
  queue_.erase(first);
  return taken;
}

void Thinkers::work() {
  for (;;) {
    std::unique_lock lock(mutex_);
    wake_.wait(lock, [this] { return stops_ || !queue_.empty(); });
    if (stops_) return;
    auto [task, answer] = taken_from_queue();
    lock.unlock();
    post_([found = answer_to(task), answer = std::move(answer)]() mutable { answer(std::move(found)); });
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
