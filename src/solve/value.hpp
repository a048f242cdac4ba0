// What a position is worth to the player to move.
#pragma once

#include <compare>
#include <cstdint>

namespace duello {

// Won or lost in that many plies when the winner hurries and the loser delays; or neither side can force a win. A
// finished game is lost in 0 by the player who would be to move.
class Value {
 public:
  constexpr Value() = default;  // neither
  static constexpr Value win(int plies) { return Value(kDecided - plies); }
  static constexpr Value loss(int plies) { return Value(plies - kDecided); }
  static constexpr Value neither() { return Value(0); }

  constexpr bool is_win() const { return score_ > 0; }
  constexpr bool is_loss() const { return score_ < 0; }
  constexpr bool is_neither() const { return score_ == 0; }
  constexpr int plies() const { return is_win() ? kDecided - score_ : is_loss() ? score_ + kDecided : 0; }

  // The same, one ply earlier and from the other side: what a move is worth that leads there.
  constexpr Value before() const {
    if (is_neither()) return *this;
    return is_win() ? loss(plies() + 1) : win(plies() + 1);
  }

  // A greater value is better for the player to move: a quick win before a slow one, a slow loss before a quick one.
  friend constexpr auto operator<=>(Value, Value) = default;

  // Storage in a few bytes: Score is a signed integer that is wide enough for the longest game.
  template <class Score>
  constexpr Score packed() const {
    constexpr int kTop = 1 << (8 * sizeof(Score) - 1);
    return static_cast<Score>(is_win() ? kTop - plies() : is_loss() ? plies() - kTop : 0);
  }
  template <class Score>
  static constexpr Value unpacked(Score score) {
    constexpr int kTop = 1 << (8 * sizeof(Score) - 1);
    return score > 0 ? win(kTop - score) : score < 0 ? loss(score + kTop) : neither();
  }

 private:
  static constexpr int kDecided = 1 << 20;
  explicit constexpr Value(int score) : score_(score) {}

  int score_ = 0;
};

}  // namespace duello
