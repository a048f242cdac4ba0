// Plays perfectly: open games by the value of every position, hidden ones by their equilibrium.
#pragma once

#include "core/random.hpp"
#include "players/player.hpp"
#include "solve/knowledge.hpp"

namespace duello {

class PerfectPlayer final : public Player {
 public:
  PerfectPlayer(Knowledge knowledge, Random random) : knowledge_(std::move(knowledge)), random_(random) {}

  Answer answer(const Turn& turn) override {
    if (knowledge_.hidden) return knowledge_.hidden->drawn(turn.view, random_);
    if (turn.may_swap && knowledge_.open->value(turn.view).is_loss()) return Swap{};
    std::vector<Judgement> moves = knowledge_.open->moves(turn.view);
    if (turn.may_be_swapped) moves = when_swappable(std::move(moves));
    return best_of(moves).move;
  }

 private:
  Knowledge knowledge_;
  Random random_;
};

}  // namespace duello
