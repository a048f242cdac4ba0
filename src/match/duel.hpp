// One game between two who may be anywhere: takes what they want to do as it comes, and says what has happened. It
// waits for nobody, reads no clock and knows nothing about how anybody is reached, so that a terminal, a server or a
// page can turn the handle. It is a value: the same requests at the same times lead to the same events, so a game that
// was put down as it came is taken up again by submitting it all once more.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "match/clock.hpp"
#include "match/events.hpp"
#include "match/referee.hpp"

namespace duello {

enum class Sitter : std::uint8_t { person, program };
// Whether moves are taken back at once, or only if the other person agrees.
enum class Consent : std::uint8_t { at_once, asked };

struct Terms {
  PerSeat<Sitter> sitters{{Sitter::person, Sitter::person}};  // as they begin
  Consent consent = Consent::at_once;
  std::optional<TimeControl> time{};
  Moment begin{};  // when the clock starts, if there is one
};

class Duel {
 public:
  // The moves that the referee has seen become events too.
  Duel(Referee referee, const Terms& terms);

  const Referee& referee() const { return referee_; }
  const Terms& terms() const { return terms_; }
  const std::vector<Event>& events() const { return events_; }
  const std::optional<Clock>& clock() const { return clock_; }
  // Who has offered to take back moves, and waits for the other's answer.
  std::optional<Seat> offer() const { return offer_; }
  bool is_person(Seat seat) const { return terms_.sitters[referee_.began(seat)] == Sitter::person; }

  // What came of it, as long as nothing else is submitted; or why nothing did. `now` matters only if there is a clock:
  // what comes when the time is over comes too late, and is answered with the end of the game. A program that makes an
  // illegal move forfeits, as nobody sits there who could choose again.
  std::expected<std::span<const Event>, Complaint> submit(Seat seat, const Request& request, Moment now = {});
  // The end of the game if the time of whoever's turn it is is over; else nothing. `Clock::flag_at` says when to ask.
  std::span<const Event> pass_time(Moment now);
  // The first of these news happens here as it has happened elsewhere, where somebody else submits; those that came
  // with it may reveal what it keeps secret. Any legal move stands in for one that stays secret, as what an audience
  // sees does not depend on it. A complaint if nothing like that can happen here; the duel is good for nothing after
  // that.
  std::expected<void, Complaint> follow(std::span<const News> news);

  // What stands against taking moves back; nothing if it can be done, or be offered.
  std::string objection_to_undo(Seat asker) const;

  // Whether the position is another one than behind the event of that number, so that a move chosen there is late.
  bool has_moved_on_since(std::uint32_t number) const;

  // As a seat is told of it, or everybody.
  News told(const Event& event, std::optional<Seat> audience) const;
  // Everything behind the event of that number.
  std::vector<News> since(std::uint32_t number, std::optional<Seat> audience) const;

 private:
  using Done = std::expected<void, Complaint>;

  Done take(Seat seat, const AnyMove& move, Moment now);
  Done take(Seat seat, Undo, Moment now);
  Done take(Seat seat, Agree, Moment now);
  Done take(Seat seat, Decline, Moment now);
  Done take(Seat seat, Swap, Moment now);
  Done take(Seat seat, Resign, Moment now);
  Done take(Seat seat, const Forfeit& forfeit, Moment now);

  Done follow(const news::Moved& moved, std::span<const News> later);
  Done follow(const event::Swapped& swapped);
  Done follow(const news::Revealed& revealed);
  Done follow(const event::TookBack& took_back);
  Done follow(const news::Ended& ended);

  template <class What>
  void note(const What& what) {
    events_.emplace_back(static_cast<std::uint32_t>(events_.size() + 1), what);
  }
  void note_move(std::size_t ply);
  void note_reveal(std::size_t end);
  void end(Moment now);
  void forget_offers();
  bool needs_consent(Seat asker) const;
  // Who gets the turn again when `asker` takes moves back.
  PerSeat<bool> those_who_choose_again(Seat asker) const;
  void take_back(Seat asker, Moment now);
  // By each player, whom the seat stands for in which they began; a change of seats is one.
  PerSeat<int> turns_taken() const;
  news::Moved told_of(const event::Moved& moved, std::optional<Seat> audience) const;
  news::Revealed told_of(const event::Revealed& revealed, std::optional<Seat> audience) const;
  news::Ended told_of(const event::Ended& ended, std::optional<Seat> audience) const;
  // All others are the same to everybody.
  template <class What>
  What told_of(const What& what, std::optional<Seat>) const {
    return what;
  }

  Referee referee_;
  Terms terms_;
  bool secret_;  // moves are, until they are revealed
  std::vector<Event> events_;
  std::optional<Clock> clock_;
  std::size_t revealed_ = 0;    // moves, where they are secret
  bool has_stand_ins_ = false;  // for moves that are still secret
  std::optional<Seat> offer_;   // by whom
  PerSeat<bool> declined_{};    // since the last move, an offer of theirs was
};

}  // namespace duello
