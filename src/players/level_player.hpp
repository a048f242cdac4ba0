// Plays perfectly some of the time and at random otherwise: level N plays N of 6 moves perfectly.
#pragma once

#include "players/perfect_player.hpp"
#include "players/random_player.hpp"

namespace duello {

class LevelPlayer final : public Player {
 public:
  static constexpr int kHighest = 5;

  LevelPlayer(int level, const Knowledge& knowledge, Random random)
      : level_(level), random_(random), perfect_(knowledge, Random(random())), careless_(Random(random())) {}

  Answer answer(const Turn& turn) override {
    const bool attentive = random_.below(kHighest + 1) < static_cast<std::uint64_t>(level_);
    return attentive ? perfect_.answer(turn) : careless_.answer(turn);
  }

 private:
  int level_;
  Random random_;
  PerfectPlayer perfect_;
  RandomPlayer careless_;
};

}  // namespace duello
