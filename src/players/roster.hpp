// The kinds of player that can be named on a command line.
#pragma once

#include <expected>
#include <memory>
#include <string_view>

#include "core/random.hpp"
#include "players/player.hpp"

namespace duello {

// A person needs a terminal; whoever has one says how to seat a person there.
class PersonMaker {
 public:
  virtual ~PersonMaker() = default;
  virtual std::unique_ptr<Player> make_person() = 0;
};

// `who` is `human` or `random`.
std::expected<std::unique_ptr<Player>, Complaint> make_player(std::string_view who, Random random, PersonMaker& people);

}  // namespace duello
