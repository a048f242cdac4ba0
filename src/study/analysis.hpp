// What a position is worth to the player to move, and what the moves in it are worth.
#pragma once

#include <variant>
#include <vector>

#include "solve/knowledge.hpp"

namespace duello {

struct OpenAnalysis {
  Value value;
  std::vector<Judgement> moves;  // all that are legal
};

struct HiddenAnalysis {
  double value;                    // expected against the equilibrium
  std::vector<Expectation> moves;  // those that are worth listing
  const Equilibrium* equilibrium;  // of the phase; the knowledge keeps it
};

using Analysis = std::variant<OpenAnalysis, HiddenAnalysis>;

// The view is of the seat to move in a game that is not over.
Analysis analysis_of(const AnyView& view, const Knowledge& knowledge);

}  // namespace duello
