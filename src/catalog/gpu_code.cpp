#include "catalog/gpu_code.hpp"

#include <map>
#include <mutex>
#include <string>

namespace duello {

std::expected<std::shared_ptr<const gpu::Card>, Complaint> card_for(std::string_view game) {
  static std::mutex mutex;
  static std::map<std::string, std::shared_ptr<const gpu::Card>> cards;
  const std::scoped_lock lock(mutex);
  const std::string id(game);
  if (const auto open = cards.find(id); open != cards.end()) return open->second;
  const std::string_view code = gpu_code(game);
  if (code.empty()) return complaint("This program has no code for a GPU that solves ", game);
  auto card = gpu::Card::open();
  if (!card) return std::unexpected(card.error());
  if (const auto loaded = (*card)->load(std::string(code)); !loaded) return std::unexpected(loaded.error());
  return cards.emplace(id, *std::move(card)).first->second;
}

}  // namespace duello
