#include "study/shelf.hpp"

#include <algorithm>

namespace duello {

std::expected<std::shared_ptr<ChosenGame>, Complaint> Shelf::game(const GameChoice& choice) {
  auto chosen = ChosenGame::from(choice);
  if (!chosen) return std::unexpected(chosen.error());
  std::string name = full_name(chosen->game());
  const auto known = std::ranges::find(games_, name, [](const auto& each) { return each.first; });
  if (known != games_.end()) {
    games_.splice(games_.begin(), games_, known);
    return games_.front().second;
  }
  if (games_.size() == kKept) games_.pop_back();
  games_.emplace_front(std::move(name), std::make_shared<ChosenGame>(*std::move(chosen)));
  return games_.front().second;
}

std::expected<Knowledge, NotKnown> Shelf::known_of(ChosenGame& chosen) {
  if (!chosen.is_known() && chosen.table_bytes() > kLarge)
    games_.remove_if([&](const auto& each) { return each.second.get() != &chosen; });
  return chosen.knowledge(watch_);
}

std::expected<Knowledge, Complaint> Shelf::knowledge(ChosenGame& chosen) {
  auto known = known_of(chosen);
  if (!known) return std::unexpected(known.error().why);
  return *std::move(known);
}

}  // namespace duello
