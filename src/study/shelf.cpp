#include "study/shelf.hpp"

#include <algorithm>

#include "core/try.hpp"

namespace duello {

namespace {

// Any game counts for this, so that there is an end of those of which nothing is known.
constexpr double kLeast = 1e6;

double size_of(const ChosenGame& game) { return game.is_known() ? Shelf::bytes_for(game) : kLeast; }

constexpr auto kName = [](const auto& each) -> const std::string& { return each.first; };

}  // namespace

double Shelf::bytes_for(const ChosenGame& game) { return std::max(game.table_bytes(), kLeast); }

std::expected<std::shared_ptr<ChosenGame>, Complaint> Shelf::game(const GameChoice& choice) {
  DUELLO_TRY(auto chosen, ChosenGame::from(choice));
  std::string name = full_name(chosen.game());
  if (auto known = find(name)) return known;
  games_.emplace_front(std::move(name), std::make_shared<ChosenGame>(std::move(chosen)));
  auto added = games_.front().second;
  make_room(*added, kLeast);
  return added;
}

void Shelf::keep(const std::shared_ptr<ChosenGame>& game) {
  std::string name = full_name(game->game());
  games_.remove_if([&](const auto& each) { return each.first == name; });
  games_.emplace_front(std::move(name), game);
  make_room(*game, size_of(*game));
}

std::shared_ptr<ChosenGame> Shelf::find(const std::string& name) {
  const auto found = std::ranges::find(games_, name, kName);
  if (found == games_.end()) return nullptr;
  games_.splice(games_.begin(), games_, found);
  return games_.front().second;
}

bool Shelf::holds(const std::string& name) const { return std::ranges::find(games_, name, kName) != games_.end(); }

void Shelf::make_room(const ChosenGame& wanted, double bytes) {
  double room = kRoom - bytes;
  games_.remove_if(
      [&](const auto& each) { return each.second.get() != &wanted && (room -= size_of(*each.second)) < 0; });
}

std::expected<Knowledge, NotKnown> Shelf::known_of(ChosenGame& chosen) {
  if (!chosen.is_known()) make_room(chosen, bytes_for(chosen));
  return chosen.knowledge(watch_);
}

std::expected<Knowledge, Complaint> Shelf::knowledge(ChosenGame& chosen) {
  auto known = known_of(chosen);
  if (!known) return std::unexpected(known.error().why);
  return *std::move(known);
}

}  // namespace duello
