#include "players/engine_pool.hpp"

namespace duello {

std::expected<std::shared_ptr<Engine>, Complaint> EnginePool::engine(const std::string& command, const AnyGame& game) {
  for (const std::shared_ptr<Engine>& kept : engines_)
    if (kept.use_count() == 1 && kept->command() == command) return kept;
  auto log = open_log_ ? open_log_(command) : EngineLog();
  if (!log) return std::unexpected(log.error());
  auto engine = Engine::start(command, times_, interrupted_, *std::move(log));
  if (!engine) return engine;
  if (const auto ready = (*engine)->begin_game(game); !ready)
    return std::unexpected((*engine)->complaint_of(ready.error()));
  engines_.push_back(*engine);
  return engine;
}

}  // namespace duello
