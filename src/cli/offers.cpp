#include "cli/offers.hpp"

#include "catalog/registry.hpp"
#include "core/text.hpp"
#include "players/roster.hpp"
#include "store/game_store.hpp"

namespace duello {

namespace {

std::vector<std::string> with_kept_games(std::vector<std::string> names, const HistoryFilter& filter) {
  auto store = GameStore::of_user();
  if (!store) return names;
  if (const auto games = store->games(filter))
    for (const KeptGame& game : *games) names.push_back(game.name);
  return names;
}

}  // namespace

std::vector<std::string> game_ids() {
  std::vector<std::string> ids;
  for (const GameEntry& entry : all_games()) ids.emplace_back(entry.facts->id);
  return ids;
}

std::vector<std::string> programs_and(const std::vector<std::string_view>& others) {
  std::vector<std::string> names = built_in_players();
  names.insert(names.end(), others.begin(), others.end());
  return names;
}

std::vector<std::string> variants_of_game(const Begun& begun) {
  std::vector<std::string> names;
  if (const auto entry = game_meant(begun.game))
    for (const Variant& variant : (*entry)->facts->variants) names.emplace_back(variant.name);
  return names;
}

std::vector<std::string> rule_keys_of_game(const Begun& begun) {
  std::vector<std::string> keys;
  if (const auto entry = game_meant(begun.game))
    if (const auto made = (*entry)->make({}))
      for (const RuleValue& rule : (*made)->rules()) keys.push_back(cat(rule.key, '='));
  return keys;
}

std::vector<std::string> listed_players(const Begun& begun) {
  const std::string front = begun.word.substr(0, begun.word.rfind(',') + 1);
  std::vector<std::string> all = programs_and({kEnginePrefix});
  for (std::string& each : all) each.insert(0, front);
  return all;
}

std::vector<std::string> unfinished_games(const Begun& /*begun*/) { return with_kept_games({}, {.open_only = true}); }

std::vector<std::string> files_and_unfinished_games(const Begun& /*begun*/) {
  return with_kept_games(any_file(), {.open_only = true});
}

std::vector<std::string> files_and_kept_games(const Begun& /*begun*/) {
  return with_kept_games({std::string(kAnyFile), "last"}, {});
}

}  // namespace duello
