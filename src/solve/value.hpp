// What a position is worth to the player to move.
#pragma once

#include <compare>
#include <cstdint>
#include <limits>

namespace duello {

// Won or lost in that many plies when the winner hurries and the loser delays, a finished game in 0; or won or lost,
// and nobody knows how fast; or neither side can force a win.
class Value {
 public:
  // All that is known of the time, where plies are not.
  enum class When : std::uint8_t { later, this_round };

  constexpr Value() = default;  // neither
  static constexpr Value win(int plies) { return Value(kDecided - plies); }
  static constexpr Value loss(int plies) { return Value(plies - kDecided); }
  static constexpr Value win(When when) { return Value(static_cast<int>(when) + 1); }
  static constexpr Value loss(When when) { return Value(-static_cast<int>(when) - 1); }
  static constexpr Value neither() { return Value(0); }

  constexpr bool is_win() const { return score_ > 0; }
  constexpr bool is_loss() const { return score_ < 0; }
  constexpr bool is_neither() const { return score_ == 0; }
  constexpr bool knows_plies() const { return is_neither() || score_ > kSomeTime || score_ < -kSomeTime; }
  // 0 where there are none, or nobody knows.
  constexpr int plies() const {
    if (!knows_plies()) return 0;
    return is_win() ? kDecided - score_ : is_loss() ? score_ + kDecided : 0;
  }

  // What comes of it in the end: 1, -1 or 0.
  constexpr int result() const { return is_win() ? 1 : is_loss() ? -1 : 0; }

  // The same, one ply earlier and from the other side: what a move is worth that leads there.
  constexpr Value before() const {
    if (is_neither() || !knows_plies()) return Value(-score_);
    return is_win() ? loss(plies() + 1) : win(plies() + 1);
  }

  // The same, one ply later: where a move leads that is worth this.
  constexpr Value after() const {
    if (is_neither() || !knows_plies()) return Value(-score_);
    return is_win() ? loss(plies() - 1) : win(plies() - 1);
  }
  // What a move is worth that leads here, if the other player may answer it by changing seats.
  constexpr Value before_swap() const { return (*this > before() ? *this : before()).before(); }

  // A greater value is better for the player to move: a quick win before a slow one, a slow loss before a quick one.
  friend constexpr auto operator<=>(Value, Value) = default;

  // Storage in a few bytes, for what is known to the ply: Score is a signed integer that is wide enough for the longest
  // game.
  template <class Score>
  constexpr Score packed() const {
    using Limits = std::numeric_limits<Score>;
    return static_cast<Score>(is_win() ? Limits::max() - plies() : is_loss() ? Limits::min() + plies() : 0);
  }
  template <class Score>
  static constexpr Value unpacked(Score score) {
    using Limits = std::numeric_limits<Score>;
    return score > 0 ? win(Limits::max() - score) : score < 0 ? loss(score - Limits::min()) : neither();
  }

 private:
  static constexpr int kDecided = 1 << 20;
  static constexpr int kSomeTime = 2;  // and less
  explicit constexpr Value(int score) : score_(score) {}

  int score_ = 0;
};

}  // namespace duello
