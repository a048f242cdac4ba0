// The two sides of a duel, and what each of them has.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace duello {

enum class Seat : std::uint8_t { one, two };

inline constexpr std::array kSeats{Seat::one, Seat::two};

constexpr Seat other(Seat seat) { return seat == Seat::one ? Seat::two : Seat::one; }
constexpr std::size_t index(Seat seat) { return static_cast<std::size_t>(seat); }
constexpr int number(Seat seat) { return static_cast<int>(seat) + 1; }

// One thing for each seat.
template <class T>
struct PerSeat {
  std::array<T, 2> of{};

  constexpr T& operator[](Seat seat) { return of[index(seat)]; }
  constexpr const T& operator[](Seat seat) const { return of[index(seat)]; }
  friend constexpr bool operator==(const PerSeat&, const PerSeat&) = default;
};

// One thing for the seat to move and one for the other. A game that keeps its pieces so looks the same to both players,
// and a compiler keeps it in registers.
template <class T>
struct Sides {
  T mine{};
  T theirs{};

  constexpr const T& of(Seat seat, Seat mover) const { return seat == mover ? mine : theirs; }
  // As the other seat sees it.
  constexpr Sides turned() const { return {theirs, mine}; }
  friend constexpr bool operator==(const Sides&, const Sides&) = default;
};

}  // namespace duello
