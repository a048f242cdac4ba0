// The game that a command line names, under the rules it gives, and what is known of it.
#pragma once

#include <expected>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "catalog/registry.hpp"
#include "cli/console.hpp"
#include "match/record.hpp"
#include "solve/knowledge.hpp"

namespace duello {

class Progress;

// Which game, under which rules, with which table.
struct GameChoice {
  std::string id;
  std::string variant;  // one of the game's named variants; empty for the book's rules
  std::vector<std::string> settings;
  std::string table;  // a file to keep the solved table in; empty for none
};

class ChosenGame {
 public:
  static std::expected<ChosenGame, Complaint> from(const GameChoice& choice);

  const GameEntry& entry() const { return *entry_; }
  const Facts& facts() const { return *entry_->facts; }
  const AnyGame& game() const { return *game_; }
  // The id and the rules, as in "GAME length=11 run=3".
  std::string full_name() const;

  // Solves the game on first use, or takes the table from its file; the next use costs nothing. A solve that does not
  // fit the memory is refused. On a terminal a bar shows how far a long one is, and a signal stops it.
  std::expected<Knowledge, Complaint> knowledge();
  std::expected<Knowledge, Complaint> knowledge(Progress& progress);
  // What came of the last use: the signal that stopped it, or 0.
  bool was_stopped() const { return stopped_by_ != 0; }
  int stopped_by() const { return stopped_by_; }
  double seconds() const { return seconds_; }
  const std::shared_ptr<SolvedGame>& table() const { return table_; }

 private:
  ChosenGame(const GameEntry& entry, std::unique_ptr<const AnyGame> game, std::string file)
      : entry_(&entry), game_(std::move(game)), file_(std::move(file)) {}

  std::expected<void, Complaint> fill_table(Progress& progress);
  std::string too_large(double bytes, double available) const;

  const GameEntry* entry_;
  std::unique_ptr<const AnyGame> game_;
  std::string file_;
  std::shared_ptr<SolvedGame> table_;
  std::optional<Knowledge> knowledge_;
  double seconds_ = 0;
  int stopped_by_ = 0;
};

// The games of many records, each found once.
class ChosenGames {
 public:
  // Stays where it is.
  std::expected<ChosenGame*, Complaint> of(const Record& record);

 private:
  std::map<std::string, ChosenGame> games_;
};

}  // namespace duello
