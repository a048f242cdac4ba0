// What can be known of a game, found once and then asked again and again: of an open game the value of every position,
// of a hidden one its equilibria.
#pragma once

#include <memory>

#include "solve/hidden_oracle.hpp"
#include "solve/oracle.hpp"

namespace duello {

// One of the two is there.
struct Knowledge {
  std::shared_ptr<const Oracle> open;
  std::shared_ptr<HiddenOracle> hidden;
};

}  // namespace duello
