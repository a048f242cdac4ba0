// Engines that are kept between games: to start one, and to let it solve the game, takes longer than most games do.
#pragma once

#include <expected>
#include <memory>
#include <string>
#include <vector>

#include "players/engine.hpp"

namespace duello {

// For one thread, which outlives it: engines die with the thread that has started them.
class EnginePool {
 public:
  explicit EnginePool(EngineTimes times, EngineProcess::Interrupted interrupted = {})
      : times_(times), interrupted_(std::move(interrupted)) {}

  // One that nobody else holds. A new one is asked whether it plays the game; one that was used before is given out as
  // it is, and if it has died it starts anew with the game.
  std::expected<std::shared_ptr<Engine>, Complaint> engine(const std::string& command, const AnyGame& game);

 private:
  EngineTimes times_;
  EngineProcess::Interrupted interrupted_;
  std::vector<std::shared_ptr<Engine>> engines_;
};

}  // namespace duello
