// How strategies that Python made up are weighed.
#include "solve/strategy.hpp"

#include "python/module.hpp"

namespace duello::python {

namespace {

// ((units, weight), ...), the weights as texts, and whether the order of units is kept.
Strategy strategy_in(PyObject* parts, PyObject* ordered) {
  constexpr long long kMostUnits = 1'000'000;
  Strategy strategy{is_true(ordered) ? Strategy::Orders::kept : Strategy::Orders::mixed};
  const Ref all = Ref::owned(PySequence_Tuple(parts));
  for (Py_ssize_t i = 0; i < PyTuple_Size(all.get()); ++i) {
    const Ref part = Ref::owned(PySequence_Tuple(PyTuple_GetItem(all.get(), i)));
    if (PyTuple_Size(part.get()) != 2) raise(PyExc_TypeError, "A part of a strategy is an allocation and its weight.");
    const Ref units = Ref::owned(PySequence_Tuple(PyTuple_GetItem(part.get(), 0)));
    Strategy::Part read{{}, std::string(view_of(PyTuple_GetItem(part.get(), 1), "A weight"))};
    for (Py_ssize_t field = 0; field < PyTuple_Size(units.get()); ++field)
      read.units.push_back(
          static_cast<int>(whole(PyTuple_GetItem(units.get(), field), "Units on a field", -kMostUnits, kMostUnits)));
    strategy.parts.push_back(std::move(read));
  }
  return strategy;
}

Contest contest_in(PyObject* units, PyObject* fields) {
  constexpr long long kMostUnits = 1'000;
  constexpr long long kMostFields = 15;
  return {static_cast<int>(whole(units, "units", 0, kMostUnits)),
          static_cast<int>(whole(fields, "fields", 1, kMostFields))};
}

}  // namespace

PyObject* expected_of(PyObject* /*module*/, PyObject* const* given, Py_ssize_t count, PyObject* keywords) {
  return answered([&] {
    const Arguments<6> asked("expected", {"units", "fields", "one", "one_is_ordered", "two", "two_is_ordered"}, 6,
                             given, count, keywords);
    const Contest contest = contest_in(asked.needed(0), asked.needed(1));
    const Strategy one = strategy_in(asked.needed(2), asked.needed(3));
    const Strategy two = strategy_in(asked.needed(4), asked.needed(5));
    const auto found = fetched(nullptr, [&](const Watch& watch) { return expectation(contest, one, two, watch); });
    if (!found) raise(PyExc_ValueError, found.error());
    return text(*found);
  });
}

PyObject* best_answer_to(PyObject* /*module*/, PyObject* const* given, Py_ssize_t count, PyObject* keywords) {
  return answered([&] {
    const Arguments<4> asked("best_answer", {"units", "fields", "strategy", "is_ordered"}, 4, given, count, keywords);
    const Contest contest = contest_in(asked.needed(0), asked.needed(1));
    const Strategy strategy = strategy_in(asked.needed(2), asked.needed(3));
    const auto found = fetched(nullptr, [&](const Watch& watch) { return best_answer(contest, strategy, watch); });
    if (!found) raise(PyExc_ValueError, found.error());
    const Ref units = tuple(found->units, [](int here) { return number(static_cast<long long>(here)); });
    return Ref::owned(Py_BuildValue("Os", units.get(), found->gain.c_str()));
  });
}

}  // namespace duello::python
