// The kinds of player that can be named on a command line.
#pragma once

#include <expected>
#include <memory>
#include <string_view>

#include "core/random.hpp"
#include "players/player.hpp"
#include "solve/knowledge.hpp"

namespace duello {

// What players need that is not theirs: a place to sit for a person, what is known of the game for a program.
class Supplies {
 public:
  virtual ~Supplies() = default;
  virtual std::unique_ptr<Player> person() = 0;
  virtual std::expected<Knowledge, Complaint> knowledge() = 0;
};

// The kinds, for people to read: "human, random, …".
std::string player_kinds();

// Whether such a player will ask for what is known of the game.
bool needs_knowledge(std::string_view who);

std::expected<std::unique_ptr<Player>, Complaint> make_player(std::string_view who, Random random, Supplies& supplies);

}  // namespace duello
