// What the lab finds out about a game under some rules.
#pragma once

#include <cstdint>
#include <expected>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "core/any_game.hpp"
#include "core/watch.hpp"
#include "solve/knowledge.hpp"

namespace duello {

// What a game of hidden moves cannot tell is not there.
struct Finding {
  std::vector<RuleValue> rules;
  std::optional<Value> value;  // for the player who moves first
  std::uint64_t positions = 0;
  std::optional<double> winning_first_moves;  // share of all first moves
  double random_first_wins = 0;               // share, between random players
  double perfect_second_wins = 0;             // share, against a random first player
  std::optional<Survey> survey;
};

// 0 where neither side can force a win.
int winner_of(const Finding& finding);

// How the figures that are sampled come about.
struct Sampling {
  int games = 0;  // for each of them
  std::uint64_t seed = 0;
};

// Who watches the next piece of work, which is called so.
using WatchOver = std::function<Watch(std::string_view what)>;

// A complaint if the memory does not suffice, or if a watch stopped it.
std::expected<Finding, Complaint> found_in(const AnyGame& game, const Knowledge& knowledge, const Sampling& sampling,
                                           const WatchOver& watch_over);

}  // namespace duello
