// duello.Solution: what every position of an open game is worth. And the raw matter of duello.Equilibrium.
#include "study/course.hpp"

#include "python/turns.hpp"

namespace duello::python {

namespace {

struct SolutionValue {
  Ref owner;
  std::shared_ptr<const SolvedGame> table;

  const AnyGame& game() const { return in<GameValue>(owner.get()).game(); }
};

const SolutionValue& value(PyObject* self) { return in<SolutionValue>(self); }
const PositionValue& position_of(PyObject* self, PyObject* object) {
  return position_in(self, object, value(self).game());
}

Ref worth_of(PyObject* self, const Value& worth) {
  const char* const kind = worth.is_win() ? "win" : worth.is_loss() ? "loss" : "neither";
  return Ref::owned(PyObject_CallFunction(Module::of(self).worth, "si", kind, worth.plies()));
}

std::vector<Judgement> judged(const SolutionValue& solution, const PositionValue& position) {
  if (position.is_over()) return {};
  return solution.table->moves(position.movers_view());
}

PyObject* item(PyObject* self, PyObject* object) {
  return answered([&] { return worth_of(self, value(self).table->value(position_of(self, object).movers_view())); });
}

PyObject* moves(PyObject* self, PyObject* object) {
  return answered([&] {
    const PositionValue& position = position_of(self, object);
    Ref all = Ref::owned(PyDict_New());
    for (const Judgement& each : judged(value(self), position))
      put(all.get(), position.game().write(each.move).c_str(), worth_of(self, each.value));
    return all;
  });
}

PyObject* best(PyObject* self, PyObject* object) {
  return answered([&] {
    const PositionValue& position = position_of(self, object);
    const std::vector<Judgement> all = judged(value(self), position);
    if (all.empty()) return Ref::owned(PyTuple_New(0));
    const Judgement& first = best_of(all);
    std::vector<std::string> written{position.game().write(first.move)};
    for (const Judgement& each : all)
      if (each.value == first.value && &each != &first) written.push_back(position.game().write(each.move));
    return tuple(written, [](const std::string& move) { return text(move); });
  });
}

PyObject* line(PyObject* self, PyObject* object) {
  return answered([&] {
    const PositionValue& position = position_of(self, object);
    return tuple(line_from(position.game(), *value(self).table, position.at),
                 [](const std::string& move) { return text(move); });
  });
}

PyObject* regret(PyObject* self, PyObject* const* given, Py_ssize_t count, PyObject* keywords) {
  return answered([&] {
    const Arguments<2> asked("regret", {"position", "move"}, 2, given, count, keywords);
    const PositionValue& position = position_of(self, asked.needed(0));
    PyObject* const written = asked.needed(1);
    must_be_text(written, "A move");
    if (position.is_over()) raise(Module::of(self).illegal_move, "The game is over.");
    const AnyMove move = move_in(Module::of(self), position.game(), position.movers_view(), written);
    const AnyPosition next = position.game().after(position.at, move);
    const Value after = value(self).table->value(position.game().view(next, position.game().mover(next)));
    return number(
        static_cast<long long>(value(self).table->value(position.movers_view()).result() - after.before().result()));
  });
}

PyObject* slot(PyObject* self, PyObject* object) {
  return answered([&] {
    return number(static_cast<unsigned long long>(value(self).table->slot(position_of(self, object).movers_view())));
  });
}

PyObject* game(PyObject* self, void* /*closure*/) { return Ref(value(self).owner).release(); }
PyObject* positions(PyObject* self, void* /*closure*/) {
  return answered([&] { return number(static_cast<unsigned long long>(value(self).table->positions())); });
}
PyObject* seconds(PyObject* self, void* /*closure*/) {
  return answered(
      [&] { return Ref::owned(PyFloat_FromDouble(in<GameValue>(value(self).owner.get()).chosen->seconds())); });
}
PyObject* table(PyObject* self, void* /*closure*/) {
  return answered([&] {
    const auto& owner = value(self).table;
    return std::visit([&](const auto& scores) { return array_of(Module::of(self), owner, scores, {scores.size()}); },
                      owner->table().scores);
  });
}
PyObject* keys(PyObject* self, void* /*closure*/) {
  return answered([&] {
    const auto& owner = value(self).table;
    const auto found = owner->table().keys;
    return found.empty() ? none() : array_of(Module::of(self), owner, found, {found.size()});
  });
}

PyObject* represent(PyObject* self) {
  return answered([&] {
    return text(cat("<duello.Solution of ", full_name(value(self).game()), ", ",
                    counted(value(self).table->positions(), "position"), '>'));
  });
}

PyMethodDef methods[] = {
    {"moves", &moves, METH_O,
     "moves($self, position, /)\n--\n\nWhat every move is worth to the player to move: {'5-6': Worth('win', 3), ...}."},
    {"best", &best, METH_O,
     "best($self, position, /)\n--\n\nThe moves that are worth most; first the one that the program plays."},
    {"line", &line, METH_O,
     "line($self, position, /)\n--\n\nPerfect play to the end; of a game without one, how it goes on."},
    {"regret", method(&regret), METH_FASTCALL | METH_KEYWORDS,
     "regret($self, position, move)\n--\n\nWhat a move gives away: 0 if nothing, 2 where it turns a win into a loss, "
     "and 1\nwhere it turns either into neither."},
    {"index", &slot, METH_O, "index($self, position, /)\n--\n\nWhere in the table the position has its value."},
    {nullptr, nullptr, 0, nullptr},
};
PyGetSetDef properties[] = {
    {"game", &game, nullptr, "The game that was solved.", nullptr},
    {"positions", &positions, nullptr, "How many positions the table has.", nullptr},
    {"seconds", &seconds, nullptr, "How long it took.", nullptr},
    {"table", &table, nullptr,
     "The whole table, not copied: signed numbers, 0 where neither side can force a win. A win in so many\n"
     "plies is the greatest number of the type less the plies, a loss the least one and the plies.",
     nullptr},
    {"keys", &keys, nullptr,
     "Where the table is hashed, the keys of its slots, all bits set where one is free; else None.", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

// Who is to be told how far it is; closes what it has opened.
class Listener {
 public:
  explicit Listener(PyObject* progress) {
    if (progress == nullptr || progress == Py_False) return;
    if (progress == Py_True) {
      const Ref bars = Ref::owned(PyImport_ImportModule("duello._progress"));
      bar_ = Ref::owned(PyObject_CallMethod(bars.get(), "Bar", nullptr));
    } else if (PyCallable_Check(progress) == 0) {
      raise(PyExc_TypeError, "progress must be True, False or something to be called with two numbers.");
    }
    told_ = bar_ ? bar_.get() : progress;
  }

  PyObject* told() const { return told_; }
  void close() const {
    if (bar_) Ref::owned(PyObject_CallMethod(bar_.get(), "close", nullptr));
  }

 private:
  Ref bar_;
  PyObject* told_ = nullptr;
};

}  // namespace

// What is known of the game; whoever else wants to know it meanwhile waits.
Knowledge knowledge_of(PyObject* game, PyObject* progress) {
  constexpr std::chrono::milliseconds kPatience{50};
  const GameValue& asked = in<GameValue>(game);
  const auto chosen = asked.chosen;
  const auto inquiry = asked.inquiry;
  if (inquiry->by == std::this_thread::get_id()) raise(PyExc_RuntimeError, "This game is being solved.");
  const Listener listener(progress);
  const auto known = fetched(listener.told(), [&](const Watch& watch) -> std::expected<Knowledge, NotKnown> {
    std::unique_lock lock(inquiry->mutex, std::defer_lock);
    while (!lock.try_lock_for(kPatience))
      if (!watch(0, 0)) return std::unexpected(NotKnown{});
    const Inquirer inquirer(*inquiry);
    return chosen->knowledge(watch);
  });
  listener.close();
  if (!known) raise(chosen->facts().hidden ? PyExc_ValueError : PyExc_MemoryError, known.error().why);
  return *known;
}

Ref solved(PyObject* game, PyObject* progress) {
  const Facts& facts = in<GameValue>(game).game().facts();
  if (facts.hidden) raise(PyExc_TypeError, cat(facts.title, " has hidden moves; it has an equilibrium() instead."));
  const Knowledge known = knowledge_of(game, progress);
  return made<SolutionValue>(Module::of(game).solution,
                             SolutionValue{Ref::shared(game), std::get<std::shared_ptr<const SolvedGame>>(known)});
}

Ref equilibria_of(PyObject* game, PyObject* progress) {
  const Facts& facts = in<GameValue>(game).game().facts();
  if (!facts.hidden) raise(PyExc_TypeError, cat(facts.title, " has no hidden moves; solve() it instead."));
  const Knowledge known = knowledge_of(game, progress);
  const auto phases = hidden_in(known)->phases();
  if (!phases) raise(PyExc_ValueError, phases.error());
  const Ref all = tuple(*phases, [](const Equilibrium* phase) {
    const Ref mixture = tuple(phase->mixture(), [](const MixedAllocation& part) {
      const Ref units = tuple(part.units, [](int here) { return number(static_cast<long long>(here)); });
      return Ref::owned(Py_BuildValue("Os", units.get(), part.fraction.c_str()));
    });
    return Ref::owned(Py_BuildValue("iiO", phase->contest().units, phase->contest().fields, mixture.get()));
  });
  const Ref python = Ref::owned(PyImport_ImportModule("duello._equilibrium"));
  return Ref::owned(PyObject_CallMethod(python.get(), "Equilibrium", "OO", game, all.get()));
}

PyObject* solution_type(PyObject* module) {
  return type_of<SolutionValue>(module, "duello.Solution",
                                {{Py_tp_doc, const_cast<char*>("What every position of a game is worth.")},
                                 {Py_tp_methods, methods},
                                 {Py_tp_getset, properties},
                                 {Py_mp_subscript, reinterpret_cast<void*>(&item)},
                                 {Py_tp_repr, reinterpret_cast<void*>(&represent)}});
}

}  // namespace duello::python
