// A game under the rules that were chosen for it, and what is known of it.
#pragma once

#include <cstdint>
#include <expected>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/registry.hpp"
#include "core/watch.hpp"
#include "solve/knowledge.hpp"

namespace duello {

// Where a table is solved: on a card if it is large and there is one, or as somebody wishes.
enum class SolvedOn : std::uint8_t { any, processor, card };
// Whether it says how fast a game is won: as somebody wishes, or if that fits.
enum class Distances : std::uint8_t { yes, no, if_they_fit };

struct SolvingWishes {
  SolvedOn on = SolvedOn::processor;
  Distances distances = Distances::yes;
};

// Which game, under which rules, with which table.
struct GameChoice {
  std::string id;
  std::string variant;  // one of the game's named variants; empty for the book's rules
  std::vector<std::string> settings;
  std::string table;  // a file to keep the solved table in; empty for none
  SolvingWishes wishes{};
};

class ChosenGame {
 public:
  static std::expected<ChosenGame, Complaint> from(const GameChoice& choice);

  const GameEntry& entry() const { return *entry_; }
  const Facts& facts() const { return *entry_->facts; }
  const AnyGame& game() const { return *game_; }

  // Solves the game on first use, or takes the table from its file; the next use costs nothing. A solve that does not
  // fit the memory is refused.
  std::expected<Knowledge, NotKnown> knowledge(const Watch& watch);
  bool is_known() const { return knowledge_.has_value(); }
  // What the table of an open game takes at most; a hidden one has none.
  double table_bytes() const { return entry_->has_table() ? entry_->values.bytes(*game_) : 0; }
  // About how long it takes one core to solve it: never much less than it will, perhaps more.
  double solving_seconds() const { return entry_->seconds == nullptr ? 0 : entry_->seconds(*game_); }
  // Why a server should not solve it for a computer player: it takes too much time or memory. Empty if it may.
  std::string objection_to_serving() const;
  // What will stand against solving it, as far as that can be told at once; nothing if nothing does.
  std::string objection_to_solving() const;
  // How long it took to know.
  double seconds() const { return seconds_; }

 private:
  ChosenGame(const GameEntry& entry, std::unique_ptr<const AnyGame> game, std::string file, SolvingWishes wishes)
      : entry_(&entry), game_(std::move(game)), file_(std::move(file)), wishes_(wishes) {}

  // What a kind of table takes in memory, or on a graphics processor.
  using BytesOf = std::function<double(const AnyGame& game, TableKind kind)>;

  std::expected<Knowledge, Complaint> found_out(const Watch& watch) const;
  std::expected<std::shared_ptr<const SolvedGame>, Complaint> filled_table(const Watch& watch) const;
  // `available` is how much memory is free.
  std::expected<std::shared_ptr<const SolvedGame>, Complaint> loaded_table(double available) const;
  SolveResult solved_table(double available, const Watch& watch) const;
  SolveResult solved_on_gpu(double available, const Watch& watch) const;
  BytesOf bytes_in_memory() const;
  // Of the kinds of table that are wished for, the smallest; and the best that takes no more than that, or the smallest
  // if none does.
  TableKind smallest() const;
  TableKind fitting(const BytesOf& bytes, double available) const;
  // Why a table does not fit; nothing if it does.
  std::optional<Complaint> too_large(const BytesOf& bytes, TableKind kind, double available,
                                     std::string_view where = {}) const;

  const GameEntry* entry_;
  std::unique_ptr<const AnyGame> game_;
  std::string file_;
  SolvingWishes wishes_;
  std::optional<Knowledge> knowledge_;
  double seconds_ = 0;
};

// The games of many records, each found once.
class ChosenGames {
 public:
  // As records name a game and its rules. Stays where it is.
  std::expected<ChosenGame*, Complaint> of(std::string_view id, std::string_view rules);

 private:
  std::map<std::string, ChosenGame> games_;
};

}  // namespace duello
