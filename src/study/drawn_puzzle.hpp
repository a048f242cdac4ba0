// A puzzle by lot: of which game, under which rules, and why there may be none.
#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <string_view>

#include "catalog/chosen_game.hpp"
#include "study/puzzle.hpp"

namespace duello {

struct DrawnPuzzle {
  std::shared_ptr<const ChosenGame> chosen;
  Knowledge knowledge;
  Puzzle puzzle;
};

struct NoPuzzle {
  enum class Cause : std::uint8_t { choice, knowledge, stopped, luck };

  Complaint why;
  Cause cause;
};

// Where games come from, and what is known of them.
class GameSource {
 public:
  virtual ~GameSource() = default;
  virtual std::expected<std::shared_ptr<ChosenGame>, Complaint> game(const GameChoice& choice);
  virtual std::expected<Knowledge, NotKnown> known_of(ChosenGame& chosen) = 0;
  // Called while a puzzle is looked for.
  virtual bool goes_on(std::uint64_t done, std::uint64_t total) { return go_on(done, total); }
};

// Under the rules that are given; or of a game by the book, or else of its variants; or, without a game, of any open
// one.
std::expected<DrawnPuzzle, NoPuzzle> draw_puzzle(const GameChoice& given, std::uint64_t seed, std::optional<int> level,
                                                 GameSource& source);

// For the puzzle of a day, which is the same for everybody: 20261115 for 2026.11.15.
std::uint64_t seed_of_date(std::string_view date);

}  // namespace duello
