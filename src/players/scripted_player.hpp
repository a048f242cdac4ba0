// Plays moves from a list, then leaves.
#pragma once

#include <deque>
#include <string>

#include "players/player.hpp"

namespace duello {

// Both seats may share one script. A line that is no legal move ends it.
class ScriptedPlayer final : public Player {
 public:
  explicit ScriptedPlayer(std::deque<std::string> moves) : moves_(std::move(moves)) {}

  Answer answer(const Turn& turn) override {
    if (moves_.empty()) return std::unexpected(Leave::end_of_input);
    const auto move = turn.game.read(turn.view, moves_.front());
    moves_.pop_front();
    if (!move) return std::unexpected(Leave::end_of_input);
    return *move;
  }
  // A script names every move, the forced ones too.
  std::optional<Leave> told_of_forced(const Turn&) override {
    if (moves_.empty()) return Leave::end_of_input;
    moves_.pop_front();
    return std::nullopt;
  }

 private:
  std::deque<std::string> moves_;
};

}  // namespace duello
