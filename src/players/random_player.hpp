// Plays any legal move, all equally likely.
#pragma once

#include "core/random.hpp"
#include "players/player.hpp"

namespace duello {

class RandomPlayer final : public Player {
 public:
  explicit RandomPlayer(Random random) : random_(random) {}

  Answer answer(const Turn& turn) override {
    return turn.game.pick(turn.view, random_.below(turn.game.count(turn.view)));
  }

 private:
  Random random_;
};

}  // namespace duello
