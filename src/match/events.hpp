// What happens in a game, and what of it an audience is told: two types, so that a secret has no place in the second.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "match/referee.hpp"

namespace duello {

namespace event {

struct Started {
  Seat first;
  friend bool operator==(Started, Started) = default;
};
struct Moved {
  Seat seat;
  AnyMove move;
};
// By whoever sat at that seat, and now sits at the other.
struct Swapped {
  Seat by;
  friend bool operator==(Swapped, Swapped) = default;
};
// Moves that were secret, and those between them: so many from the beginning of the game, counted from 0, up to `end`.
struct Revealed {
  std::uint32_t begin;
  std::uint32_t end;
};
// Another round begins, as the last one ended undecided.
struct NewRound {
  friend bool operator==(NewRound, NewRound) = default;
};
// To take back moves. An offer stands until it is answered, or until the next move.
struct Offered {
  Seat by;
  friend bool operator==(Offered, Offered) = default;
};
struct Declined {
  Seat by;
  friend bool operator==(Declined, Declined) = default;
};
// So many moves, a change of seats being one; `by` is where whoever wanted it sat until then.
struct TookBack {
  Seat by;
  int moves;
  friend bool operator==(TookBack, TookBack) = default;
};
// The last one. Why is the referee's to say.
struct Ended {};

}  // namespace event

// Numbered from 1 without gaps.
struct Event {
  std::uint32_t number;
  std::variant<event::Started, event::Moved, event::Swapped, event::Revealed, event::NewRound, event::Offered,
               event::Declined, event::TookBack, event::Ended>
      what;

  template <class What>
  bool is() const {
    return std::holds_alternative<What>(what);
  }
};

namespace news {

struct Moved {
  Seat seat;
  std::optional<std::string> move;  // as the game writes it; not there where the audience may not know it
  Steps steps{};                    // what it did, of a move that is revealed
  friend bool operator==(const Moved&, const Moved&) = default;
};
struct Revealed {
  std::vector<Moved> moves;  // of the phase, in their order
  friend bool operator==(const Revealed&, const Revealed&) = default;
};
struct Ended {
  Result result;
  friend bool operator==(const Ended&, const Ended&) = default;
};

}  // namespace news

// An event as an audience is told of it: always the same for the same event and audience, whenever it asks.
struct News {
  std::uint32_t number;
  std::variant<event::Started, news::Moved, event::Swapped, news::Revealed, event::NewRound, event::Offered,
               event::Declined, event::TookBack, news::Ended>
      what;
  friend bool operator==(const News&, const News&) = default;
};

}  // namespace duello
