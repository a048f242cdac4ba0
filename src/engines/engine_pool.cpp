#include "engines/engine_pool.hpp"

#include "core/try.hpp"
#include "engines/engine_player.hpp"

namespace duello {

EnginePool::~EnginePool() {
  for (const std::shared_ptr<Engine>& kept : engines_)
    if (kept.use_count() == 1) kept->ask_to_quit();
}

std::expected<std::shared_ptr<Engine>, Complaint> EnginePool::engine(const std::string& command, const AnyGame& game) {
  for (const std::shared_ptr<Engine>& kept : engines_)
    if (kept.use_count() == 1 && kept->command() == command) return kept;
  DUELLO_TRY(auto log, open_log_ ? open_log_(command) : EngineLog());
  auto engine = Engine::start(command, times_, interrupted_, std::move(log));
  if (!engine) return engine;
  if (const auto ready = (*engine)->begin_game(game); !ready)
    return std::unexpected((*engine)->complaint_of(ready.error()));
  engines_.push_back(*engine);
  return engine;
}

std::expected<std::unique_ptr<Player>, Complaint> EnginePool::player(const std::string& command, const AnyGame& game,
                                                                     Random random) {
  DUELLO_TRY(auto held, engine(command, game));
  return std::make_unique<EnginePlayer>(std::move(held), random);
}

}  // namespace duello
