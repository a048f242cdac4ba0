// The time by which the tables of a server go: what the system's clock said when the server started, and how long it
// has been running since. Somebody may set the system's clock meanwhile, or a time service may step it; that changes
// nothing here.
#pragma once

#include <chrono>

#include "match/clock.hpp"

namespace duello {

class ServerClock {
 public:
  using Steady = std::chrono::steady_clock;
  using Wall = std::chrono::system_clock;

  ServerClock() : ServerClock(Wall::now(), Steady::now()) {}
  // At `start`, when the system's clock said `wall`.
  ServerClock(Wall::time_point wall, Steady::time_point start) : wall_(wall), start_(start) {}

  Moment now() const { return at(Steady::now()); }
  Moment at(Steady::time_point time) const {
    return std::chrono::floor<Moment::duration>(wall_ + std::chrono::duration_cast<Wall::duration>(time - start_));
  }

 private:
  Wall::time_point wall_;
  Steady::time_point start_;
};

}  // namespace duello
