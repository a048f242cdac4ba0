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

}  // namespace

const std::vector<GameEntry>& all_games() {
  static const std::vector<GameEntry> games = [] {
    std::vector<GameEntry> entries;
    AllGames::for_each([&]<class G>() { entries.push_back({&G::kFacts, &make<G>}); });
    return entries;
  }();
  return games;
}

std::expected<const GameEntry*, Complaint> find_game(std::string_view id) {
  std::vector<std::string> known;
  for (const GameEntry& entry : all_games()) {
    if (entry.facts->id == id) return &entry;
    known.emplace_back(entry.facts->id);
  }
  return complaint("There is no game ", quoted(id), "; the games are ", listed(known));
}

}  // namespace duello
