// One game from its first move to its end: whose turn it is, what is legal, what each seat may see, who has won.
#pragma once

#include <cassert>
#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/any_game.hpp"
#include "players/player.hpp"

namespace duello {

struct Result {
  enum class How : std::uint8_t { played, resigned, forfeited, coin, time };

  Seat winner;
  How how;
  std::string reason;  // for a record
  friend bool operator==(const Result&, const Result&) = default;
};

// Whether the second player may change seats after the first move.
enum class Swapping : std::uint8_t { no, yes };

struct Conditions {
  Seat first = Seat::one;
  int round_limit = 10;  // undecided rounds in a row before a coin decides; 0 for no limit
  std::uint64_t seed = 0;
  bool swap = false;  // the second player may change seats after the first move, unless moves are secret
};

class Referee {
 public:
  // What the reason for a forfeit begins with, and the whole reason where somebody had no time left.
  static constexpr std::string_view kForfeit = "forfeit: ";
  static constexpr std::string_view kTime = "time";

  // `game` outlives the referee.
  Referee(const AnyGame& game, const Conditions& conditions);

  const AnyGame& game() const { return *game_; }
  const Conditions& conditions() const { return conditions_; }
  Seat mover() const { return mover_; }
  AnyView view(std::optional<Seat> audience) const { return game_->view(position_, audience); }
  const std::optional<Result>& result() const { return result_; }
  std::vector<AnyMove> moves() const;
  std::size_t played() const { return plies_.size(); }
  // One of the moves that were played, counted from 0: who made it, what it was, whether another round began behind it.
  Seat mover_of(std::size_t ply) const { return plies_[ply].mover; }
  const AnyMove& move_of(std::size_t ply) const { return plies_[ply].move; }
  // What it did, as whoever made it may know.
  Steps steps_of(std::size_t ply) const {
    return game_->steps(game_->view(plies_[ply].before, plies_[ply].mover), plies_[ply].move);
  }
  bool ends_round(std::size_t ply) const {
    return ply + 1 == plies_.size() ? begins_round_ : plies_[ply + 1].begins_round;
  }
  // How many of the moves lie open to everybody: all of them, except where moves are secret until they are revealed.
  std::size_t revealed() const;
  Seat first() const { return conditions_.first; }
  // The moves as the seat, or everybody, may know them, as a Story tells them.
  std::vector<std::string> told(std::optional<Seat> audience) const;

  // The move that the rules make for the seat to move, if it is not to be asked.
  std::optional<AnyMove> forced() const { return game_->forced(view(mover())); }
  // The game is not over. An illegal move changes nothing.
  std::expected<void, Complaint> play(const AnyMove& move);
  // A move that is known to be legal, since it was found or made in the same position before.
  void play_again(const AnyMove& move) {
    [[maybe_unused]] const auto played = play(move);
    assert(played);
  }
  void resign(Seat seat);
  // `why` is a clause such as "it crashed".
  void forfeit(Seat seat, const std::string& why);
  void lose_on_time(Seat seat);
  // The result as it is known elsewhere, where a coin was tossed or a player gave up. A complaint, and nothing has
  // changed, if the moves do not lead to it.
  std::expected<void, Complaint> accept(const Result& result);
  // The last moves as they are known elsewhere, in the place of others that stood in for them. After a complaint the
  // game is good for nothing any more.
  std::expected<void, Complaint> reveal(std::span<const std::string> moves);
  // Takes back so many moves, a change of seats being one.
  std::expected<void, Complaint> forget(int moves);
  bool may_swap() const {
    return conditions_.swap && !swapped_ && plies_.size() == 1 && !result_ && !game_->facts().hidden;
  }
  // The players have changed seats: whoever began in seat one now sits in seat two.
  bool swapped() const { return swapped_; }
  void swap() { swapped_ = true; }
  // Where whoever sits at the seat sat in the beginning; and the other way round.
  Seat began(Seat seat) const { return swapped_ ? other(seat) : seat; }
  // Open games go back to the last turn of a person, by where they sit now; where moves are hidden, only the asker's
  // own last moves of this phase come back. A change of seats counts as a move. Returns the number of moves taken back.
  std::expected<int, Complaint> take_back(Seat asker, const PerSeat<bool>& is_person);
  // What stands against it; nothing if it can be done.
  std::string objection_to_undo(Seat asker, const PerSeat<bool>& is_person) const;

  // What the audience sees and hears of the last move: the turn it was made in, and the game's word on it.
  AnyView last_turn(std::optional<Seat> audience) const;
  Seat last_mover() const { return mover_of(plies_.size() - 1); }
  const AnyMove& last_move() const { return plies_.back().move; }
  bool is_last_move_known_to(std::optional<Seat> audience) const {
    return played() <= revealed() || audience == last_mover() || game_->shows(last_move());
  }
  std::string last_report(std::optional<Seat> audience, const Pen& pen) const;
  // The last move ended a round undecided, and another one begins.
  bool begins_new_round() const { return !plies_.empty() && !result_ && begins_round_; }
  std::string new_round(const Pen& pen) const { return game_->new_round(position_, pen); }
  // The board of a game whose secrets are out.
  std::string laid_open(const Pen& pen) const { return game_->laid_open(position_, pen); }
  // Of a finished game, in which nobody is to move even if the board could go on.
  Scene laid_open_scene(const Pen& pen) const;
  // Of a finished game, for people.
  std::string closing(const Pen& pen) const;

 private:
  struct Ply {
    AnyPosition before;
    AnyMove move;
    int undecided_before;
    Seat mover;
    bool begins_round;  // the position before it does
  };

  struct Kept {
    std::size_t plies;
    bool swapped;
  };
  // What stays if an open game goes back to the last turn of a person; nothing if no turn was theirs.
  std::optional<Kept> kept(const PerSeat<bool>& is_person) const;
  void forget_last();

  const AnyGame* game_;
  Conditions conditions_;
  AnyPosition position_;
  Seat mover_;         // of the position
  bool begins_round_;  // the position does
  std::vector<Ply> plies_;
  bool swapped_ = false;
  int undecided_ = 0;  // rounds in a row that nobody won
  std::optional<Result> result_;
};

// The story of one seat: all that whoever sits there can get at of the referee, who outlives it.
class SeatStory final : public Story {
 public:
  SeatStory(const Referee& referee, Seat seat) : referee_(referee), seat_(seat) {}
  Seat seat() const override { return seat_; }
  Seat first() const override { return referee_.first(); }
  std::vector<std::string> told() const override { return referee_.told(seat_); }

 private:
  const Referee& referee_;
  Seat seat_;
};

}  // namespace duello
