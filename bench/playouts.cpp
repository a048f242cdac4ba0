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

template <Game G, std::size_t L>
void together(benchmark::State& state) {
  constexpr std::uint64_t kGames = 10'000;
  std::uint64_t moves = 0;
  std::uint64_t next = 0;
  for (auto _ : state) {
    moves += random_games<G, L>(G(), 1, next, kGames).moves;
    next += kGames;
  }
  state.counters["moves/s"] = benchmark::Counter(static_cast<double>(moves), benchmark::Counter::kIsRate);
}

}  // namespace
}  // namespace duello

int main(int argc, char** argv) {
  duello::AllGames::for_each(
      []<class G>() { benchmark::RegisterBenchmark(std::string(G::kFacts.id).c_str(), duello::playouts<G>);
 benchmark::RegisterBenchmark((std::string(G::kFacts.id)+"2").c_str(), duello::together<G,2>);
 benchmark::RegisterBenchmark((std::string(G::kFacts.id)+"4").c_str(), duello::together<G,4>);
 benchmark::RegisterBenchmark((std::string(G::kFacts.id)+"8").c_str(), duello::together<G,8>);
 benchmark::RegisterBenchmark((std::string(G::kFacts.id)+"16").c_str(), duello::together<G,16>);
 });
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
}
