// What the lab finds out about a game under some rules, and how it is printed, row by row as it comes.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "cli/commands.hpp"
#include "solve/oracle.hpp"

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

// A table, comma-separated values, or one JSON document, which is whole once `end` was called.
class FindingsPrinter {
 public:
  // `widest` is the greatest width of a settings text to come.
  FindingsPrinter(Console& console, const LabOptions& options, const Facts& facts, std::size_t widest)
      : console_(console), options_(options), facts_(facts), widest_(widest) {}

  void add(const Finding& finding);
  void end();

 private:
  std::string head(const std::vector<RuleValue>& rules) const;
  std::string row(const Finding& finding) const;

  Console& console_;
  const LabOptions& options_;
  const Facts& facts_;
  std::size_t widest_;
  std::size_t rows_ = 0;
};

}  // namespace duello
