#include "catalog/registry.hpp"

#include "core/try.hpp"
#include "games/all.hpp"

namespace duello {

namespace {

template <class G>
std::expected<std::unique_ptr<const AnyGame>, Complaint> make(std::span<const std::string> settings) {
  DUELLO_TRY(const auto rules, read_rules<typename G::Rules>(settings));
  return std::make_unique<Erased<G>>(rules);
}

}  // namespace

const std::vector<GameEntry>& all_games() {
  static const std::vector<GameEntry> games = [] {
    std::vector<GameSolver> solvers = all_solvers();
    std::vector<GameEntry> entries;
    AllGames::for_each([&]<class G>() {
      entries.push_back({std::move(solvers[entries.size()]), &Facts::of<G>(), PlayedInRounds<G>, &make<G>});
    });
    return entries;
  }();
  return games;
}

std::expected<const GameEntry*, Complaint> game_meant(std::string_view text) {
  std::vector<std::string> ids;
  for (const GameEntry& entry : all_games()) ids.emplace_back(entry.facts->id);
  const std::vector<std::size_t> meant = meanings_of(lowered(text), ids);
  if (meant.empty()) return find_game(text);
  if (meant.size() == 1) return &all_games()[meant.front()];
  std::vector<std::string> candidates;
  for (const std::size_t each : meant) candidates.push_back(ids[each]);
  return complaint(in_quotes(text), " may mean ", listed(candidates, "or"), "; say more of it");
}

std::expected<const GameEntry*, Complaint> find_game(std::string_view id) {
  std::vector<std::string> known;
  for (const GameEntry& entry : all_games()) {
    if (entry.facts->id == id) return &entry;
    known.emplace_back(entry.facts->id);
  }
  return complaint("There is no game ", in_quotes(id), "; the games are ", listed(known));
}

}  // namespace duello
