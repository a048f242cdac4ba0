// A table that is served elsewhere, as one of its players, or somebody who watches, is told of it: what was agreed on,
// the game as far as it may be known here, clocks, who is there. It takes messages of a server and believes nothing
// that could not be.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <expected>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "catalog/chosen_game.hpp"
#include "json/fields.hpp"
#include "match/dialogue.hpp"
#include "match/duel.hpp"
#include "server/store.hpp"
#include "server/table.hpp"

namespace duello {

// What the clocks showed when it was told.
struct ToldClock {
  using Time = std::chrono::steady_clock::time_point;

  PerSeat<std::chrono::milliseconds> left{};
  std::optional<Seat> runs{};
  Time told{};

  std::chrono::milliseconds left_at(Seat seat, Time now) const;
};

// The phrases that can be said at a table, counted from 1.
inline constexpr std::array<std::string_view, 8> kSpoken{"Hello!", "Good luck!",    "Well played!", "Thank you!",
                                                         "Oops!",  "Let me think.", "Good game!",   "Goodbye!"};

class FollowedTable {
 public:
  // Hears what a message has brought, in order. Players are counted as they sit in the first game.
  class Listener {
   public:
    virtual ~Listener() = default;
    // A game is there, at its beginning or wherever it stands.
    virtual void began(const FollowedTable& table) = 0;
    // The duel stands behind the event.
    virtual void happened(const FollowedTable& table, const Duel& duel, const Event& event) = 0;
    // Somebody else than the reader of this has come or gone.
    virtual void came(const FollowedTable& /*table*/, std::size_t /*player*/) {}
    virtual void went(const FollowedTable& /*table*/, std::size_t /*player*/) {}
    virtual void said(const FollowedTable& /*table*/, Seat /*seat*/, std::string_view /*phrase*/) {}
    virtual void wants_rematch(const FollowedTable& /*table*/, std::size_t /*player*/) {}
    virtual void closing(std::string_view /*clause*/) {}
  };

  // A message of the server that refuses nothing. After a complaint the table is good for nothing any more.
  std::expected<void, Complaint> take(const JsonValue& value, ToldClock::Time now, Listener& listener);

  // Whether the server has welcomed anybody; all that follows needs that.
  bool is_known() const { return chosen_.has_value(); }
  ChosenGame& chosen() { return *chosen_; }
  const AnyGame& game() const { return chosen_->game(); }
  TableState state() const { return state_; }
  bool shows_values() const { return shows_values_; }
  int best_of() const { return best_of_; }
  int wins(std::size_t player) const { return wins_[player]; }
  // The table of another game between the same players; empty if there is none.
  const std::string& rematch() const { return rematch_; }
  bool is_there(std::size_t player) const { return is_there_[player]; }
  // Whether a player who is away for long may lose the game by that.
  bool has_claims() const { return claim_after_.count() > 0 && !clock_; }
  // For how long a player who is away must still stay away before the reader may claim the game; nothing if nothing can
  // be claimed here.
  std::optional<std::chrono::milliseconds> claimable_in(std::size_t player) const;
  // Whose seat the reader has now; nobody's if they watch.
  std::optional<Seat> seat() const { return seat_; }
  std::optional<std::size_t> own_player() const;
  const std::optional<ToldClock>& clock() const { return clock_; }

  // Whether a game has begun; all that follows needs that.
  bool has_begun() const { return duel_.has_value(); }
  Bookmark mark() const { return {number_of_game_, duel_ ? static_cast<std::uint32_t>(duel_->events().size()) : 0}; }
  const Duel& duel() const { return *duel_; }
  const Referee& referee() const { return duel().referee(); }
  std::optional<Seat> offer() const { return duel_->offer(); }
  std::size_t player_at(Seat began) const { return (index(began) + number_of_game_ + 1) % 2; }
  std::size_t player_now_at(Seat seat) const { return player_at(referee().began(seat)); }
  bool is_program(std::size_t player) const { return !programs_[player].empty(); }
  // How the players are called, by the seats in which they began this game.
  PerSeat<Known> known() const;

 private:
  using Done = std::expected<void, Complaint>;

  Done learn(JsonFields& welcome);
  void take_state(JsonFields& message);
  void take_news(JsonFields& message, Listener& listener);
  Done begin(std::span<const News> news, Bookmark mark, Listener& listener);
  // What is not known yet, in order; `tell` is told of each event.
  Done follow(std::span<const News> news, const std::function<void(const Event&)>& tell);
  void take_clock(JsonFields& message, ToldClock::Time now);
  void take_presence(JsonFields& message, Listener& listener);
  void take_said(JsonFields& message, Listener& listener);
  void take_rematch(JsonFields& message, Listener& listener);

  std::optional<ChosenGame> chosen_;
  std::array<std::string, 2> names_;
  std::array<std::string, 2> programs_;
  bool may_swap_ = false;
  bool shows_values_ = false;
  int best_of_ = 1;
  int rounds_ = 10;
  std::array<int, 2> wins_{};
  TableState state_ = TableState::open;
  std::optional<Seat> seat_;
  std::uint32_t number_of_game_ = 0;
  std::optional<Duel> duel_;
  std::optional<ToldClock> clock_;
  std::array<bool, 2> is_there_{};
  std::array<bool, 2> is_arriving_{};
  std::array<std::chrono::milliseconds, 2> absent_{};
  std::chrono::milliseconds claim_after_{};  // 0: never
  std::string rematch_;
};

}  // namespace duello
