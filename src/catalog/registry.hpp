// Finds a game by its name and makes one with given rules.
#pragma once

#include <expected>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/solvers.hpp"
#include "core/any_game.hpp"

namespace duello {

// A game as it may be asked for, not yet with any rules, and what finds out about those that are made here.
struct GameEntry : GameSolver {
  const Facts* facts;
  bool in_rounds;  // whether a round may end undecided, so that another one begins
  // `settings` are of the form key=value; what they leave out is as in the book.
  std::expected<std::unique_ptr<const AnyGame>, Complaint> (*make)(std::span<const std::string> settings);
};

const std::vector<GameEntry>& all_games();
// By its whole id, as records and engines name it.
std::expected<const GameEntry*, Complaint> find_game(std::string_view id);
// As people name it: in any case, the id, a beginning that only one id has, or a part that only one has.
std::expected<const GameEntry*, Complaint> game_meant(std::string_view text);

}  // namespace duello
