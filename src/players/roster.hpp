// The kinds of player that can be named on a command line.
#pragma once

#include <expected>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/random.hpp"
#include "players/player.hpp"
#include "solve/knowledge.hpp"

namespace duello {

// What players need that is not theirs: a place to sit for a person, what is known of the game for a program, and
// programs of others.
class Supplies {
 public:
  virtual ~Supplies() = default;
  // Whether there can be people, and engines, besides the players who are built in.
  virtual bool has_people() const { return false; }
  virtual bool has_engines() const { return false; }
  // Nobody, where there is no keyboard.
  virtual std::expected<std::unique_ptr<Player>, Complaint> person() { return complaint("A person cannot play here"); }
  virtual std::expected<Knowledge, Complaint> knowledge() = 0;
  // A program of somebody else's; `random` gives the seed of every move.
  virtual std::expected<std::unique_ptr<Player>, Complaint> engine(const std::string& /*command*/, Random /*random*/) {
    return complaint("No engine can play here");
  }
  // A function of Python's, by its name.
  virtual std::expected<std::unique_ptr<Player>, Complaint> function(const std::string& /*name*/, Random /*random*/) {
    return complaint("No function of Python's can play here");
  }
  // Somebody wants to stop, so that a player who could not be had is not to blame.
  virtual bool is_interrupted() const { return false; }
};

inline constexpr std::string_view kHuman = "human";
// Behind it stands the command of an engine.
inline constexpr std::string_view kEnginePrefix = "engine:";
inline bool is_engine(std::string_view who) { return who.starts_with(kEnginePrefix); }
// Behind it stands the name of a function; where there is no Python there is nobody of that kind.
inline constexpr std::string_view kPythonPrefix = "python:";

// Those who need no person and no program of somebody else's, from the weakest to the strongest.
std::vector<std::string> built_in_players();
// Whether that is a player who needs no person and no program of somebody else's.
bool is_built_in(std::string_view who);
// Whether such a player will ask for what is known of the game.
bool needs_knowledge(std::string_view who);

std::expected<std::unique_ptr<Player>, Complaint> make_player(std::string_view who, Random random, Supplies& supplies);

}  // namespace duello
