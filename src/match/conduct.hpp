// Lets two players play a game out, and tells a listener how it goes.
#pragma once

#include <algorithm>
#include <utility>
#include <variant>
#include <vector>

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

  // Asked before every move; a game that does not go on stays unfinished.
  virtual bool goes_on() const { return true; }
};

// Several listeners, told in their order.
class Listeners final : public Listener {
 public:
  explicit Listeners(std::vector<Listener*> all) : all_(std::move(all)) {}

  void started(const Referee& referee) override { tell(&Listener::started, referee); }
  void moved(const Referee& referee) override { tell(&Listener::moved, referee); }
  void swapped(const Referee& referee) override { tell(&Listener::swapped, referee); }
  void took_back(const Referee& referee, int moves) override { tell(&Listener::took_back, referee, moves); }
  void refused(const Complaint& complaint) override { tell(&Listener::refused, complaint); }
  void ended(const Referee& referee) override { tell(&Listener::ended, referee); }
  bool goes_on() const override {
    return std::ranges::all_of(all_, [](const Listener* listener) { return listener->goes_on(); });
  }

 private:
  template <class What, class... Told>
  void tell(What what, const Told&... told) {
    for (Listener* const listener : all_) (listener->*what)(told...);
  }

  std::vector<Listener*> all_;
};

// `players` sit as they begin; a change of seats is the referee's business. Nothing, or why the game stays unfinished.
std::optional<Leave> conduct(Referee& referee, const PerSeat<Player*>& players, Listener& listener);

}  // namespace duello
