// The games that were asked for last, and what is known of them, as far as there is room for it.
#pragma once

#include <expected>
#include <list>
#include <memory>
#include <string>
#include <utility>

#include "catalog/chosen_game.hpp"
#include "core/watch.hpp"
#include "players/roster.hpp"
#include "study/drawn_puzzle.hpp"

namespace duello {

class Shelf final : public GameSource {
 public:
  static constexpr double kRoom = 256e6;  // bytes of all that is known; a table that is larger has the shelf for itself

  // What knowing all of a game is counted as. What has no table takes some time to find out, too.
  static double bytes_for(const ChosenGame& game);

  explicit Shelf(Watch watch) : watch_(std::move(watch)) {}

  // The same game under the same rules is found again.
  std::expected<std::shared_ptr<ChosenGame>, Complaint> game(const GameChoice& choice) override;
  // One that was found elsewhere, with what is known of it.
  void keep(const std::shared_ptr<ChosenGame>& game);
  // By its full name; nothing if it is not here.
  std::shared_ptr<ChosenGame> find(const std::string& name);
  bool holds(const std::string& name) const;

  // Solves it on first use.
  std::expected<Knowledge, NotKnown> known_of(ChosenGame& chosen) override;
  std::expected<Knowledge, Complaint> knowledge(ChosenGame& chosen);
  const Watch& watch() const { return watch_; }
  bool goes_on(std::uint64_t done, std::uint64_t total) override { return watch_(done, total); }

 private:
  // Those go that were not asked for the longest; never `wanted`, which will take so much.
  void make_room(const ChosenGame& wanted, double bytes);

  Watch watch_;
  std::list<std::pair<std::string, std::shared_ptr<ChosenGame>>> games_;  // by their full names, the newest first
};

// What programs need to know of a game is found out when they are to move.
class ShelfSupplies final : public Supplies {
 public:
  ShelfSupplies(Shelf& shelf, ChosenGame& chosen) : shelf_(shelf), chosen_(chosen) {}
  std::expected<Knowledge, Complaint> knowledge() override { return shelf_.knowledge(chosen_); }

 private:
  Shelf& shelf_;
  ChosenGame& chosen_;
};

}  // namespace duello
