#include "study/findings.hpp"

#include <algorithm>

#include "core/try.hpp"
#include "match/conduct.hpp"
#include "players/perfect_player.hpp"
#include "players/random_player.hpp"
#include "system/memory.hpp"

namespace duello {

namespace {

constexpr std::string_view kStopped = "The work was stopped";

// How often the first player wins. Nothing if somebody stopped it.
std::optional<double> first_wins(const AnyGame& game, Player& first, Player& second, int games, Random random,
                                 const Watch& watch) {
  int won = 0;
  Listener nobody;
  const PerSeat<Player*> players{{&first, &second}};
  for (int i = 0; i < games; ++i) {
    if (!watch(static_cast<std::uint64_t>(i), static_cast<std::uint64_t>(games))) return std::nullopt;
    Duel duel(Referee(game, {.seed = random()}), terms_for(players));
    conduct(duel, players, nobody);
    won += static_cast<int>(duel.referee().result()->winner == Seat::one);
  }
  return static_cast<double>(won) / games;
}

Finding nothing_of(const AnyGame& game) {
  return {.rules = game.rules(), .value = {}, .winning_first_moves = {}, .survey = {}};
}

// What the table of an open game tells.
std::expected<Finding, Complaint> looked_through(const AnyGame& game, const SolvedGame& table,
                                                 const WatchOver& watch_over) {
  Finding finding = nothing_of(game);
  const std::vector<Judgement> moves = table.moves(game.view(game.start(Seat::one), Seat::one));
  finding.value = best_of(moves).value;
  finding.positions = table.positions();
  const auto winning = std::ranges::count_if(moves, [](const Judgement& move) { return move.value.is_win(); });
  finding.winning_first_moves = static_cast<double>(winning) / static_cast<double>(moves.size());
  const double needed = table.survey_bytes();
  if (const double available = available_bytes(); needed > available)
    return complaint("To look through all positions of ", full_name(game), " takes ", bytes_text(needed),
                     " more memory, and ", bytes_text(available), " are free");
  const Watch watch = watch_over("Looking through the positions");
  finding.survey =
      table.survey([&](std::uint64_t done, std::uint64_t /*unknown*/) { return watch(done, table.positions()); });
  if (!finding.survey) return complaint(kStopped);
  return finding;
}

// What the equilibria of a hidden one tell.
std::expected<Finding, Complaint> looked_through(const AnyGame& game, HiddenOracle& oracle,
                                                 const WatchOver& /*not_long*/) {
  Finding finding = nothing_of(game);
  DUELLO_TRY(const auto phases, oracle.phases());
  for (const Equilibrium* phase : phases)
    finding.positions += static_cast<std::uint64_t>(Equilibrium::allocation_count(phase->contest()));
  return finding;
}

}  // namespace

int winner_of(const Finding& finding) {
  return !finding.value || finding.value->is_neither() ? 0 : finding.value->is_win() ? 1 : 2;
}

std::expected<Finding, Complaint> found_in(const AnyGame& game, const Knowledge& knowledge, const Sampling& sampling,
                                           const WatchOver& watch_over) {
  auto finding = std::visit([&](const auto& known) { return looked_through(game, *known, watch_over); }, knowledge);
  if (!finding) return finding;
  const Watch watch = watch_over("Playing games");
  RandomPlayer one{Random(sampling.seed, 0)};
  RandomPlayer two{Random(sampling.seed, 1)};
  PerfectPlayer perfect(knowledge, Random(sampling.seed, 2));
  const auto at_random = first_wins(game, one, two, sampling.games, Random(sampling.seed, 3), watch);
  if (!at_random) return complaint(kStopped);
  const auto beaten = first_wins(game, one, perfect, sampling.games, Random(sampling.seed, 4), watch);
  if (!beaten) return complaint(kStopped);
  finding->random_first_wins = *at_random;
  finding->perfect_second_wins = 1 - *beaten;
  return finding;
}

}  // namespace duello
