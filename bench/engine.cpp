// An engine in a process of its own: moves a second when our host asks our engine over pipes.
//
// The engine is the `duello` that was built beside this program, or the one that DUELLO names.
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <filesystem>

#include "catalog/registry.hpp"
#include "core/random.hpp"
#include "match/conduct.hpp"
#include "players/engine_player.hpp"

namespace duello {
namespace {

std::string command(std::string_view player) {
  const char* const named = std::getenv("DUELLO");
  const std::filesystem::path here = std::filesystem::read_symlink("/proc/self/exe").parent_path();
  const std::string program = named != nullptr ? named : (here.parent_path() / "duello").string();
  return cat("exec ", program, " engine --player ", player);
}

// One engine sits at both seats, so that every move is a round trip.
void round_trips(benchmark::State& state, const GameEntry& entry, std::string_view player) {
  const auto game = *entry.make({});
  const auto engine = Engine::start(command(player), {});
  if (!engine) return state.SkipWithError(engine.error().why.c_str());
  EnginePlayer both(*engine, Random(1));
  const PerSeat<Player*> players{{&both, &both}};
  Listener nobody;
  std::size_t moves = 0;
  for (auto _ : state) {
    Duel duel(Referee(*game, {}), terms_for(players));
    conduct(duel, players, nobody);
    const Referee& referee = duel.referee();
    if (referee.result()->how == Result::How::forfeited) return state.SkipWithError(referee.result()->reason.c_str());
    moves += referee.played();
  }
  state.counters["moves/s"] = benchmark::Counter(static_cast<double>(moves), benchmark::Counter::kIsRate);
}

}  // namespace
}  // namespace duello

int main(int argc, char** argv) {
  using namespace duello;
  for (const GameEntry& entry : all_games())
    for (const std::string player : {"random", "perfect"})
      benchmark::RegisterBenchmark(cat(entry.facts->id, ' ', player).c_str(), [&entry,
                                                                               player](benchmark::State& state) {
        round_trips(state, entry, player);
      })->UseRealTime();
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
}
