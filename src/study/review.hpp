// What every move of a recorded game was worth, and where something was given away.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "match/record.hpp"
#include "solve/knowledge.hpp"

namespace duello {

// `inexact` wins more slowly or loses faster than need be; `mistake` gives away a win, or the balance.
enum class Mark : std::uint8_t { none, inexact, mistake };
// "", "?!" or "?".
std::string_view sign_of(Mark mark);

// What a player could do in a turn of an open game: a move, or a change of seats.
struct Option {
  std::string text;             // as in a record
  std::optional<AnyMove> move;  // nothing for a change of seats
  Value value;                  // to whoever does it; it counts as a ply
};

// A move of an open game, or a change of seats.
struct ReviewedMove {
  std::size_t number;  // the moves of a record are counted from 1, a change of seats too
  Seat seat;           // that was to move
  Seat player;         // who sat there, called by the seat in which they began
  AnyView view;        // the seat's own, before the move
  std::string text;
  Value value;  // to the player
  Mark mark;
  std::vector<Option> options;  // all there were

  Value best() const;
  std::vector<std::string> best_texts() const;
};

// What a player placed in one phase of a game with hidden moves.
struct ReviewedPlacement {
  std::size_t phase;   // from 1
  std::size_t begin;   // how many moves had been made before the player's first one in it
  std::size_t number;  // of the player's last move in it
  Seat seat;
  Seat player;
  AnyView view;  // the seat's own, before its first move of the phase
  AnyMove placed;
  std::string text;  // all that was placed, as one move
  double value;      // against the equilibrium: 0 is as good as can be
  Mark mark;
  std::string best;   // an allocation that gives nothing away
  std::string reply;  // the best against what the other side really placed
  int reply_lead;     // positive if it would have won the phase, 0 if it would have left it undecided

  double given_away() const { return value < 0 ? -value : 0; }
};

// So much given away on average earns a mark.
inline constexpr double kInexact = 0.1;
inline constexpr double kMistake = 0.5;

struct Accuracy {
  std::size_t choices = 0;  // turns in which there was more than one thing to do; phases where moves are hidden
  double share = 0;         // from 0 to 1, if there were choices
};

struct Review {
  std::vector<ReviewedMove> moves;            // of an open game
  std::vector<ReviewedPlacement> placements;  // of a hidden one, two for each phase
  PerSeat<Accuracy> accuracy;                 // the players', by the seats in which they began
  std::vector<std::optional<Seat>> leaders;   // the player who was winning after each move or phase
  std::optional<Seat> gave_up_a_win;          // the player who resigned a won position
};

// Of the game that the record names, as far as it goes. A complaint if it cannot be replayed, or if moves in it are
// still secret.
std::expected<Review, Complaint> review(const AnyGame& game, const Record& record, const Knowledge& knowledge);

// The mark that a move worth `value` earns where `best` could be had.
Mark mark_of(Value best, Value value);
Mark mark_of(double given_away);

// "wins in 3", "loses in 4" or "keeps the balance".
std::string phrase_for(Value value);
// An expectation, as in "+0.25".
std::string expectation_text(double value);
// "wins", "ties" or "loses".
std::string_view word_for_lead(int lead);
// What would have been better: "4-5 or 7 wins in 3".
std::string better_than(const ReviewedMove& move);
// Why the mark: "5 loses in 4; 4-5 wins in 3".
std::string explained(const ReviewedMove& move);
std::string explained(const ReviewedPlacement& placement);
// The same record with the marks and their reasons as comments.
Record annotated(Record record, const Review& review);
// Who was winning when, in plain text: a row for each player, cut into pieces of at most `width` columns.
std::string chart(const Review& review, const PerSeat<std::string>& names, std::size_t width);

}  // namespace duello
