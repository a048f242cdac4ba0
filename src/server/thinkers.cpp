#include "server/thinkers.hpp"

#include "core/try.hpp"
#include "match/conduct.hpp"
#include "players/roster.hpp"

namespace duello {

namespace {

// The game that is played, apart from the one at the table, which belongs to another thread.
std::expected<std::shared_ptr<ChosenGame>, Complaint> copy_of(const ChosenGame& chosen) {
  DUELLO_TRY(auto copy, ChosenGame::from({.id = std::string(chosen.facts().id),
                                          .variant = {},
                                          .settings = words_of(settings_text(chosen.game().rules())),
                                          .table = {}}));
  return std::make_shared<ChosenGame>(std::move(copy));
}

}  // namespace

Thinkers::Thinkers(Post post)
    : post_(std::move(post)), shelf_(go_on), answerer_([this] { answer_all(); }), solver_([this] { solve_all(); }) {}

Thinkers::~Thinkers() {
  {
    const std::scoped_lock lock(mutex_);
    stops_ = true;
  }
  wake_.notify_all();
  answerer_.join();
  solver_.join();
}

bool Thinkers::think(Task task, Answer answer) {
  std::string game = needs_knowledge(task.who) ? full_name(task.chosen->game()) : "";
  const std::string owner = task.owner;
  const auto is_full = [&] {
    return answering_.size() + solving_.size() >= kLongestQueue ||
           answering_.size_of(owner) + solving_.size_of(owner) >= kMostOfOwner;
  };
  {
    const std::scoped_lock lock(mutex_);
    if (is_full()) drop_unwanted();
    if (is_full()) return false;
    answering_.push(owner, {std::move(task), std::move(answer), std::move(game)});
  }
  wake_.notify_all();
  return true;
}

void Thinkers::drop_unwanted() {
  const auto is_unwanted = [](const Asked& each) { return !each.is_wanted(); };
  for (Turns<Asked>* const queue : {&answering_, &solving_}) queue->take_if(is_unwanted, [](Asked) {});
}

// A move that needs no knowledge of the game. Where moves are hidden, a forced one takes as long as any other: the time
// would tell that nothing is left to place.
std::optional<AnyMove> Thinkers::known_move(const Task& task) {
  if (task.chosen->facts().hidden) return std::nullopt;
  return task.duel.referee().forced();
}

std::optional<Thinkers::Asked> Thinkers::next_of(Turns<Asked>& queue, std::unique_lock<std::mutex>& lock) {
  while (true) {
    wake_.wait(lock, [&] { return stops_ || !queue.empty(); });
    if (stops_) return std::nullopt;
    std::optional<Asked> next = queue.pop();
    if (next->is_wanted()) return next;
  }
}

void Thinkers::give(Asked asked, std::expected<Request, Complaint> found) {
  post_([found = std::move(found), to = std::move(asked.answer)]() mutable { to(std::move(found)); });
}

void Thinkers::answer_all() {
  while (true) {
    std::unique_lock lock(mutex_);
    std::optional<Asked> asked = next_of(answering_, lock);
    if (!asked) return;
    for (const std::shared_ptr<ChosenGame>& each : std::exchange(solved_, {})) shelf_.keep(each);
    std::shared_ptr<ChosenGame> game = asked->game.empty() ? asked->task.chosen : shelf_.find(asked->game);
    if (!game && !known_move(asked->task)) {
      const std::string owner = asked->task.owner;
      solving_.push(owner, *std::move(asked));
      wake_.notify_all();
      continue;
    }
    lock.unlock();
    auto found = answer_to(asked->task, game);
    give(*std::move(asked), std::move(found));
  }
}

// Afterwards all tasks that wait for the same game can be answered.
void Thinkers::solve_all() {
  while (true) {
    std::unique_lock lock(mutex_);
    std::optional<Asked> asked = next_of(solving_, lock);
    if (!asked) return;
    lock.unlock();
    Solved found = solved(*asked);
    lock.lock();
    if (found) {
      solved_.push_back(*std::move(found));
      const auto again = [this](Asked each) {
        const std::string owner = each.task.owner;
        answering_.push(owner, std::move(each));
      };
      solving_.take_if([&](const Asked& each) { return each.game == asked->game; }, again);
      again(*std::move(asked));
      wake_.notify_all();
    } else if (asked->is_wanted() && !stops_) {
      lock.unlock();
      give(*std::move(asked), std::unexpected(found.error()));
    }
  }
}

bool Thinkers::is_awaited(const std::string& game) {
  return solving_.any_of([&](const Asked& each) { return each.game == game && each.is_wanted(); });
}

Thinkers::Solved Thinkers::solved(const Asked& asked) {
  const auto game = copy_of(*asked.task.chosen);
  if (!game) return game;
  const auto known = (*game)->knowledge([&](std::uint64_t /*done*/, std::uint64_t /*total*/) {
    const std::scoped_lock lock(mutex_);
    return !stops_ && (asked.is_wanted() || is_awaited(asked.game));
  });
  if (!known) return std::unexpected(known.error().why);
  return *game;
}

std::expected<Request, Complaint> Thinkers::answer_to(const Task& task, const std::shared_ptr<ChosenGame>& game) {
  if (const auto forced = task.duel.referee().forced()) return *forced;
  ShelfSupplies supplies(shelf_, *game);
  DUELLO_TRY(const auto player, make_player(task.who, Random(task.seed), supplies));
  return player->answer(*TurnOfDuel(task.duel)).value();
}

}  // namespace duello
