// duello.Solution: what every position of a game is worth, or how its hidden turns are played best.
#include <chrono>

#include "python/module.hpp"

namespace duello::python {

namespace {

struct SolutionValue {
  Ref owner;
  Knowledge knowledge;

  const AnyGame& game() const { return in<GameValue>(owner.get()).game(); }
};

const SolutionValue& value(PyObject* self) { return in<SolutionValue>(self); }

const SolvedGame& open_table(const SolutionValue& solution) {
  const SolvedGame* const open = open_in(solution.knowledge);
  if (open == nullptr)
    raise(PyExc_TypeError, cat(solution.game().facts().title, " has hidden moves: ask for its equilibria."));
  return *open;
}

std::string_view kind_of(const Value& worth) { return worth.is_win() ? "win" : worth.is_loss() ? "loss" : "neither"; }

Ref pair_of(const Value& worth) {
  return Ref::owned(
      Py_BuildValue("s#i", kind_of(worth).data(), static_cast<Py_ssize_t>(kind_of(worth).size()), worth.plies()));
}

// ("win", 3)
PyObject* value_of(PyObject* self, PyObject* object) {
  return answered([&] {
    const SolutionValue& solution = value(self);
    const SolvedGame& open = open_table(solution);
    const PositionValue& position = position_in(self, object, solution.game());
    if (const auto outcome = position.game().outcome(position.at))
      return pair_of(outcome->winner == position.game().mover(position.at) ? Value::win(0) : Value::loss(0));
    return pair_of(open.value(position.movers_view()));
  });
}

// [("5-6", "win", 3, slips)]
PyObject* moves_of(PyObject* self, PyObject* object) {
  return answered([&] {
    const SolutionValue& solution = value(self);
    const SolvedGame& open = open_table(solution);
    const PositionValue& position = position_in(self, object, solution.game());
    if (position.game().outcome(position.at)) return Ref::owned(PyList_New(0));
    return list(open.moves(position.movers_view()), [&](const Judgement& each) {
      const std::string written = position.game().write(each.move);
      return Ref::owned(Py_BuildValue("s#s#ii", written.data(), static_cast<Py_ssize_t>(written.size()),
                                      kind_of(each.value).data(), static_cast<Py_ssize_t>(kind_of(each.value).size()),
                                      each.value.plies(), each.slips));
    });
  });
}

PyObject* game(PyObject* self, void* /*closure*/) { return Ref(value(self).owner).release(); }
PyObject* positions(PyObject* self, void* /*closure*/) {
  return answered([&] { return number(static_cast<unsigned long long>(open_table(value(self)).positions())); });
}
PyObject* seconds(PyObject* self, void* /*closure*/) {
  return answered(
      [&] { return Ref::owned(PyFloat_FromDouble(in<GameValue>(value(self).owner.get()).chosen->seconds())); });
}

PyObject* tables(PyObject* self, PyObject* /*none*/) {
  return answered([&] {
    // Nothing is written through them: they are shown as read-only.
    auto& open = const_cast<SolvedGame&>(open_table(value(self)));
    return list(open.contents(), [&](std::span<std::byte> bytes) {
      return array_of(Module::of(self), std::get<std::shared_ptr<const SolvedGame>>(value(self).knowledge), bytes,
                      {bytes.size()});
    });
  });
}

PyMethodDef kMethods[] = {
    {"value", &value_of, METH_O, "value($self, position, /)\n--\n\nWhat a position is worth to the player to move."},
    {"moves", &moves_of, METH_O, "moves($self, position, /)\n--\n\nWhat every move is worth."},
    {"tables", &tables, METH_NOARGS, "tables($self)\n--\n\nThe table's bytes, where they lie."},
    {nullptr, nullptr, 0, nullptr},
};
PyGetSetDef kProperties[] = {
    {"game", &game, nullptr, "The game that was solved.", nullptr},
    {"positions", &positions, nullptr, "How many positions the table has.", nullptr},
    {"seconds", &seconds, nullptr, "How long it took.", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

}  // namespace

// Other threads go on; now and then Python is asked whether somebody wants it to end, and told how far it is.
Knowledge knowledge_of(PyObject* game, PyObject* progress) {
  using Clock = std::chrono::steady_clock;
  constexpr std::chrono::milliseconds kPause{50};
  const GameValue& asked = in<GameValue>(game);
  auto last = Clock::now();
  const Watch watch = [&](std::uint64_t done, std::uint64_t total) {
    if (Clock::now() - last < kPause) return true;
    last = Clock::now();
    const Locked locked;
    if (PyErr_CheckSignals() != 0) return false;
    if (progress == nullptr) return true;
    PyObject* const told = PyObject_CallFunction(progress, "KK", static_cast<unsigned long long>(done),
                                                 static_cast<unsigned long long>(total));
    Py_XDECREF(told);
    return told != nullptr;
  };
  std::expected<Knowledge, NotKnown> known = std::unexpected(NotKnown{});
  {
    const auto chosen = asked.chosen;
    const auto mutex = asked.mutex;
    const Unlocked unlocked;
    const std::scoped_lock lock(*mutex);
    known = chosen->knowledge(watch);
  }
  if (PyErr_Occurred() != nullptr) throw Raised{};
  if (!known) raise(PyExc_MemoryError, known.error().why);
  return *known;
}

Ref solved(PyObject* game, PyObject* progress) {
  return made<SolutionValue>(Module::of(game).solution, SolutionValue{Ref::shared(game), knowledge_of(game, progress)});
}

PyObject* solution_type(PyObject* module) {
  return type_of<SolutionValue>(module, "duello._duello.Solution",
                                {{Py_tp_methods, kMethods}, {Py_tp_getset, kProperties}});
}

}  // namespace duello::python
