// What can be known of a game, found once and then asked again and again: of an open game the value of every position,
// of a hidden one its equilibria.
#pragma once

#include <memory>
#include <variant>

#include "solve/hidden_oracle.hpp"
#include "solve/oracle.hpp"

namespace duello {

// Never null.
using Knowledge = std::variant<std::shared_ptr<const SolvedGame>, std::shared_ptr<HiddenOracle>>;

// What is known if the game is open; nothing if it is hidden. And the other way round.
inline const SolvedGame* open_in(const Knowledge& knowledge) {
  const auto* const open = std::get_if<std::shared_ptr<const SolvedGame>>(&knowledge);
  return open == nullptr ? nullptr : open->get();
}
inline HiddenOracle* hidden_in(const Knowledge& knowledge) {
  const auto* const hidden = std::get_if<std::shared_ptr<HiddenOracle>>(&knowledge);
  return hidden == nullptr ? nullptr : hidden->get();
}

// The same for another thread: a hidden oracle can be asked by one alone.
inline Knowledge copy_for_thread(const Knowledge& knowledge) {
  const HiddenOracle* const hidden = hidden_in(knowledge);
  return hidden == nullptr ? knowledge : hidden->clone();
}

}  // namespace duello
