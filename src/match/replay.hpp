// From a game to its record, and from a record to its game.
#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <span>

#include "match/events.hpp"
#include "match/record.hpp"
#include "match/referee.hpp"

namespace duello {

// The head of a record: everything but moves and result.
Record record_of(const AnyGame& game, const Conditions& conditions);
// Puts down the moves and the result as they are now.
void bring_up_to_date(Record& record, const Referee& referee);
// The same where they were up to date before these events.
void append_events(Record& record, const Referee& referee, std::span<const Event> events);

// What the record's tags say of how the game is played.
std::expected<Conditions, Complaint> conditions_of(const Record& record);

// Plays a move of a record, the `number`th from 1. A complaint says what is wrong with it, and where it stands.
std::expected<void, Complaint> play_recorded(Referee& referee, const RecordedMove& move, std::size_t number);

// The game under these rules, played as far as the record goes, or for so many of its moves and without its result. A
// complaint names what is wrong: a move and where it stands, or a result that the moves belie.
std::expected<std::unique_ptr<Referee>, Complaint> refereed(const AnyGame& game, const Record& record);
std::expected<std::unique_ptr<Referee>, Complaint> refereed(const AnyGame& game, const Record& record,
                                                            std::size_t moves);

}  // namespace duello
