// Random games, one thread: moves a second of every game under its book's rules.
#include <benchmark/benchmark.h>

#include "batch/random_games.hpp"
#include "core/random.hpp"
#include "games/all.hpp"

namespace duello {
namespace {

void tell(benchmark::State& state, const RandomGames& played) {
  state.counters["moves/s"] = benchmark::Counter(static_cast<double>(played.moves), benchmark::Counter::kIsRate);
  state.counters["moves/game"] = static_cast<double>(played.moves) / static_cast<double>(played.games);
}

template <Game G>
void playouts(benchmark::State& state) {
  constexpr std::uint64_t kGames = 1 << 10;
  RandomGames played;
  for (auto _ : state) played += random_games_of(G(), Random(1, played.games), Seat::one, kGames);
  tell(state, played);
}

// The same, many games at once.
template <Game G>
void together(benchmark::State& state) {
  constexpr std::uint64_t kGames = 1 << 16;
  RandomGames played;
  for (auto _ : state) played += random_games<G>(typename G::Rules{}, played.games, Seat::one, kGames);
  tell(state, played);
}

}  // namespace
}  // namespace duello

int main(int argc, char** argv) {
  duello::AllGames::for_each([]<class G>() {
    const std::string id(G::kFacts.id);
    benchmark::RegisterBenchmark(id.c_str(), duello::playouts<G>);
    benchmark::RegisterBenchmark((id + "/together").c_str(), duello::together<G>);
  });
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
}
