// Who wins, when nobody says how fast.
#pragma once

#include <cstdint>

#include "solve/words.hpp"

namespace duello {

class Winner {
 public:
  // As two bits tell it (words.hpp) in a table that takes a new round to be worth that.
  static constexpr Winner told_by(unsigned bits, Words::Round round) {
    if ((bits & 1) != 0) return {Who::mover, bits == 3};
    if (bits == 0 && round == Words::Round::neither) return {Who::neither, false};
    return {Who::other, bits == 2};
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
