// Engines that are kept running from game to game.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "players/engine.hpp"

namespace duello {

// Of one thread, which must live as long as the pool.
class EnginePool {
 public:
  EnginePool(EngineTimes times, EngineProcess::Interrupted interrupted)
      : times_(times), interrupted_(std::move(interrupted)) {}

  // One that nobody uses at the moment; a new one if there is none. One that has died is started again.
  std::expected<std::shared_ptr<Engine>, Complaint> get(const std::string& command) {
    for (const std::shared_ptr<Engine>& engine : engines_) {
      if (engine.use_count() != 1 || engine->command() != command) continue;
      if (!engine->is_alive())
        if (const auto again = engine->restart(); !again) return std::unexpected(engine->complaint_of(again.error()));
      return engine;
    }
    auto engine = Engine::start(command, times_, interrupted_);
    if (engine) engines_.push_back(*engine);
    return engine;
  }

  // Whether all that were started can play the game.
  std::expected<void, Complaint> try_out(const AnyGame& game) const {
    for (const std::shared_ptr<Engine>& engine : engines_)
      if (const auto ready = engine->begin_game(game); !ready)
        return std::unexpected(engine->complaint_of(ready.error()));
    return {};
  }

 private:
  EngineTimes times_;
  EngineProcess::Interrupted interrupted_;
  std::vector<std::shared_ptr<Engine>> engines_;
};

}  // namespace duello
