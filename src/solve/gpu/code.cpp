#include "solve/gpu/code.hpp"

#include <map>
#include <mutex>
#include <string>

#include "core/try.hpp"

namespace duello {

namespace {

// The card, once for each code that it runs: a driver calls it a mistake to be asked for a kernel that is not there.
class OpenedOnce {
 public:
  std::expected<std::shared_ptr<gpu::Card>, Complaint> with(const std::string& name, std::string_view code) {
    const std::scoped_lock lock(mutex_);
    if (const auto open = cards_.find(name); open != cards_.end()) return open->second;
    DUELLO_TRY(auto card, gpu::Card::open());
    if (!code.empty()) DUELLO_CHECK(card->load(std::string(code)));
    return cards_.emplace(name, std::move(card)).first->second;
  }

 private:
  std::mutex mutex_;
  std::map<std::string, std::shared_ptr<gpu::Card>> cards_;
};

OpenedOnce& the_card() {
  static OpenedOnce once;
  return once;
}

}  // namespace

std::expected<std::shared_ptr<gpu::Card>, Complaint> opened_card() { return the_card().with("", ""); }

std::expected<std::shared_ptr<const gpu::Card>, Complaint> card_with_code(std::string_view game,
                                                                          std::string_view kernel) {
  return the_card().with(cat(game, ' ', kernel), gpu_code(game, kernel));
}

}  // namespace duello
