#include "batch/any_batch.hpp"

#include "batch/batch.hpp"
#include "games/all.hpp"

namespace duello {

std::unique_ptr<AnyBatch> make_batch(const AnyGame& game, const BatchConditions& conditions,
                                     std::unique_ptr<Workers> workers) {
  std::unique_ptr<AnyBatch> batch;
  AllGames::for_each([&]<class G>() {
    if constexpr (NumbersMoves<Stepped<G>>) {
      if (&game.facts() != &Facts::of<G>()) return;
      BatchConditions agreed = conditions;
      if (G::kFacts.one_starts) agreed.first = Seat::one;
      batch = std::make_unique<Batch<Stepped<G>>>(static_cast<const Erased<G>&>(game).typed_rules(), agreed,
                                                  std::move(workers));
    }
  });
  return batch;
}

}  // namespace duello
