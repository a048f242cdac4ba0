#include "games/registry.hpp"

#include "games/all.hpp"

namespace duello {

namespace {

template <class G>
std::expected<std::unique_ptr<const AnyGame>, Complaint> make(std::span<const std::string> settings) {
  const auto rules = read_rules<typename G::Rules>(settings);
  if (!rules) return std::unexpected(rules.error());
  return std::make_unique<Erased<G>>(*rules);
}

template <class G>
const G& typed(const AnyGame& game) {
  return static_cast<const Erased<G>&>(game).typed();
}

template <class G>
GameEntry entry_for() {
  GameEntry entry{&G::kFacts, &make<G>};
  if constexpr (Solvable<G>) {
    entry.table_bytes = [](const AnyGame& game) { return Solution<G>::bytes_for(typed<G>(game)); };
    entry.table = [](const AnyGame& game) -> std::unique_ptr<SolvedGame> {
      return std::make_unique<SolutionOracle<G>>(typed<G>(game));
    };
  }
  if constexpr (HasContests<G>)
    entry.contests = [](const AnyGame& game) -> std::unique_ptr<HiddenOracle> {
      return std::make_unique<ContestOracle<G>>(typed<G>(game));
    };
  return entry;
}

}  // namespace

const std::vector<GameEntry>& all_games() {
  static const std::vector<GameEntry> games = [] {
    std::vector<GameEntry> entries;
    AllGames::for_each([&]<class G>() { entries.push_back(entry_for<G>()); });
    return entries;
  }();
  return games;
}

std::expected<const GameEntry*, Complaint> game_meant(std::string_view text) {
  const std::string name = lowered(text);
  std::vector<std::string> candidates;
  const GameEntry* meant = nullptr;
  for (const bool anywhere : {false, true}) {
    for (const GameEntry& entry : all_games()) {
      const std::size_t at = entry.facts->id.find(name);
      if (entry.facts->id == name) return &entry;
      if (name.empty() || at == std::string_view::npos || (at != 0 && !anywhere)) continue;
      meant = &entry;
      candidates.emplace_back(entry.facts->id);
    }
    if (candidates.size() == 1) return meant;
    if (!candidates.empty())
      return complaint(in_quotes(text), " may mean ", listed(candidates, "or"), "; say more of it");
  }
  return find_game(text);
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
