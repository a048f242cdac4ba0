// Random games, one thread: moves a second of every game under its book's rules.
#include <benchmark/benchmark.h>

#include "batch/random_games.hpp"
#include "core/random.hpp"
#include "games/all.hpp"

namespace duello {
namespace {

template <Game G>
std::int64_t play_randomly(const G& game, Random& random) {
  std::int64_t plies = 0;
  auto position = game.start(Seat::one);
  while (!game.outcome(position)) {
    const auto moves = game.legal(position);
    position = game.after(position, moves[random.below(moves.size())]);
    ++plies;
  }
  return plies;
}

template <Game G>
void playouts(benchmark::State& state) {
  const G game;
  Random random(1);
  std::int64_t plies = 0;
  for (auto _ : state) plies += play_randomly(game, random);
  state.counters["moves/s"] = benchmark::Counter(static_cast<double>(plies), benchmark::Counter::kIsRate);
  state.counters["moves/game"] = benchmark::Counter(static_cast<double>(plies), benchmark::Counter::kAvgIterations);
}

// The same, many games at once.
template <Game G>
void together(benchmark::State& state) {
  constexpr std::uint64_t kGames = 1 << 16;
  RandomGames played;
  for (auto _ : state) played += random_games<G>(typename G::Rules{}, played.games, Seat::one, kGames);
  state.counters["moves/s"] = benchmark::Counter(static_cast<double>(played.moves), benchmark::Counter::kIsRate);
  state.counters["moves/game"] = static_cast<double>(played.moves) / static_cast<double>(played.games);
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
