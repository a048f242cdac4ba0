// Who wins, when nobody says how fast.
#pragma once

#include <cstdint>

namespace duello {

class Winner {
 public:
  // As two bits tell it: that the mover wins, and that it is settled before a new round begins. `may_be_neither` where
  // nobody can force a win in any round.
  static constexpr Winner told_by(unsigned bits, bool may_be_neither) {
    if ((bits & 1) != 0) return {Who::mover, bits == 3};
    return bits == 0 && may_be_neither ? Winner(Who::neither, false) : Winner(Who::other, bits == 2);
  }

  constexpr bool is_mover() const { return who_ == Who::mover; }
  constexpr bool is_other() const { return who_ == Who::other; }
  constexpr bool is_neither() const { return who_ == Who::neither; }
  constexpr bool is_settled() const { return settled_; }  // in this round

  friend constexpr bool operator==(Winner, Winner) = default;

 private:
  enum class Who : std::uint8_t { mover, other, neither };
  constexpr Winner(Who who, bool settled) : who_(who), settled_(settled) {}

  Who who_;
  bool settled_;
};

}  // namespace duello
