#include "cli/solving.hpp"

namespace duello {

std::expected<Knowledge, Unsolved> solved(ChosenGame& chosen) {
  // What is known already takes no time, and a signal is not for this.
  if (chosen.is_known()) return *chosen.knowledge(go_on);
  Progress progress;
  return solved(chosen, progress);
}

std::expected<Knowledge, Unsolved> solved(ChosenGame& chosen, Progress& progress) {
  progress.begin(cat("Solving ", chosen.facts().title));
  const auto found = chosen.knowledge(watch_on(progress));
  if (!found) return std::unexpected(Unsolved{found.error().why, found.error().stopped ? progress.signal() : 0});
  return *found;
}

Watch watch_on(Progress& progress) {
  return [&progress](std::uint64_t done, std::uint64_t total) { return progress.show(done, total); };
}

}  // namespace duello
