// Plays any legal move, all equally likely; changing seats, where that is offered, counts as one more.
#pragma once

#include "core/random.hpp"
#include "players/player.hpp"

namespace duello {

class RandomPlayer final : public Player {
 public:
  explicit RandomPlayer(Random random) : random_(random) {}

  Answer answer(const Turn& turn) override {
    const std::uint64_t count = turn.game.count(turn.view);
    const std::uint64_t choice = random_.below(count + (turn.may_swap ? 1 : 0));
    if (choice == count) return Swap{};
    return turn.game.pick(turn.view, choice);
  }

 private:
  Random random_;
};

}  // namespace duello
