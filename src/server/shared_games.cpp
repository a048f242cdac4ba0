#include "server/shared_games.hpp"

#include "core/try.hpp"

namespace duello {

namespace {

constexpr std::size_t kMost = 1'000;  // that are remembered although nobody plays them

}  // namespace

std::expected<std::shared_ptr<ChosenGame>, Complaint> SharedGames::of(const TableSetup& setup) {
  if (known_.size() > kMost) std::erase_if(known_, [](const auto& each) { return each.second.expired(); });
  std::weak_ptr<ChosenGame>& known = known_[cat(setup.game, ' ', setup.rules)];
  if (auto game = known.lock()) return game;
  DUELLO_TRY(auto chosen,
             ChosenGame::from({.id = setup.game, .variant = {}, .settings = words_of(setup.rules), .table = {}}));
  auto game = std::make_shared<ChosenGame>(std::move(chosen));
  known = game;
  return game;
}

}  // namespace duello
