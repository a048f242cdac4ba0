// duello.Game: a game under the rules that were chosen for it.
#include "python/module.hpp"

namespace duello::python {

namespace {

const GameValue& value(PyObject* self) { return in<GameValue>(self); }

PyObject* start(PyObject* self, PyObject* const* given, Py_ssize_t count, PyObject* keywords) {
  return answered([&] {
    const Arguments<1> asked("start", {"first"}, 0, given, count, keywords);
    const AnyGame& game = value(self).game();
    const Seat first = asked[0] == nullptr ? Seat::one : seat_of(asked[0], "first");
    if (first == Seat::two && game.facts().one_starts)
      raise(PyExc_ValueError, cat("In ", game.facts().title, " player 1 always begins."));
    return made<PositionValue>(Module::of(self).position, PositionValue{Ref::shared(self), first, game.start(first)});
  });
}

PyObject* solve(PyObject* self, PyObject* const* given, Py_ssize_t count, PyObject* keywords) {
  return answered([&] {
    const Arguments<1> asked("solve", {"progress"}, 0, given, count, keywords);
    return solved(self, asked[0]);
  });
}

PyObject* batch(PyObject* self, PyObject* const* given, Py_ssize_t count, PyObject* keywords) {
  return answered([&] {
    constexpr long long kMostGames = 1LL << 32;
    constexpr long long kMostRounds = 1'000'000'000;
    const Arguments<5> asked("batch", {"games", "seed", "first", "rounds", "first_number"}, 1, given, count, keywords);
    if (asked[0] == nullptr) raise(PyExc_TypeError, "games must be a number.");
    BatchConditions conditions{.games = static_cast<std::size_t>(whole(asked[0], "games", 1, kMostGames))};
    if (asked[1] != nullptr) conditions.seed = seed_of(asked[1]);
    if (asked[2] != nullptr) conditions.first = seat_of(asked[2], "first");
    if (asked[3] != nullptr) conditions.round_limit = static_cast<int>(whole(asked[3], "rounds", 0, kMostRounds));
    if (asked[4] != nullptr) conditions.first_number = seed_of(asked[4]);
    return batch_of(self, conditions);
  });
}

PyObject* perft(PyObject* self, PyObject* const* given, Py_ssize_t count, PyObject* keywords) {
  return answered([&] {
    const Arguments<2> asked("perft", {"depth", "first"}, 1, given, count, keywords);
    const int depth = static_cast<int>(whole(asked[0], "depth", 0, 1'000));
    const Seat first = asked[1] == nullptr ? Seat::one : seat_of(asked[1], "first");
    std::expected<std::uint64_t, NoCount> counted;
    const auto chosen = value(self).chosen;
    {
      const Unlocked unlocked;
      counted = chosen->game().perft(first, depth, [](std::uint64_t, std::uint64_t) {
        const Locked locked;
        return PyErr_CheckSignals() == 0;
      });
    }
    if (PyErr_Occurred() != nullptr) throw Raised{};
    if (!counted) raise(PyExc_OverflowError, "There are more lines than 64 bits can count.");
    return number(static_cast<unsigned long long>(*counted));
  });
}

PyObject* id(PyObject* self, void* /*closure*/) {
  return answered([&] { return text(value(self).game().facts().id); });
}
PyObject* title(PyObject* self, void* /*closure*/) {
  return answered([&] { return text(value(self).game().facts().title); });
}
PyObject* hidden(PyObject* self, void* /*closure*/) {
  return answered([&] { return truth(value(self).game().facts().hidden); });
}
PyObject* rules(PyObject* self, void* /*closure*/) {
  return answered([&] {
    const Ref all = Ref::owned(PyDict_New());
    for (const RuleValue& rule : value(self).game().rules())
      put(all.get(), rule.key.c_str(), rule.is_word ? text(rule.text) : number(static_cast<long long>(rule.value)));
    return all;
  });
}
PyObject* settings(PyObject* self, void* /*closure*/) {
  return answered([&] { return text(settings_text(value(self).game().rules())); });
}

bool is_same(const AnyGame& one, const AnyGame& two) {
  return one.facts().id == two.facts().id && settings_text(one.rules()) == settings_text(two.rules());
}

PyObject* compare(PyObject* self, PyObject* other, int how) {
  return answered([&] {
    if (Py_TYPE(self) != Py_TYPE(other) || (how != Py_EQ && how != Py_NE)) return Ref::shared(Py_NotImplemented);
    return truth(is_same(value(self).game(), value(other).game()) == (how == Py_EQ));
  });
}

Py_hash_t hash(PyObject* self) {
  return guarded(Py_hash_t{-1}, [&] { return PyObject_Hash(text(full_name(value(self).game())).get()); });
}

PyObject* represent(PyObject* self) {
  return answered([&] {
    const AnyGame& game = value(self).game();
    std::string all = cat("duello.game('", game.facts().id, '\'');
    for (const RuleValue& rule : game.rules())
      all += rule.is_word ? cat(", ", rule.key, "='", rule.text, '\'') : cat(", ", rule.key, '=', rule.value);
    return text(all + ')');
  });
}

PyObject* reduce(PyObject* self, PyObject* /*none*/) {
  return answered([&] {
    const Ref module = Ref::shared(PyType_GetModule(Py_TYPE(self)));
    const Ref make = Ref::owned(PyObject_GetAttrString(module.get(), "game"));
    const AnyGame& game = value(self).game();
    return Ref::owned(Py_BuildValue("O(sss)", make.get(), std::string(game.facts().id).c_str(), "",
                                    settings_text(game.rules()).c_str()));
  });
}

PyMethodDef kMethods[] = {
    {"start", reinterpret_cast<PyCFunction>(reinterpret_cast<void*>(&start)), METH_FASTCALL | METH_KEYWORDS,
     "start($self, first=1)\n--\n\nThe position before the first move."},
    {"solve", reinterpret_cast<PyCFunction>(reinterpret_cast<void*>(&solve)), METH_FASTCALL | METH_KEYWORDS,
     "solve($self, progress=None)\n--\n\nWhat every position is worth, or the equilibria of a game with hidden moves."},
    {"batch", reinterpret_cast<PyCFunction>(reinterpret_cast<void*>(&batch)), METH_FASTCALL | METH_KEYWORDS,
     "batch($self, games, seed=0, first=None, rounds=10, first_number=0)\n--\n\nMany games at once."},
    {"perft", reinterpret_cast<PyCFunction>(reinterpret_cast<void*>(&perft)), METH_FASTCALL | METH_KEYWORDS,
     "perft($self, depth, first=1)\n--\n\nHow many lines of so many moves there are."},
    {"__reduce__", &reduce, METH_NOARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};
PyGetSetDef kProperties[] = {
    {"id", &id, nullptr, "As the game is called on the command line.", nullptr},
    {"title", &title, nullptr, "As people call it.", nullptr},
    {"hidden", &hidden, nullptr, "Whether moves are secret until they are revealed.", nullptr},
    {"rules", &rules, nullptr, "The rule values in force.", nullptr},
    {"settings", &settings, nullptr, "The same as text: 'length=11 run=3'.", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

}  // namespace

PyObject* game_type(PyObject* module) {
  return type_of<GameValue>(
      module, "duello.Game",
      {{Py_tp_doc, const_cast<char*>("A game under the rules that were chosen for it; made by duello.game().")},
       {Py_tp_methods, kMethods},
       {Py_tp_getset, kProperties},
       {Py_tp_richcompare, reinterpret_cast<void*>(&compare)},
       {Py_tp_hash, reinterpret_cast<void*>(&hash)},
       {Py_tp_repr, reinterpret_cast<void*>(&represent)}});
}

}  // namespace duello::python
