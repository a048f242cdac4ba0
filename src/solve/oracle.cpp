#include "solve/oracle.hpp"

#include <algorithm>

namespace duello {

const Judgement& best_of(const std::vector<Judgement>& moves) {
  return *std::ranges::max_element(moves, [](const Judgement& one, const Judgement& two) {
    if (one.value != two.value) return one.value < two.value;
    return !one.value.is_win() && one.slips < two.slips;
  });
}

}  // namespace duello
