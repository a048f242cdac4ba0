// A program that plays through the engine protocol. Whatever it does wrong loses it the game, and nothing else.
#pragma once

#include <memory>

#include "core/random.hpp"
#include "players/engine.hpp"
#include "players/player.hpp"

namespace duello {

class EnginePlayer final : public Player {
 public:
  // Nobody else uses the engine in the meantime. `random` gives the seed of every move.
  EnginePlayer(std::shared_ptr<Engine> engine, Random random) : engine_(std::move(engine)), random_(random) {}

  Answer answer(const Turn& turn) override;
  void game_over(const Story& story) override;
  std::string name() const override { return engine_->name(); }

 private:
  Answer understood(const Turn& turn, const std::string& text) const;
  void tell_revealed(const Story& story);

  std::shared_ptr<Engine> engine_;
  Random random_;
  const AnyGame* game_ = nullptr;  // the one that is being played, once it was asked for a move
  std::size_t phases_told_ = 0;    // of a game with secret moves, those whose secrets the engine has been told
};

}  // namespace duello
