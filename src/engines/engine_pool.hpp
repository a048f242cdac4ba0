// Engines that are kept between games: to start one, and to let it solve the game, takes longer than most games do.
#pragma once

#include <expected>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/random.hpp"
#include "engines/engine.hpp"
#include "players/player.hpp"

namespace duello {

// For one thread, which outlives it: engines die with the thread that has started them.
class EnginePool {
 public:
  // Where the dialogue with a new engine is put down.
  using OpenLog = std::function<std::expected<EngineLog, Complaint>(const std::string& command)>;

  explicit EnginePool(EngineTimes times, EngineProcess::Interrupted interrupted = {}, OpenLog open_log = {})
      : times_(times), interrupted_(std::move(interrupted)), open_log_(std::move(open_log)) {}
  EnginePool(EnginePool&&) = default;
  EnginePool& operator=(EnginePool&&) = delete;
  // All of them have the same time to end, not one after the other.
  ~EnginePool();

  // One that nobody else holds. A new one is asked whether it plays the game; one that was used before is given out as
  // it is, and if it has died it starts anew with the game.
  std::expected<std::shared_ptr<Engine>, Complaint> engine(const std::string& command, const AnyGame& game);
  // A player who has one such engine to itself.
  std::expected<std::unique_ptr<Player>, Complaint> player(const std::string& command, const AnyGame& game,
                                                           Random random);
  bool is_interrupted() const { return interrupted_ && interrupted_(); }

 private:
  EngineTimes times_;
  EngineProcess::Interrupted interrupted_;
  OpenLog open_log_;
  std::vector<std::shared_ptr<Engine>> engines_;
};

}  // namespace duello
