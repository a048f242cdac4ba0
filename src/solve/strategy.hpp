// Any way to play a contest at random, weighed against others exactly.
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <vector>

#include "core/contest.hpp"
#include "core/text.hpp"
#include "core/watch.hpp"

namespace duello {

struct Strategy {
  // What an allocation stands for: itself, field by field, or all its orders in equal shares.
  enum class Orders : std::uint8_t { kept, mixed };

  struct Part {
    Allocation units;
    std::string weight;  // a whole number; only its share of the sum of all weights counts
  };

  Orders orders = Orders::mixed;
  std::vector<Part> parts{};
};

// What one wins from the other on average, as in "3/14": 1 for a sure win, -1 for a sure loss.
std::expected<std::string, Complaint> expectation(Contest contest, const Strategy& one, const Strategy& two,
                                                  const Watch& watch = go_on);

// The allocation that wins most from a strategy, and how much.
struct BestAnswer {
  Allocation units;
  std::string gain;
};
std::expected<BestAnswer, Complaint> best_answer(Contest contest, const Strategy& strategy, const Watch& watch = go_on);

}  // namespace duello
