// Whole games of built-in players a second in the arena, two at a time, without records and with them in a file.
#include <benchmark/benchmark.h>
#include <unistd.h>

#include <filesystem>

#include "arena/arena.hpp"
#include "catalog/registry.hpp"
#include "store/arena_file.hpp"

namespace duello {
namespace {

class Programs final : public Supplies {
 public:
  std::expected<Knowledge, Complaint> knowledge() override { return complaint("Nothing is known"); }
};

enum class Records : std::uint8_t { off, on };

void games(benchmark::State& state, const GameEntry& entry, Records records) {
  constexpr std::uint64_t kGames = 100'000;
  const auto game = *entry.make({});
  const std::string path = std::filesystem::temp_directory_path() / cat("duello-bench-", ::getpid());
  for (auto _ : state) {
    Arena arena(*game, {.players = {"random", "random"}, .games = kGames, .opening_moves = 2, .seed = 1}, nullptr);
    const auto file = ArenaFile::create(path);
    std::vector<Arena::Desk> desks;
    for (int i = 0; i < 2; ++i) {
      Arena::Desk desk{.supplies = std::make_unique<Programs>(), .keep = {}};
      if (records == Records::on) desk.keep = [&](Record& record) { return (*file)->add(record); };
      desks.push_back(std::move(desk));
    }
    arena.play(std::move(desks), [] { return true; });
    if (arena.played() != kGames) state.SkipWithError("games are missing");
    std::filesystem::remove(path);
  }
  state.counters["games/s"] = benchmark::Counter(static_cast<double>(kGames) * static_cast<double>(state.iterations()),
                                                 benchmark::Counter::kIsRate);
}

}  // namespace
}  // namespace duello

int main(int argc, char** argv) {
  for (const duello::GameEntry& entry : duello::all_games())
    for (const auto& [name, records] : {std::pair{"", duello::Records::off}, {", recorded", duello::Records::on}})
      benchmark::RegisterBenchmark((std::string(entry.facts->id) + name).c_str(), [&entry,
                                                                                   records](benchmark::State& s) {
        duello::games(s, entry, records);
      })->UseRealTime();
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
}
