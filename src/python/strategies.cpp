// How strategies that Python made up are weighed.
#include "solve/strategy.hpp"

#include "python/values.hpp"

namespace duello::python {

namespace {

// ((units, weight), ...), the weights as texts, and whether the order of units is kept.
Strategy strategy_in(nb::handle parts, nb::handle ordered) {
  constexpr int kMostUnits = 1'000'000;
  Strategy strategy{is_true(ordered) ? Strategy::Orders::kept : Strategy::Orders::mixed};
  for (const nb::handle each : parts) {
    const nb::tuple part(each);
    if (part.size() != 2) throw TypeError("A part of a strategy is an allocation and its weight.");
    Strategy::Part read{{}, std::string(text_in(part[1], "A weight"))};
    const nb::object units = part[0];
    for (const nb::handle here : units) read.units.push_back(small(here, "Units on a field", -kMostUnits, kMostUnits));
    strategy.parts.push_back(std::move(read));
  }
  return strategy;
}

Contest contest_in(nb::handle units, nb::handle fields) {
  constexpr int kMostUnits = 1'000;
  constexpr int kMostFields = 15;
  return {small(units, "units", 0, kMostUnits), small(fields, "fields", 1, kMostFields)};
}

std::string expected(nb::handle units, nb::handle fields, nb::handle first, nb::handle first_is_ordered,
                     nb::handle second, nb::handle second_is_ordered) {
  const Contest contest = contest_in(units, fields);
  const Strategy one = strategy_in(first, first_is_ordered);
  const Strategy two = strategy_in(second, second_is_ordered);
  return value_of(fetched([&](const Watch& watch) { return expectation(contest, one, two, watch); }));
}

nb::tuple best_reply(nb::handle units, nb::handle fields, nb::handle mixed, nb::handle is_ordered) {
  const Contest contest = contest_in(units, fields);
  const Strategy strategy = strategy_in(mixed, is_ordered);
  const auto found = value_of(fetched([&](const Watch& watch) { return best_answer(contest, strategy, watch); }));
  return nb::make_tuple(tuple_of(found.units), found.gain);
}

}  // namespace

void define_strategies(nb::module_& module) {
  def_own(module, "expected", &expected);
  def_own(module, "best_answer", &best_reply);
}

}  // namespace duello::python
