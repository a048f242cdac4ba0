// How fast games are solved: all positions with their distances.
#include <benchmark/benchmark.h>

#include "games/all.hpp"
#include "solve/equilibrium.hpp"
#include "solve/solution.hpp"
#include "system/threads.hpp"

namespace duello {
namespace {

// Tracks of the given length, with so many threads.
void color_bridge(benchmark::State& state) {
  const ColorBridge game({.length = static_cast<int>(state.range(0))});
  const auto workers = make_workers(static_cast<unsigned>(state.range(1)));
  Solution<ColorBridge> solution(game);
  std::uint64_t positions = 0;
  for (auto _ : state) {
    solution.solve(*workers, go_on);
    positions += solution.size();
  }
  state.counters["positions/s"] = benchmark::Counter(static_cast<double>(positions), benchmark::Counter::kIsRate);
  state.counters["MB"] = static_cast<double>(BlockTable<ColorBridge>::bytes_for(game)) / 1e6;
}

template <Solvable G>
void by_the_book(benchmark::State& state) {
  OneWorker worker;
  for (auto _ : state) {
    Solution<G> solution{G()};
    solution.solve(worker, go_on);
    benchmark::DoNotOptimize(solution.size());
  }
}

void equilibrium(benchmark::State& state) {
  const Contest contest{static_cast<int>(state.range(0)), static_cast<int>(state.range(1))};
  for (auto _ : state) benchmark::DoNotOptimize(Equilibrium::of(contest)->exploitability());
}

}  // namespace
}  // namespace duello

using namespace duello;

BENCHMARK(color_bridge)
    ->ArgNames({"length", "threads"})
    ->Args({17, 1})
    ->Args({17, 2})
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK(equilibrium)->ArgNames({"units", "nodes"})->Args({15, 5})->Args({20, 7})->Unit(benchmark::kMillisecond);

int main(int argc, char** argv) {
  AllGames::for_each([]<class G>() {
    if constexpr (Solvable<G>)
      benchmark::RegisterBenchmark(std::string(G::kFacts.id).c_str(), by_the_book<G>)->Unit(benchmark::kMillisecond);
  });
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
}
