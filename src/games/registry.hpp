// Finds a game by its name and makes one with given rules.
#pragma once

#include <expected>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/any_game.hpp"

namespace duello {

// A game as it may be asked for, not yet with any rules.
struct GameEntry {
  const Facts* facts;
  // `settings` are of the form key=value; what they leave out is as in the book.
  std::expected<std::unique_ptr<const AnyGame>, Complaint> (*make)(std::span<const std::string> settings);
};

const std::vector<GameEntry>& all_games();
std::expected<const GameEntry*, Complaint> find_game(std::string_view id);

}  // namespace duello
