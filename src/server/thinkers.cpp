#include "server/thinkers.hpp"

#include <algorithm>

#include "match/conduct.hpp"
#include "players/roster.hpp"

namespace duello {

Thinkers::Thinkers(Post post)
    : post_(std::move(post)),
      shelf_([this](std::uint64_t /*done*/, std::uint64_t /*total*/) {
        const std::scoped_lock lock(mutex_);
        return !stops_;
      }),
      thread_([this] { work(); }) {}

Thinkers::~Thinkers() {
  {
    const std::scoped_lock lock(mutex_);
    stops_ = true;
  }
  wake_.notify_all();
  thread_.join();
}

bool Thinkers::think(Task task, Answer answer) {
  std::string game = needs_knowledge(task.who) ? full_name(task.chosen->game()) : "";
  {
    const std::scoped_lock lock(mutex_);
    if (queue_.size() >= kLongestQueue) return false;
    queue_.push_back({std::move(task), std::move(answer), std::move(game)});
  }
  wake_.notify_one();
  return true;
}

double Thinkers::work_for(const Asked& asked) const {
  return asked.game.empty() || shelf_.holds(asked.game) ? 0 : Shelf::bytes_for(*asked.task.chosen);
}

Thinkers::Asked Thinkers::taken_from_queue() {
  const auto first = std::ranges::min_element(queue_, {}, [this](const Asked& each) { return work_for(each); });
  Asked taken = std::move(*first);
  queue_.erase(first);
  return taken;
}

void Thinkers::work() {
  for (;;) {
    std::unique_lock lock(mutex_);
    wake_.wait(lock, [this] { return stops_ || !queue_.empty(); });
    if (stops_) return;
    Asked asked = taken_from_queue();
    lock.unlock();
    auto found = answer_to(asked);
    post_([found = std::move(found), to = std::move(asked.answer)]() mutable { to(std::move(found)); });
  }
}

std::expected<std::shared_ptr<ChosenGame>, Complaint> Thinkers::game_for(const Asked& asked) {
  if (asked.game.empty()) return asked.task.chosen;
  if (auto known = shelf_.find(asked.game)) return known;
  const AnyGame& game = asked.task.chosen->game();
  return shelf_.game({.id = std::string(asked.task.chosen->facts().id),
                      .variant = {},
                      .settings = words_of(settings_text(game.rules())),
                      .table = {}});
}

std::expected<Request, Complaint> Thinkers::answer_to(const Asked& asked) {
  const Task& task = asked.task;
  if (const auto forced = task.duel.referee().forced()) return *forced;
  const auto game = game_for(asked);
  if (!game) return std::unexpected(game.error());
  ShelfSupplies supplies(shelf_, **game);
  const auto player = make_player(task.who, Random(task.seed), supplies);
  if (!player) return std::unexpected(player.error());
  return request_of((*player)->answer(*TurnOfDuel(task.duel)));
}

}  // namespace duello
