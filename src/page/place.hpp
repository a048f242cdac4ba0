// A position that somebody asks about: moves of a game, or a record.
#pragma once

#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "json/fields.hpp"
#include "match/dialogue.hpp"
#include "match/record.hpp"
#include "match/referee.hpp"
#include "study/shelf.hpp"

namespace duello {

// A document, or why there is none.
using Reply = std::expected<std::string, Complaint>;

struct Place {
  std::shared_ptr<ChosenGame> chosen;
  Record record;  // of the game, as far as the place has it
  std::unique_ptr<Referee> referee;

  const AnyGame& game() const { return chosen->game(); }
  Names names() const;
  Pen pen() const { return names().pen(referee->swapped()); }
  // Whose knowledge is asked for: the seat that was named, or else the one to move.
  std::optional<Seat> asker{};
  Seat seat() const { return asker.value_or(referee->mover()); }
};

// By the keys of `where`: game, variant, rules, first and moves; or record, number and plies. And by seat.
std::expected<Place, Complaint> place_in(JsonFields& question, Shelf& shelf);

// The record of that number in the text, the last one if none is named; and all of them.
struct NumberedRecord {
  std::vector<Record> all;
  std::size_t index;

  const Record& record() const { return all[index]; }
};
std::expected<NumberedRecord, Complaint> record_in(JsonFields& question);

// The game of a record.
std::expected<std::shared_ptr<ChosenGame>, Complaint> game_of(const Record& record, Shelf& shelf);

}  // namespace duello
