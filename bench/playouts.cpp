// Random games, one thread: moves a second of every game under its book's rules.
#include <benchmark/benchmark.h>

#include "core/random.hpp"
#include "games/all.hpp"

namespace duello {
namespace {

template <Game G>
void playouts(benchmark::State& state) {
  const G game;
  Random random(1);
  std::uint64_t games = 0;
  std::uint64_t moves = 0;
  for (auto _ : state) {
    auto position = game.start(Seat::one);
    for (; !game.outcome(position); ++moves) {
      const auto legal = game.legal(position);
      position = game.after(position, legal[random.below(legal.size())]);
    }
    benchmark::DoNotOptimize(position);
    ++games;
  }
  state.counters["moves/s"] = benchmark::Counter(static_cast<double>(moves), benchmark::Counter::kIsRate);
  state.counters["moves/game"] = static_cast<double>(moves) / static_cast<double>(games);
}

}  // namespace
}  // namespace duello

int main(int argc, char** argv) {
  duello::AllGames::for_each([]<class G>() {
    const std::string id(G::kFacts.id);
    benchmark::RegisterBenchmark(id.c_str(), duello::playouts<G>);
  });
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
}
