// The positions of a block, solved a unit of many at a time. What a unit holds, and how one follows from others, its
// form says (words.hpp, codes.hpp); how they are found is the same for all. Written once for processors of every kind.
#pragma once

#include <cstdint>
#include <utility>

#include "core/layout.hpp"
#include "solve/plan.hpp"

namespace duello {

// Calls `visit` with each number below Count, in code that has no loop: what it counts through stays in registers.
template <int Count, class Visit>
DUELLO_INLINE constexpr void for_each_below(Visit visit) {
  [&]<int... I>(std::integer_sequence<int, I...>)
      DUELLO_INLINE { (visit(I), ...); }(std::make_integer_sequence<int, Count>());
}

// What the positions of a unit lead to, from the 2^Gap units in a row among which that is spread.
template <class Form, int At, int Gap>
DUELLO_INLINE constexpr typename Form::Unit gathered(const typename Form::Unit* from) {
  if constexpr (Gap == 0) {
    return *from;
  } else if constexpr (Gap < 3) {
    return Form::template unzipped<At>(gathered<Form, At, Gap - 1>(from),
                                       gathered<Form, At, Gap - 1>(from + (1 << (Gap - 1))));
  } else {
    // The same in a loop, as it would be long otherwise: a driver compiles all of it before it begins.
    typename Form::Unit low{};
    typename Form::Unit high{};
    DUELLO_KEEP_LOOP
    for (int half = 0; half < 2; ++half) {
      low = high;
      high = gathered<Form, At, Gap - 1>(from + (half << (Gap - 1)));
    }
    return Form::template unzipped<At>(low, high);
  }
}

// The general case, one position after the other.
template <class Form>
DUELLO_INLINE constexpr typename Form::Unit gathered_slowly(const typename Form::Unit* child, std::uint64_t unit,
                                                            int bits, PlannedMove move) {
  const int size = 1 << (bits < Form::kLowBits ? bits : Form::kLowBits);
  typename Form::Unit found{};
  DUELLO_KEEP_LOOP
  for (int i = 0; i < size; ++i) {
    const std::uint64_t number = (unit << Form::kLowBits) + static_cast<std::uint64_t>(i);
    Form::put(found, i, Form::at(child, with_gap(number, move.at(), move.gap())));
  }
  return found;
}

// Several units of a block, numbered as after a move.
template <int Count>
struct UnitNumbers {
  std::uint64_t of[Count];  // NOLINT(*-avoid-c-arrays)
};

template <class Form, int Gap, int At = 0, int Count, class Take>
DUELLO_INLINE constexpr void take_by_place(const typename Form::Unit* child, const UnitNumbers<Count>& numbers, int at,
                                           Take take) {
  if (at == At || At == Form::kLowBits - 1) {
    for_each_below<Count>([&](int i)
                              DUELLO_INLINE { take(i, gathered<Form, At, Gap>(child + (numbers.of[i] << Gap))); });
  } else if constexpr (At < Form::kLowBits - 1) {
    take_by_place<Form, Gap, At + 1>(child, numbers, at, take);
  }
}

// Calls `take` with what one move leads each unit to.
template <class Form, int Count, class Take>
DUELLO_INLINE constexpr void take_led_to(const typename Form::Unit* table, PlannedMove move,
                                         const UnitNumbers<Count>& numbers, int bits, Take take) {
  constexpr int kWidestGap = 3;  // wider ones are rare
  const typename Form::Unit* const child = table + move.first();
  const int at = move.at();
  const int gap = move.gap();
  if (at >= Form::kLowBits) {
    for_each_below<Count>([&](int i)
                              DUELLO_INLINE { take(i, child[with_gap(numbers.of[i], at - Form::kLowBits, gap)]); });
  } else if (bits < Form::kLowBits || gap > kWidestGap) {
    for_each_below<Count>([&](int i)
                              DUELLO_INLINE { take(i, gathered_slowly<Form>(child, numbers.of[i], bits, move)); });
  } else if (gap == 1) {
    take_by_place<Form, 1>(child, numbers, at, take);
  } else if (gap == 2) {
    take_by_place<Form, 2>(child, numbers, at, take);
  } else {
    take_by_place<Form, kWidestGap>(child, numbers, at, take);
  }
}

// A table, and what a new round is taken to be worth to whoever begins it.
template <class Form>
struct UnitTable {
  const typename Form::Unit* read;
  typename Form::Unit* written;  // the same
  typename Form::Round round;
};

// Solves the units [begin, end) of a block, every member its own: as far apart as there are members, Count at a time.
//
// The sides are changed only once all moves have been looked at; until then positions are numbered as after a move, ~c
// instead of c.
template <class Form, int Count>
DUELLO_INLINE constexpr void solve_units(const PlannedBlock& block, const BlockPlan& plan, const UnitTable<Form>& table,
                                         std::uint64_t begin, std::uint64_t end, TeamMember member) {
  const std::uint64_t last = (std::uint64_t{1} << (block.bits < Form::kLowBits ? 0 : block.bits - Form::kLowBits)) - 1;
  for (std::uint64_t unit = begin + member.number; unit < end; unit += std::uint64_t{Count} * member.count) {
    UnitNumbers<Count> numbers{};
    typename Form::Left left[Count]{};  // by the moves so far   NOLINT(*-avoid-c-arrays)
    const auto here = [&](int i) DUELLO_INLINE { return unit + static_cast<std::uint64_t>(i) * member.count; };
    for_each_below<Count>([&](int i) DUELLO_INLINE { numbers.of[i] = last - (here(i) < end ? here(i) : unit); });
    for (std::uint32_t i = 0; i < block.moves; ++i)
      take_led_to<Form>(table.read, plan.moves[i], numbers, block.bits,
                        [&](int k, const typename Form::Unit& found) DUELLO_INLINE { left[k].take(found); });
    for_each_below<Count>([&](int i) DUELLO_INLINE {
      if (here(i) >= end) return;
      std::uint64_t over = 0;
      for (std::uint32_t k = 0; k < block.patterns; ++k) over |= plan.patterns[k].among(here(i) << Form::kLowBits);
      table.written[block.first + here(i)] = block.starts_over ? Form::starting_over(over, table.round)
                                                               : Form::turned(left[i], block.bits, over, table.round);
    });
  }
}

}  // namespace duello
