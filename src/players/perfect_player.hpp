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
    return std::visit([&](const auto& known) { return best(turn, *known); }, knowledge_);
  }

 private:
  static Answer best(const Turn& turn, const Oracle& oracle) {
    if (turn.may_swap && oracle.value(turn.view).is_loss()) return Swap{};
    std::vector<Judgement> moves = oracle.moves(turn.view);
    if (turn.may_be_swapped) moves = when_swappable(std::move(moves));
    return best_of(moves).move;
  }
  Answer best(const Turn& turn, HiddenOracle& oracle) { return oracle.drawn(turn.view, random_); }

  Knowledge knowledge_;
  Random random_;
};

}  // namespace duello
