// Every game under random rules, for properties that hold for all of them.
#pragma once

#include <rapidcheck/gtest.h>

#include <string>
#include <vector>

#include "core/random.hpp"
#include "games/all.hpp"
#include "tests/match/testing.hpp"

namespace duello {

// Settings that are each within their range and do not contradict each other.
template <class G>
std::vector<std::string> random_settings(Random& random) {
  using Rules = typename G::Rules;
  while (true) {
    Rules rules;
    for (const auto& field : Rules::kFields) {
      const int most = std::min(field.most, 3 * std::max(rules.*(field.value), 1) + 1);
      const int choices = most - field.least + 1;
      rules.*(field.value) = field.least + static_cast<int>(random.below(static_cast<std::uint64_t>(choices)));
    }
    if (!rules.objection().empty()) continue;
    std::vector<std::string> settings;
    for (const RuleValue& rule : rule_values(rules)) settings.push_back(cat(rule.key, '=', rule.text));
    return settings;
  }
}

// Calls `check` with each game under random rules.
template <class Check>
void for_each_game(std::uint64_t seed, Check check) {
  Random random(seed);
  AllGames::for_each([&]<class G>() {
    const std::vector<std::string> settings = random_settings<G>(random);
    RC_LOG() << G::kFacts.id << ' ' << joined(settings, " ") << '\n';
    const auto game = game_called(G::kFacts.id, settings);
    check(*game, random);
  });
}

}  // namespace duello
