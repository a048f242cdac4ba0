// Lets two players play a game out, and tells a listener how it goes.
#pragma once

#include <variant>

#include "match/referee.hpp"
#include "players/player.hpp"

namespace duello {

class Listener {
 public:
  virtual ~Listener() = default;

  virtual void started(const Referee&) {}
  virtual void moved(const Referee&) {}
  virtual void swapped(const Referee&) {}
  virtual void took_back(const Referee&, int /*moves*/) {}
  virtual void refused(const Complaint&) {}
  virtual void ended(const Referee&) {}
};

// `players` sit as they begin; a change of seats is the referee's business. Nothing, or why the game stays unfinished.
std::optional<Leave> conduct(Referee& referee, const PerSeat<Player*>& players, Listener& listener);

}  // namespace duello
