// The games that were asked for last, and what is known of them.
#pragma once

#include <cstddef>
#include <expected>
#include <list>
#include <memory>
#include <string>
#include <utility>

#include "catalog/chosen_game.hpp"
#include "core/watch.hpp"
#include "study/drawn_puzzle.hpp"

namespace duello {

class Shelf final : public GameSource {
 public:
  explicit Shelf(Watch watch) : watch_(std::move(watch)) {}

  // The same game under the same rules is found again; of the others only the last few are kept.
  std::expected<std::shared_ptr<ChosenGame>, Complaint> game(const GameChoice& choice) override;
  // Solves it on first use. A large table has the memory of the others.
  std::expected<Knowledge, NotKnown> known_of(ChosenGame& chosen) override;
  std::expected<Knowledge, Complaint> knowledge(ChosenGame& chosen);
  const Watch& watch() const { return watch_; }

 private:
  static constexpr std::size_t kKept = 4;
  static constexpr double kLarge = 64e6;  // bytes of a table

  Watch watch_;
  std::list<std::pair<std::string, std::shared_ptr<ChosenGame>>> games_;  // by their full names, the newest first
};

}  // namespace duello
