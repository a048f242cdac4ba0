// Lets two players who are here play a game out, and tells a listener how it goes.
#pragma once

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "match/duel.hpp"
#include "players/player.hpp"

namespace duello {

class Listener {
 public:
  virtual ~Listener() = default;

  // The game begins, or goes on from where it was left.
  virtual void started(const Duel&) {}
  // What has happened at once, at least one event; the duel stands behind the last of them.
  virtual void heard(const Duel&, std::span<const Event>) {}
  virtual void refused(const Complaint&) {}

  // Asked before every move; a game that does not go on stays unfinished.
  virtual bool goes_on() const { return true; }
};

// Several listeners, told in their order.
class Listeners final : public Listener {
 public:
  explicit Listeners(std::vector<Listener*> all) : all_(std::move(all)) {}

  void started(const Duel& duel) override { tell(&Listener::started, duel); }
  void heard(const Duel& duel, std::span<const Event> events) override { tell(&Listener::heard, duel, events); }
  void refused(const Complaint& complaint) override { tell(&Listener::refused, complaint); }
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

// The terms of a game between players who are here: moves are taken back at once, and nobody looks at a clock.
Terms terms_at_one_table(const PerSeat<bool>& is_person);
Terms terms_for(const PerSeat<Player*>& players);

// The turn of the seat that is to move, as whoever sits there is told of it; the duel outlives it.
class TurnOfDuel {
 public:
  explicit TurnOfDuel(const Duel& duel);
  TurnOfDuel(const TurnOfDuel&) = delete;
  TurnOfDuel& operator=(const TurnOfDuel&) = delete;

  const Turn& operator*() const { return turn_; }

 private:
  SeatStory story_;
  Turn turn_;
};

// `players` sit as they begin; a change of seats is the duel's business. Nothing, or why the game stays unfinished.
std::optional<Leave> conduct(Duel& duel, const PerSeat<Player*>& players, Listener& listener);

}  // namespace duello
