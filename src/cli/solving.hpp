// What is known of a game, found out before the user's eyes.
#pragma once

#include <expected>

#include "catalog/chosen_game.hpp"
#include "cli/progress.hpp"

namespace duello {

struct Unsolved {
  Complaint why;
  int signal = 0;  // that stopped the solve; 0 if none did
};

// On a terminal a bar shows how far a long solve is, and a signal stops it.
std::expected<Knowledge, Unsolved> solved(ChosenGame& chosen);
std::expected<Knowledge, Unsolved> solved(ChosenGame& chosen, Progress& progress);

// Shows what it is told; it must not outlive the progress.
Watch watch_on(Progress& progress);

}  // namespace duello
