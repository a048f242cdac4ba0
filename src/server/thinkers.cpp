#include "server/thinkers.hpp"

#include <algorithm>

#include "match/conduct.hpp"
#include "players/roster.hpp"

namespace duello {

namespace {

constexpr double kLeast = 1e6;  // bytes that any game counts for; what has no table takes less than a second

double size_of(const ChosenGame& game) { return std::max(game.table_bytes(), kLeast); }

class Solver final : public Supplies {
 public:
  Solver(ChosenGame& chosen, Watch watch) : chosen_(chosen), watch_(std::move(watch)) {}
  std::expected<Knowledge, Complaint> knowledge() override {
    auto known = chosen_.knowledge(watch_);
    if (!known) return std::unexpected(known.error().why);
    return *std::move(known);
  }

 private:
  ChosenGame& chosen_;
  Watch watch_;
};

}  // namespace

Thinkers::Thinkers(Post post) : post_(std::move(post)), thread_([this] { work(); }) {}

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
  if (asked.game.empty() || std::ranges::find(known_, asked.game, &Known::game) != known_.end()) return 0;
  return size_of(*asked.task.chosen);
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

ChosenGame* Thinkers::known(const Asked& asked) {
  const auto found = std::ranges::find(known_, asked.game, &Known::game);
  if (found != known_.end()) {
    known_.splice(known_.begin(), known_, found);
    return &known_.front().chosen;
  }
  const AnyGame& game = asked.task.chosen->game();
  auto chosen = ChosenGame::from({.id = std::string(asked.task.chosen->facts().id),
                                  .variant = {},
                                  .settings = words_of(settings_text(game.rules())),
                                  .table = {}});
  if (!chosen) return nullptr;
  double room = kRoom - size_of(*chosen);
  std::erase_if(known_, [&](const Known& each) { return (room -= size_of(each.chosen)) < 0; });
  return &known_.emplace_front(asked.game, *std::move(chosen)).chosen;
}

std::expected<Request, Complaint> Thinkers::answer_to(const Asked& asked) {
  const Task& task = asked.task;
  if (const auto forced = task.duel.referee().forced()) return *forced;
  const auto goes_on = [this](std::uint64_t /*done*/, std::uint64_t /*total*/) {
    const std::scoped_lock lock(mutex_);
    return !stops_;
  };
  ChosenGame* const game = asked.game.empty() ? task.chosen.get() : known(asked);
  if (game == nullptr) return complaint("The game cannot be solved");
  Solver solver(*game, goes_on);
  const auto player = make_player(task.who, Random(task.seed), solver);
  if (!player) return std::unexpected(player.error());
  return request_of((*player)->answer(*TurnOfDuel(task.duel)));
}

}  // namespace duello
