#include "players/roster.hpp"

#include "core/try.hpp"
#include "players/level_player.hpp"
#include "players/perfect_player.hpp"
#include "players/random_player.hpp"

namespace duello {

namespace {

std::expected<std::unique_ptr<Player>, Complaint> make_engine(std::string_view command, Random random,
                                                              Supplies& supplies) {
  if (trimmed(command).empty()) return complaint("Name a command after ", kEnginePrefix);
  return supplies.engine(std::string(command), random);
}

constexpr std::string_view kLevel = "level:";

std::optional<int> level_in(std::string_view who) {
  const auto level = who.starts_with(kLevel) ? whole_number(who.substr(kLevel.size())) : complaint("");
  if (!level || *level < 1 || *level > LevelPlayer::kHighest) return std::nullopt;
  return *level;
}

// Who can be had, for people to read: "human, random, … or engine:COMMAND".
std::string player_kinds(const Supplies& supplies) {
  std::vector<std::string> kinds{"random", "perfect", cat(kLevel, "1 to ", kLevel, LevelPlayer::kHighest)};
  if (supplies.has_people()) kinds.emplace(kinds.begin(), kHuman);
  if (supplies.has_engines()) kinds.push_back(cat(kEnginePrefix, "COMMAND"));
  return listed(kinds, "or");
}

}  // namespace

std::vector<std::string> built_in_players() {
  std::vector<std::string> all{"random"};
  for (int level = 1; level <= LevelPlayer::kHighest; ++level) all.push_back(cat(kLevel, level));
  all.emplace_back("perfect");
  return all;
}

bool is_built_in(std::string_view who) { return who == "random" || who == "perfect" || level_in(who).has_value(); }

bool needs_knowledge(std::string_view who) { return who == "perfect" || who.starts_with(kLevel); }

std::expected<std::unique_ptr<Player>, Complaint> make_player(std::string_view who, Random random, Supplies& supplies) {
  if (who == kHuman) return supplies.person();
  if (who == "random") return std::make_unique<RandomPlayer>(random);
  if (is_engine(who)) return make_engine(who.substr(kEnginePrefix.size()), random, supplies);
  if (who.starts_with(kPythonPrefix)) return supplies.function(std::string(who.substr(kPythonPrefix.size())), random);
  if (!is_built_in(who))
    return complaint("There is no player ", in_quotes(who), "; a player is ", player_kinds(supplies));
  DUELLO_TRY(const auto knowledge, supplies.knowledge());
  if (who == "perfect") return std::make_unique<PerfectPlayer>(knowledge, random);
  return std::make_unique<LevelPlayer>(*level_in(who), knowledge, random);
}

}  // namespace duello
