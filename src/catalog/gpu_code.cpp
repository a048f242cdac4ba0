#include "catalog/gpu_code.hpp"

#include <mutex>
#include <set>
#include <string>

namespace duello {

namespace {

std::mutex mutex;  // on what follows
std::shared_ptr<gpu::Card> card;
std::set<std::string> loaded;

std::expected<std::shared_ptr<gpu::Card>, Complaint> opened() {
  if (card) return card;
  auto found = gpu::Card::open();
  if (!found) return std::unexpected(found.error());
  card = *std::move(found);
  return card;
}

}  // namespace

std::expected<std::shared_ptr<gpu::Card>, Complaint> opened_card() {
  const std::scoped_lock lock(mutex);
  return opened();
}

std::expected<std::shared_ptr<const gpu::Card>, Complaint> card_with_code(std::string_view game,
                                                                          std::string_view kernel) {
  const std::string_view code = gpu_code(game, kernel);
  if (code.empty()) return complaint("This program has no code for a GPU that solves ", game);
  const std::scoped_lock lock(mutex);
  const auto found = opened();
  if (!found) return std::unexpected(found.error());
  const std::string name = cat(game, ' ', kernel);
  if (loaded.contains(name)) return *found;
  if (const auto done = (*found)->load(std::string(code)); !done) return std::unexpected(done.error());
  loaded.insert(name);
  return *found;
}

}  // namespace duello
