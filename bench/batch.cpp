// Steps of 4096 games at once, one thread: moves a second of every game under its book's rules, with masks and
// observations written. `random` draws the actions on the way, `step` is given them.
#include <benchmark/benchmark.h>

#include "batch/any_batch.hpp"
#include "games/all.hpp"

namespace duello {
namespace {

constexpr std::size_t kGames = 4096;

void report(benchmark::State& state) {
  const auto steps = static_cast<double>(kGames) * static_cast<double>(state.iterations());
  state.counters["steps/s"] = benchmark::Counter(steps, benchmark::Counter::kIsRate);
}

template <class G>
std::unique_ptr<AnyBatch> batch() {
  return make_batch(Erased<G>(typename G::Rules{}), {.games = kGames, .seed = 1});
}

template <class G>
void random_steps(benchmark::State& state) {
  const auto games = batch<G>();
  for (auto _ : state) games->step_randomly();
  report(state);
}

template <class G>
void steps(benchmark::State& state) {
  const auto games = batch<G>();
  for (auto _ : state) games->step(games->draw());
  report(state);
}

}  // namespace
}  // namespace duello

int main(int argc, char** argv) {
  duello::AllGames::for_each([]<class G>() {
    const std::string id(G::kFacts.id);
    benchmark::RegisterBenchmark((id + "/random").c_str(), duello::random_steps<G>);
    benchmark::RegisterBenchmark((id + "/draw and step").c_str(), duello::steps<G>);
  });
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
}
