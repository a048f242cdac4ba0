// What the commands' JSON has in common.
#pragma once

#include <nlohmann/json.hpp>

#include "core/any_game.hpp"
#include "solve/equilibrium.hpp"

namespace duello {

using Json = nlohmann::ordered_json;

inline Json rules_json(const std::vector<RuleValue>& values) {
  Json rules;
  for (const RuleValue& rule : values) rules[rule.key] = rule.is_word ? Json(rule.text) : Json(rule.value);
  return rules;
}

inline Json rules_json(const AnyGame& game) { return rules_json(game.rules()); }

inline Json equilibrium_json(const Equilibrium& equilibrium) {
  Json mixture = Json::array();
  for (const MixedAllocation& each : equilibrium.mixture()) {
    Json entry{{"allocation", each.units}, {"weight", each.weight}};
    if (!each.fraction.empty()) entry["fraction"] = each.fraction;
    mixture.push_back(entry);
  }
  return mixture;
}

}  // namespace duello
